-- The ledger: accounts, balanced transfers, releases; a point's policies and terms; what a transaction owes to them.

-- Null = the default of the environment. A policy never loses money: `hold` keeps it in suspense for a person.
alter table points
  add column late_policy text check (late_policy in ('accept_late', 'hold')),
  add column overpaid_policy text check (overpaid_policy in ('accept', 'hold')),
  add column payer_mismatch_policy text check (payer_mismatch_policy in ('accept_flagged', 'hold')),
  add column reversal_policy text check (reversal_policy in ('keep_completed', 'error')),
  add column returned_fee_policy text check (returned_fee_policy in ('keep', 'give_back')),
  add column card_fingerprints boolean not null default false;

-- received: what arrived in total, as the provider tells it; credited: what counts for the merchant; suspense: what
-- waits for a decision; reversed: what was taken back in total, as the provider tells it; sent_back: what operators sent
-- back out of suspense. Minor units.
alter table transactions
  add column fee_minor bigint not null default 0 check (fee_minor >= 0),
  add column received_minor bigint not null default 0 check (received_minor >= 0),
  add column suspense_minor bigint not null default 0 check (suspense_minor >= 0),
  add column reversed_minor bigint not null default 0 check (reversed_minor >= 0),
  add column sent_back_minor bigint not null default 0 check (sent_back_minor >= 0),
  add column payer_reference text check (length(payer_reference) <= 64),
  -- Who gave it: the payer never replaces the merchant's word. How often it was changed is limited.
  add column payer_reference_source text check (payer_reference_source in ('api', 'payer')),
  add column payer_reference_changes int not null default 0 check (payer_reference_changes between 0 and 1000),
  add column created_by_key text check (length(created_by_key) <= 32),
  -- In the ledger; false only for what was accepted before there was one.
  add column booked boolean not null default false,
  add column approval_until timestamptz(3),
  add constraint approval_is_for_payouts check (approval_until is null or pay_type = 'payout');
alter table transactions alter column booked set default true;
-- What the clock may end: money that waits for a person is not walked over again and again.
create index transactions_overdue on transactions (expired_at)
  where status = 'PENDING' and pay_type = 'payin' and suspense_minor < amount_minor;

