-- What the indexes of transactions cost, and what they hold, as the table grows: docs/adr/0013-growth.md has the measurements.

-- The list of one status, and what the overview adds up: it reads a month of a busy point from this index alone.
drop index transactions_list_by_status;
create index transactions_list_by_status on transactions (point_id, pay_type, status, created_at desc, id desc)
  include (service_code, currency, amount_minor);

-- A token begins with its time, byte by byte: the newest ones lie beside each other.
alter table transactions alter column pay_token type text collate "C";

-- Order numbers come from one sequence in blocks; what is made of them is unique by its own constraints.
alter table transactions drop constraint transactions_sequence_key;
