-- pasarela: outside a transaction
-- When the bytes of a refused file were removed: they are kept for 30 days, and 1 GiB at most. The row, its hash and the
-- reason stay.
alter table bank_files add column if not exists content_removed_at timestamptz(3);
-- What reports and notices brought, by its day: the proof of a day looks around it, not through all lines.
create index concurrently if not exists bank_lines_announced on bank_lines (bank_account_id, booking_day) where announced;
