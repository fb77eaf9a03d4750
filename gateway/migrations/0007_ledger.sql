-- The ledger: accounts, balanced transfers, releases; and what the lines of banks mean in it.

-- An account of the ledger: of a point (available, pending, reserved, fees, funding) or of a connector account (settlement,
-- suspense). An own bank account has more beside its settlement: debits that nobody has claimed (`unexplained`), its costs, and
-- what it held when its first day began (`owner_equity`). `transit`: money between two own bank accounts, of nobody.
-- balance_minor = credits - debits, stored only where a decision needs it.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('test', 'live')),
  currency char(3) not null,
  kind text not null check (kind in ('available', 'pending', 'reserved', 'fees', 'funding', 'settlement', 'suspense',
    'unexplained', 'bank_costs', 'transit', 'owner_equity')),
  point_id uuid,
  connector_account_id uuid,
  balance_minor bigint,
  overdraft_minor bigint check (overdraft_minor between 0 and 10000000000000),
  created_at timestamptz(3) not null default gateway_now(),
  unique (id, environment, currency),
  unique nulls not distinct (environment, currency, kind, point_id, connector_account_id),
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment),
  constraint ledger_accounts_of_points check (
    (kind in ('available', 'pending', 'reserved', 'fees', 'funding')) = (point_id is not null)),
  constraint ledger_accounts_of_connectors check (
    (kind in ('settlement', 'suspense', 'unexplained', 'bank_costs', 'owner_equity')) = (connector_account_id is not null)),
  check ((kind in ('available', 'pending', 'reserved')) = (balance_minor is not null)),
  check ((kind = 'available') = (overdraft_minor is not null)),
  check (kind not in ('pending', 'reserved') or balance_minor >= 0)
);
create index ledger_accounts_point on ledger_accounts (point_id) where point_id is not null;

-- A double entry, balanced by construction: one amount leaves one account for another of the same environment and
-- currency (composite keys). Append-only: nobody may change or delete a row.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  transaction_id uuid references transactions (id),
  point_id uuid,
  -- refund_reserve, refund, refund_unreserve: as reserve, payout and unreserve of a payout, about the refund. refund_fee: the
  -- share of the pay-in's fee that comes back; return_fee: charged again where the refund comes back. refund_release,
  -- refund_withhold: about the pay-in, its credit before the release date.
  -- funding_seen, owner_out_seen: the merchant's prefunding arrived, or the owner took money out, of one point.
  -- unknown_returned: a debit that brought unclaimed money back to its sender. opening: what an own bank account held when its
  -- first day began.
  kind text not null check (kind in ('payin', 'payin_fee', 'release', 'reserve',
    'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted', 'suspense_returned',
    'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'withdrawal', 'opening', 'unknown_in',
    'unknown_used', 'unknown_out', 'unknown_out_used', 'unknown_returned', 'moved_in', 'moved_out', 'bank_cost', 'bank_income',
    'transfer_in', 'transfer_out', 'funding_seen', 'owner_out_seen', 'refund_reserve', 'refund', 'refund_unreserve', 'refund_fee',
    'return_fee', 'refund_release', 'refund_withhold')),
  debit_account bigint not null,
  credit_account bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  environment text not null,
  currency char(3) not null,
  note text check (length(note) <= 500),
  created_at timestamptz(3) not null default gateway_now(),
  -- The database transaction that wrote the entry. With it, pages that are read one after another show the entries of one
  -- moment: those that a snapshot of that moment sees.
  xid xid8 not null default pg_current_xact_id(),
  bank_line_id uuid references bank_lines (id),
  foreign key (debit_account, environment, currency) references ledger_accounts (id, environment, currency),
  foreign key (credit_account, environment, currency) references ledger_accounts (id, environment, currency),
  check (debit_account <> credit_account),
  -- Only what a line moves, and what a person books at a point, stands without a transaction.
  constraint ledger_transfers_about check (case
    when kind in ('funding', 'correction', 'withdrawal', 'opening') then transaction_id is null and bank_line_id is null
    when kind in ('unknown_in', 'unknown_out', 'unknown_returned', 'bank_cost', 'bank_income', 'transfer_in', 'transfer_out',
      'funding_seen', 'owner_out_seen') then transaction_id is null and bank_line_id is not null
    when kind in ('unknown_used', 'unknown_out_used') then bank_line_id is not null
    when kind in ('moved_in', 'moved_out') then transaction_id is not null and bank_line_id is not null
    else transaction_id is not null end)
);
create index ledger_transfers_transaction on ledger_transfers (transaction_id, id) where transaction_id is not null;
-- Statements of a point: its entries in the order of time.
create index ledger_transfers_by_time on ledger_transfers (point_id, created_at, id);
-- What operators moved by hand: few rows.
create index ledger_transfers_by_hand on ledger_transfers (point_id, id) where transaction_id is null;
-- What alerts about second final states look for: few rows.
create index ledger_transfers_taken_back on ledger_transfers (created_at) where kind in ('reversal', 'return');
-- A reservation is made once, and released or used once; a pay-in is credited once. By constraint, not by habit.
create unique index ledger_reserved_once on ledger_transfers (transaction_id) where kind = 'reserve';
create unique index ledger_reservation_ends_once on ledger_transfers (transaction_id) where kind in ('payout', 'unreserve');
create unique index ledger_fee_once on ledger_transfers (transaction_id) where kind in ('payin_fee', 'payout_fee');
create unique index ledger_released_once on ledger_transfers (transaction_id) where kind = 'release';
create unique index ledger_refund_reserved_once on ledger_transfers (transaction_id) where kind = 'refund_reserve';
create unique index ledger_refund_ends_once on ledger_transfers (transaction_id) where kind in ('refund', 'refund_unreserve');
create unique index ledger_refund_fee_once on ledger_transfers (transaction_id) where kind = 'refund_fee';
-- A line of a bank moves money once: one transfer of each kind.
create unique index ledger_transfers_of_line on ledger_transfers (bank_line_id, kind) where bank_line_id is not null;
-- Each withdrawal outside is booked once.
create unique index ledger_withdrawal_once on ledger_transfers (point_id, note) where kind = 'withdrawal';

