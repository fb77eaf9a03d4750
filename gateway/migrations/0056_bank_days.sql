-- Whether each day of an own bank account adds up: what the bank says, what the ledger says, and what explains the difference.

-- `opening`: what the account held when its first day began.
alter table ledger_accounts drop constraint ledger_accounts_kind;
alter table ledger_accounts add constraint ledger_accounts_kind check (kind in ('available', 'pending', 'reserved', 'fees',
  'funding', 'settlement', 'suspense', 'unexplained', 'bank_costs', 'transit', 'owner_equity')) not valid;
alter table ledger_accounts drop constraint ledger_accounts_of_connectors;
alter table ledger_accounts add constraint ledger_accounts_of_connectors check (
  (kind in ('settlement', 'suspense', 'unexplained', 'bank_costs', 'owner_equity')) = (connector_account_id is not null)) not valid;
alter table ledger_transfers drop constraint ledger_transfers_kind;
alter table ledger_transfers add constraint ledger_transfers_kind check (kind in ('payin', 'payin_fee', 'release', 'reserve',
  'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted', 'suspense_returned',
  'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'opening', 'unknown_in', 'unknown_used',
  'unknown_out', 'unknown_out_used', 'unknown_returned', 'moved_in', 'moved_out', 'bank_cost', 'bank_income', 'transfer_in',
  'transfer_out', 'funding_seen', 'owner_out_seen', 'refund_reserve', 'refund', 'refund_unreserve', 'refund_fee', 'return_fee',
  'refund_release', 'refund_withhold')) not valid;
alter table ledger_transfers drop constraint ledger_transfers_about;
alter table ledger_transfers add constraint ledger_transfers_about check (case
  when kind in ('funding', 'correction', 'opening') then transaction_id is null and bank_line_id is null
  when kind in ('unknown_in', 'unknown_out', 'unknown_returned', 'bank_cost', 'bank_income', 'transfer_in', 'transfer_out',
    'funding_seen', 'owner_out_seen') then transaction_id is null and bank_line_id is not null
  when kind in ('unknown_used', 'unknown_out_used') then bank_line_id is not null
  when kind in ('moved_in', 'moved_out') then transaction_id is not null and bank_line_id is not null
  else transaction_id is not null end) not valid;

-- Null: nobody has said it. `ledger_from` is the day that it is the opening balance of.
alter table bank_accounts add column opening_minor bigint;

-- Up to which transfer the two tables below hold the ledger. `seen`: the last transfer at `seen_at`; a minute later no open
-- transaction holds an earlier one.
create table bank_days_upto (
  is_only boolean primary key default true check (is_only),
  transfer_id bigint not null,
  seen_id bigint not null check (seen_id >= transfer_id),
  seen_at timestamptz(3) not null
);
insert into bank_days_upto (transfer_id, seen_id, seen_at) select 0, coalesce(max(id), 0), 'epoch' from ledger_transfers;

-- What lines of a day, and the opening balance, moved on the account's settlement: into the account is positive.
create table bank_day_moves (
  bank_account_id uuid not null references bank_accounts (id),
  day date not null,
  moved_minor bigint not null,
  primary key (bank_account_id, day)
);

-- Transfers on an account's settlement that no line brought about: operators confirmed them. A line may prove them later.
create table bank_manual_moves (
  transfer_id bigint primary key references ledger_transfers (id),
  bank_account_id uuid not null references bank_accounts (id),
  -- Of the transfer, in the account's time zone.
  day date not null,
  moved_minor bigint not null
);
create index bank_manual_moves_of_account on bank_manual_moves (bank_account_id, transfer_id);

-- The last days of each account with statements, judged every minute. Balances are those of the end of the day.
create table bank_days (
  bank_account_id uuid not null references bank_accounts (id),
  day date not null,
  -- Null: no statement says it.
  bank_minor bigint,
  ledger_minor bigint not null,
  -- Lines up to this day that are not in the ledger yet, and moves up to this day that no line proves.
  unposted integer not null check (unposted >= 0),
  unposted_minor bigint not null,
  unproven integer not null check (unproven >= 0),
  unproven_minor bigint not null,
  -- Lines of this day that nobody has claimed. They are in the ledger.
  waiting integer not null check (waiting >= 0),
  -- What nothing explains came up on this day: change of bank - ledger - unposted + unproven since the day before that is known.
  gap_minor bigint,
  state text not null check (state in ('proven', 'explained', 'open', 'unknown')),
  judged_at timestamptz(3) not null default gateway_now(),
  primary key (bank_account_id, day),
  check ((state = 'unknown') = (bank_minor is null)),
  check (state <> 'proven' or (bank_minor = ledger_minor and unposted = 0 and unproven = 0))
);

grant select, update on bank_days_upto to pasarela_engine;
grant select, insert, update on bank_day_moves, bank_days to pasarela_engine;
grant select, insert on bank_manual_moves to pasarela_engine;
alter table bank_days_upto enable row level security;
alter table bank_day_moves enable row level security;
alter table bank_manual_moves enable row level security;
alter table bank_days enable row level security;
create policy engine on bank_days_upto to pasarela_engine using (true) with check (true);
create policy engine on bank_day_moves to pasarela_engine using (true) with check (true);
create policy engine on bank_manual_moves to pasarela_engine using (true) with check (true);
create policy engine on bank_days to pasarela_engine using (true) with check (true);

-- What lines of an account are, by a rule. One on the bank's own code decides; one on text, which a payer may have typed, only
-- suggests. A rule that ended stays.
create table line_rules (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  sign char(1) not null check (sign in ('C', 'D')),
  bank_code text check (length(bank_code) between 1 and 60),
  text_contains text check (length(text_contains) between 3 and 100),
  class text not null check (class in ('fee', 'tax', 'interest', 'own_transfer')),
  set_by text not null check (length(set_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  ended_at timestamptz(3),
  check ((bank_code is null) <> (text_contains is null))
);
create unique index line_rules_once on line_rules (bank_account_id, sign, coalesce(bank_code, ''), coalesce(text_contains, ''))
  where ended_at is null;
grant select, insert, update on line_rules to pasarela_engine;
alter table line_rules enable row level security;
create policy engine on line_rules to pasarela_engine using (true) with check (true);
