-- While a merchant is suspended, none of its points creates anything but refunds.
alter table merchants add column suspended_at timestamptz(3);