-- Pay-ins whose credit waits for its release date. A refund may take the whole credit before.
create table ledger_releases (
  transaction_id uuid primary key references transactions (id),
  amount_minor bigint not null check (amount_minor >= 0),
  release_at timestamptz(3) not null,
  released_at timestamptz(3),
  -- Whose credit waits, and in which currency.
  point_id uuid not null,
  currency char(3) not null
);
create index ledger_releases_due on ledger_releases (release_at) where released_at is null;
create index ledger_releases_waiting on ledger_releases (point_id, release_at) where released_at is null;

-- The sum of each account's transfers up to one row, so that a run adds up only what came since.
create table ledger_sums (
  account_id bigint primary key references ledger_accounts (id),
  sum_minor numeric(30) not null
);

-- Up to which transfer the sums go. One row.
create table ledger_sums_upto (
  only_row boolean primary key default true check (only_row),
  transfer_id bigint not null default 0
);
insert into ledger_sums_upto default values;

-- Money that operators paid out to a merchant outside the gateway, in a currency that no service code pays out. Each is one
-- transfer of the kind `withdrawal` of the same point, whose note is the reference.
create table outside_withdrawals (
  id uuid primary key,
  point_id uuid not null references points (id),
  reference text not null check (length(reference) between 1 and 244),
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- How it was paid, as the merchant reads it.
  how text not null check (length(how) between 1 and 200),
  booked_by text not null check (length(booked_by) between 1 and 400),
  second text check (length(second) between 1 and 400),
  created_at timestamptz(3) not null,
  unique (point_id, reference)
);
create index outside_withdrawals_of_point on outside_withdrawals (point_id, created_at desc, id desc);

-- What is known of each line of a bank statement: which order it pays, or that nobody has claimed it. Every line is in the
-- ledger, whoever it belongs to.
create table bank_line_states (
  bank_line_id uuid primary key references bank_lines (id),
  bank_account_id uuid not null references bank_accounts (id),
  -- `new`: nothing has judged it. `in_suspense`: booked, and nobody has claimed it. `applied`: it moved the money of one
  -- transaction. `linked`: it proves money that an operator had confirmed. `explained`: a cost, an income or an own transfer; of
  -- class `returned`: a credit that went back, and the debit that shows it, the evidence of each naming the other line.
  -- `to_return`: booked as of nobody, to be returned to its sender outside. `closed`: without money, or from before the
  -- account's first day.
  state text not null check (state in ('new', 'in_suspense', 'applied', 'linked', 'explained', 'to_return', 'closed')),
  class text check (class in ('payin', 'payout', 'payout_return', 'fee', 'tax', 'interest', 'own_transfer', 'funding',
    'owner_out', 'returned')),
  transaction_id uuid references transactions (id),
  -- The transfer that booked the money of a linked line before the line came.
  transfer_id bigint unique references ledger_transfers (id),
  -- Why it was applied or linked: `{"rule", "score", "reasons"}`. Reasons are codes without values.
  evidence jsonb,
  judged_at timestamptz(3),
  -- The text names an order or a payout of ours.
  names_order boolean not null default false,
  -- What an operator may confirm the line by: its id and the bank's numbers, as `reference_key` writes them.
  numbers text[] not null default '{}',
  -- Something about it changed since it was judged.
  judge_again boolean not null default false,
  -- When a person looked at it last and left it. Who and why stands in the audit log.
  left_at timestamptz(3),
  check ((state in ('applied', 'linked')) = (transaction_id is not null)),
  check ((state = 'linked') = (transfer_id is not null)),
  check ((state in ('applied', 'linked', 'explained')) = (class is not null))
);
create index bank_line_states_new on bank_line_states (bank_account_id, bank_line_id) where state = 'new';
create index bank_line_states_waiting on bank_line_states (bank_account_id, judged_at, bank_line_id) where state = 'in_suspense';
create index bank_line_states_judged on bank_line_states (judged_at, bank_line_id) where judged_at is not null;
create index bank_line_states_of_transaction on bank_line_states (transaction_id) where transaction_id is not null;
create index bank_line_states_marked on bank_line_states (bank_account_id, bank_line_id)
  where state = 'in_suspense' and judge_again;
create index bank_line_states_named on bank_line_states (bank_account_id, bank_line_id)
  where state = 'in_suspense' and names_order;
create index bank_line_states_numbers on bank_line_states using gin (numbers)
  where state = 'in_suspense';
create index bank_line_states_to_return on bank_line_states (bank_account_id, bank_line_id)
  where state = 'to_return';

-- Whether each day of an own bank account adds up: what the bank says, what the ledger says, and what explains the difference.

-- Up to which transfer the two tables below hold the ledger. `seen`: the last transfer at `seen_at`; a minute later no open
-- transaction holds an earlier one.
create table bank_days_upto (
  is_only boolean primary key default true check (is_only),
  transfer_id bigint not null,
  seen_id bigint not null check (seen_id >= transfer_id),
  seen_at timestamptz(3) not null
);
insert into bank_days_upto (transfer_id, seen_id, seen_at) values (0, 0, 'epoch');

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