-- A bank's reference without what people write differently: case, separators, leading zeros. '' = nothing is left.
create function reference_key(reference text) returns text language sql immutable strict parallel safe as
$$ select ltrim(regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g'), '0') $$;

-- The lines of bank statements by which operators confirmed: one line moves the money of one transaction. Append-only.
create table bank_receipts (
  id bigint generated always as identity primary key,
  connector_account_id uuid not null references connector_accounts (id),
  bank_reference text not null check (length(bank_reference) between 1 and 100 and reference_key(bank_reference) <> ''),
  transaction_id uuid not null references transactions (id),
  created_at timestamptz(3) not null default gateway_now()
);
create unique index bank_receipts_once on bank_receipts (connector_account_id, reference_key(bank_reference));
grant select, insert on bank_receipts to pasarela_engine;

create index transactions_approval on transactions (approval_until) where approval_until is not null and status = 'PENDING';
create index transactions_needs_operator on transactions (created_at, id) where needs_operator is not null;
create index transactions_payer_reference on transactions (point_id, payer_reference) where payer_reference is not null;
create index transactions_shared_reference on transactions (connector_account_id, reference_key(payer_reference))
  where payer_reference is not null;
create index transactions_open_reference on transactions (created_at)
  where payer_reference is not null and status = 'PENDING' and environment = 'live';
-- The sum of a day's payouts of one point, for its daily limit.
create index transactions_payout_day on transactions (point_id, currency, created_at) include (amount_minor)
  where pay_type = 'payout' and status <> 'ERROR';

-- What one point pays for a service, and how long its pay-ins wait before they are available. '*' = every service code
-- that has no line of its own (percent only: a fixed fee has the currency of one service code).
create table point_terms (
  point_id uuid not null references points (id),
  service_code text not null check (length(service_code) between 1 and 60),
  pay_type text not null check (pay_type in ('payin', 'payout')),
  fee_millionths int not null default 0 check (fee_millionths between 0 and 1000000),
  fee_fixed_minor bigint not null default 0 check (fee_fixed_minor between 0 and 9999999999999),
  release_delay_seconds int check (release_delay_seconds between 0 and 31536000),
  primary key (point_id, pay_type, service_code),
  check (service_code <> '*' or fee_fixed_minor = 0),
  check (pay_type = 'payin' or release_delay_seconds is null)
);

-- How much a point may pay out in one currency: per payout, per UTC day, and above which amount a second key must agree.
create table payout_limits (
  point_id uuid not null references points (id),
  currency char(3) not null,
  single_minor bigint check (single_minor >= 0),
  daily_minor bigint check (daily_minor >= 0),
  approval_above_minor bigint check (approval_above_minor >= 0),
  primary key (point_id, currency)
);

-- An account of the ledger: of a point (available, pending, reserved, fees, funding) or of a connector account
-- (settlement, suspense). balance_minor = credits - debits, stored only where a decision needs it.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('test', 'live')),
  currency char(3) not null,
  kind text not null check (kind in ('available', 'pending', 'reserved', 'fees', 'funding', 'settlement', 'suspense')),
  point_id uuid,
  connector_account_id uuid,
  balance_minor bigint,
  overdraft_minor bigint check (overdraft_minor between 0 and 10000000000000),
  created_at timestamptz(3) not null default gateway_now(),
  unique (id, environment, currency),
  unique nulls not distinct (environment, currency, kind, point_id, connector_account_id),
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment),
  check ((kind in ('settlement', 'suspense')) = (point_id is null)),
  check ((kind in ('settlement', 'suspense')) = (connector_account_id is not null)),
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
  kind text not null check (kind in ('payin', 'payin_fee', 'release', 'reserve', 'payout', 'payout_fee', 'unreserve',
    'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted', 'suspense_returned',
    'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction')),
  debit_account bigint not null,
  credit_account bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  environment text not null,
  currency char(3) not null,
  note text check (length(note) <= 500),
  created_at timestamptz(3) not null default gateway_now(),
  foreign key (debit_account, environment, currency) references ledger_accounts (id, environment, currency),
  foreign key (credit_account, environment, currency) references ledger_accounts (id, environment, currency),
  check (debit_account <> credit_account),
  check ((kind in ('funding', 'correction')) = (transaction_id is null))
);
create index ledger_transfers_transaction on ledger_transfers (transaction_id, id) where transaction_id is not null;
-- A reservation is made once, and released or used once; a pay-in is credited once. By constraint, not by habit.
create unique index ledger_reserved_once on ledger_transfers (transaction_id) where kind = 'reserve';
create unique index ledger_reservation_ends_once on ledger_transfers (transaction_id) where kind in ('payout', 'unreserve');
create unique index ledger_fee_once on ledger_transfers (transaction_id) where kind in ('payin_fee', 'payout_fee');
create unique index ledger_released_once on ledger_transfers (transaction_id) where kind = 'release';

-- Pay-ins whose credit waits for its release date.
create table ledger_releases (
  transaction_id uuid primary key references transactions (id),
  amount_minor bigint not null check (amount_minor > 0),
  release_at timestamptz(3) not null,
  released_at timestamptz(3)
);
create index ledger_releases_due on ledger_releases (release_at) where released_at is null;

grant select, insert, update on ledger_accounts, ledger_releases, point_terms, payout_limits to pasarela_engine;
grant delete on point_terms, payout_limits to pasarela_engine;
grant select, insert on ledger_transfers to pasarela_engine;
grant select on ledger_accounts, ledger_transfers, point_terms, payout_limits to pasarela_reader;
grant usage on all sequences in schema public to pasarela_engine;

alter table ledger_accounts enable row level security;
alter table ledger_transfers enable row level security;
alter table point_terms enable row level security;
alter table payout_limits enable row level security;
create policy engine on ledger_accounts to pasarela_engine using (true) with check (true);
create policy engine on ledger_transfers to pasarela_engine using (true) with check (true);
create policy engine on point_terms to pasarela_engine using (true) with check (true);
create policy engine on payout_limits to pasarela_engine using (true) with check (true);
create policy reader on ledger_accounts for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on ledger_transfers for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on point_terms for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on payout_limits for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
