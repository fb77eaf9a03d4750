-- What happens with each line of a bank statement: which order it pays, or that nobody has claimed it. Every line is in the
-- ledger, whoever it belongs to.

-- Matches are applied by themselves only where a person has turned it on.
alter table bank_accounts
  add column automatic boolean not null default false,
  -- Scores of 0 to 100.
  add column auto_from smallint not null default 95,
  add column propose_from smallint not null default 50,
  -- The first day whose lines count. Null: the day on which the account was added.
  add column ledger_from date,
  add constraint bank_account_scores check (propose_from between 1 and auto_from and auto_from <= 100) not valid;

-- Accounts of an own bank account beside its settlement: debits that nobody has claimed, and costs. `transit`: money between
-- two own bank accounts, of nobody.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind check (kind in ('available', 'pending', 'reserved', 'fees',
  'funding', 'settlement', 'suspense', 'unexplained', 'bank_costs', 'transit')) not valid;
alter table ledger_accounts drop constraint ledger_accounts_check;
alter table ledger_accounts add constraint ledger_accounts_of_points check (
  (kind in ('available', 'pending', 'reserved', 'fees', 'funding')) = (point_id is not null)) not valid;
alter table ledger_accounts drop constraint ledger_accounts_check1;
alter table ledger_accounts add constraint ledger_accounts_of_connectors check (
  (kind in ('settlement', 'suspense', 'unexplained', 'bank_costs')) = (connector_account_id is not null)) not valid;

alter table ledger_transfers add column bank_line_id uuid;
alter table ledger_transfers add constraint ledger_transfers_bank_line foreign key (bank_line_id)
  references bank_lines (id) not valid;
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind check (kind in ('payin', 'payin_fee', 'release', 'reserve',
  'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted',
  'suspense_returned', 'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'unknown_in',
  'unknown_used', 'unknown_out', 'unknown_out_used', 'moved_in', 'moved_out', 'bank_cost', 'bank_income', 'transfer_in',
  'transfer_out')) not valid;
alter table ledger_transfers drop constraint ledger_transfers_check1;
-- Only what a line moves, and what a person books at a point, stands without a transaction.
alter table ledger_transfers add constraint ledger_transfers_about check (case
  when kind in ('funding', 'correction') then transaction_id is null and bank_line_id is null
  when kind in ('unknown_in', 'unknown_out', 'bank_cost', 'bank_income', 'transfer_in', 'transfer_out')
    then transaction_id is null and bank_line_id is not null
  when kind in ('unknown_used', 'unknown_out_used') then bank_line_id is not null
  when kind in ('moved_in', 'moved_out') then transaction_id is not null and bank_line_id is not null
  else transaction_id is not null end) not valid;

-- What is known of each line.
create table bank_line_states (
  bank_line_id uuid primary key references bank_lines (id),
  bank_account_id uuid not null references bank_accounts (id),
  -- `new`: nothing has judged it. `in_suspense`: booked, and nobody has claimed it. `applied`: it moved the money of one
  -- transaction. `linked`: it proves money that an operator had confirmed. `explained`: a cost, an income or an own transfer.
  -- `closed`: without money, or from before the account's first day.
  state text not null check (state in ('new', 'in_suspense', 'applied', 'linked', 'explained', 'closed')),
  class text check (class in ('payin', 'payout', 'payout_return', 'fee', 'tax', 'interest', 'own_transfer')),
  transaction_id uuid references transactions (id),
  -- The transfer that booked the money of a linked line before the line came.
  transfer_id bigint unique references ledger_transfers (id),
  -- Why it was applied or linked: `{"rule", "score", "reasons"}`. Reasons are codes without values.
  evidence jsonb,
  judged_at timestamptz(3),
  check ((state in ('applied', 'linked')) = (transaction_id is not null)),
  check ((state = 'linked') = (transfer_id is not null)),
  check ((state in ('applied', 'linked', 'explained')) = (class is not null))
);
create index bank_line_states_new on bank_line_states (bank_account_id, bank_line_id) where state = 'new';
create index bank_line_states_waiting on bank_line_states (bank_account_id, judged_at, bank_line_id) where state = 'in_suspense';
create index bank_line_states_judged on bank_line_states (judged_at, bank_line_id) where judged_at is not null;
create index bank_line_states_of_transaction on bank_line_states (transaction_id) where transaction_id is not null;

-- Which transactions a waiting line may belong to.
create table bank_line_candidates (
  bank_line_id uuid not null references bank_lines (id),
  transaction_id uuid not null references transactions (id),
  class text not null check (class in ('payin', 'payout', 'payout_return')),
  rule text not null check (length(rule) between 1 and 10),
  score smallint not null check (score between 0 and 100),
  reasons jsonb not null,
  primary key (bank_line_id, transaction_id)
);

insert into bank_line_states (bank_line_id, bank_account_id, state) select id, bank_account_id, 'new' from bank_lines;

grant select, insert, update on bank_line_states to pasarela_engine;
grant select, insert, delete on bank_line_candidates to pasarela_engine;
alter table bank_line_states enable row level security;
alter table bank_line_candidates enable row level security;
create policy engine on bank_line_states to pasarela_engine using (true) with check (true);
create policy engine on bank_line_candidates to pasarela_engine using (true) with check (true);
