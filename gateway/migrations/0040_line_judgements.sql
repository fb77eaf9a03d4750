-- A person judges lines of bank statements, and rules judge those that repeat. The ledger's kinds for all that happens on an
-- own bank account.

-- `owner_equity`: what the owner had at the bank before the ledger began.
alter table ledger_accounts drop constraint ledger_accounts_kind;
alter table ledger_accounts add constraint ledger_accounts_kind_2 check (kind in ('available', 'pending', 'reserved', 'fees',
  'funding', 'settlement', 'suspense', 'unexplained', 'bank_costs', 'owner_equity', 'transit')) not valid;
alter table ledger_accounts drop constraint ledger_accounts_of_connectors;
alter table ledger_accounts add constraint ledger_accounts_of_connectors_2 check (
  (kind in ('settlement', 'suspense', 'unexplained', 'bank_costs', 'owner_equity')) = (connector_account_id is not null))
  not valid;

alter table ledger_transfers drop constraint ledger_transfers_kind;
alter table ledger_transfers add constraint ledger_transfers_kind_2 check (kind in ('payin', 'payin_fee', 'release',
  'reserve', 'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted',
  'suspense_returned', 'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'unknown_in',
  'unknown_used', 'unknown_out', 'unknown_out_used', 'unknown_returned', 'unknown_out_returned', 'moved_in', 'moved_out',
  'bank_cost', 'bank_income', 'transfer_in', 'transfer_out', 'funding_seen', 'withdrawal_seen', 'owner_out',
  'opening')) not valid;
alter table ledger_transfers drop constraint ledger_transfers_about;
alter table ledger_transfers add constraint ledger_transfers_about_2 check (case
  when kind in ('funding', 'correction') then transaction_id is null and bank_line_id is null
  when kind = 'opening' then transaction_id is null and bank_line_id is null and point_id is null
  when kind in ('unknown_in', 'unknown_out', 'unknown_returned', 'unknown_out_returned', 'bank_cost', 'bank_income',
    'transfer_in', 'transfer_out') then transaction_id is null and bank_line_id is not null
  when kind in ('funding_seen', 'withdrawal_seen', 'owner_out')
    then transaction_id is null and bank_line_id is not null and point_id is not null
  when kind in ('unknown_used', 'unknown_out_used') then bank_line_id is not null
  when kind in ('moved_in', 'moved_out') then transaction_id is not null and bank_line_id is not null
  else transaction_id is not null end) not valid;

-- Rules that operators write: what a line of a bank account is. Nothing learns them.
create table bank_line_rules (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  sign char(1) not null check (sign in ('C', 'D')),
  -- A part of the line's text, and the bank's code of the line; at least one.
  text_contains text check (length(text_contains) between 3 and 200),
  bank_code text check (length(bank_code) between 1 and 40),
  -- Lines of more need a person.
  amount_max_minor bigint not null check (amount_max_minor > 0),
  class text not null check (class in ('fee', 'tax', 'interest', 'own_transfer')),
  created_at timestamptz(3) not null default gateway_now(),
  ended_at timestamptz(3),
  check (text_contains is not null or bank_code is not null)
);
create index bank_line_rules_of_account on bank_line_rules (bank_account_id, id);

-- What a person said that a line is not: it is not proposed again.
create table bank_line_refusals (
  bank_line_id uuid not null references bank_lines (id),
  transaction_id uuid not null references transactions (id),
  refused_at timestamptz(3) not null default gateway_now(),
  primary key (bank_line_id, transaction_id)
);

-- `returning`: money of nobody that is sent back; its debit line has not come yet.
alter table bank_line_states
  -- The point of a funding or a withdrawal.
  add column point_id uuid references points (id),
  -- The line of the other direction: what was sent back, or came back. Both lines name each other.
  add column counter_line_id uuid unique references bank_lines (id),
  -- The payment file whose payouts a single debit pays.
  add column payment_batch_id uuid,
  -- The rule that explained the line.
  add column line_rule_id uuid references bank_line_rules (id);
alter table bank_line_states drop constraint bank_line_states_state_check;
alter table bank_line_states add constraint bank_line_states_state check (state in ('new', 'in_suspense', 'returning',
  'applied', 'linked', 'explained', 'closed')) not valid;
alter table bank_line_states drop constraint bank_line_states_class_check;
alter table bank_line_states add constraint bank_line_states_class check (class in ('payin', 'payout', 'payout_return',
  'batch', 'fee', 'tax', 'interest', 'own_transfer', 'funding', 'withdrawal', 'owner_out', 'unknown_return')) not valid;
alter table bank_line_states drop constraint bank_line_states_check;
alter table bank_line_states add constraint bank_line_states_of_orders check (
  (state in ('applied', 'linked')) = (transaction_id is not null or payment_batch_id is not null)
  and (payment_batch_id is not null) = (coalesce(class, '') = 'batch')) not valid;
alter table bank_line_states drop constraint bank_line_states_check2;
alter table bank_line_states add constraint bank_line_states_with_class check (
  (state in ('applied', 'linked', 'explained', 'returning')) = (class is not null)
  and (state <> 'returning' or class = 'unknown_return')
  and (counter_line_id is null or class = 'unknown_return')
  and (state <> 'explained' or class <> 'unknown_return' or counter_line_id is not null)
  and (point_id is not null) = (coalesce(class, '') in ('funding', 'withdrawal'))
  and (line_rule_id is null or state = 'explained')) not valid;

-- One operator may say that a line pays an order where the line itself says so nearly surely.
alter table proposals drop constraint proposals_check3;
alter table proposals add constraint proposals_alone check (not alone or environment = 'test' or action = 'link_line')
  not valid;

grant select, insert, update on bank_line_rules to pasarela_engine;
grant select, insert on bank_line_refusals to pasarela_engine;
alter table bank_line_rules enable row level security;
alter table bank_line_refusals enable row level security;
create policy engine on bank_line_rules to pasarela_engine using (true) with check (true);
create policy engine on bank_line_refusals to pasarela_engine using (true) with check (true);
