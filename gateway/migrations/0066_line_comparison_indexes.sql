-- pasarela: outside a transaction
-- Lines that may be the same movement: those of one amount and of near days, and those with one of the bank's numbers.
create index concurrently if not exists bank_lines_of_amount on bank_lines (bank_account_id, amount_minor, booking_day);
create index concurrently if not exists bank_lines_of_bank_ref on bank_lines (bank_account_id, (refs ->> 'bankRef'))
  where refs ->> 'bankRef' is not null;
create index concurrently if not exists bank_lines_of_group_ref on bank_lines (bank_account_id, (refs ->> 'groupRef'))
  where refs ->> 'groupRef' is not null;
create index concurrently if not exists bank_lines_of_batch_id on bank_lines (bank_account_id, (refs ->> 'batchId'))
  where refs ->> 'batchId' is not null;
