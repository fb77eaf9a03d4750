-- When the gateway last tried to end an order: an order is overdue at once, whenever it was asked about.
alter table attempts add column ending_at timestamptz(3);
