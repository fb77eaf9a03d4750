-- A draft is approved only after it read a sample of the bank without a fault.
alter table bank_csv_profiles
  add column tried_at timestamptz(3),
  -- Lines of that sample.
  add column tried_lines integer check (tried_lines > 0);
