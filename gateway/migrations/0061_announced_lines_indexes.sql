-- pasarela: outside a transaction
create index concurrently if not exists bank_line_states_announced on bank_line_states (bank_account_id, bank_line_id)
  where standing = 'announced';
create index concurrently if not exists bank_line_states_adopted on bank_line_states (adopted_by)
  where adopted_by is not null;
create index concurrently if not exists bank_line_states_expected on bank_line_states (bank_account_id, judged_at, bank_line_id)
  where state = 'expected';
