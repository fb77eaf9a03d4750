-- Each day of an own bank account: what the bank says that it held, what the ledger says, and what explains the
-- difference.

-- The balance at the bank where `ledger_from` begins, as two operators said it. Null: nobody has said it.
alter table bank_accounts
  add column opening_minor bigint;

-- Statements that do not add up or join, which two operators accepted.
create table bank_statement_acceptances (
  bank_statement_id uuid primary key references bank_statements (id),
  reason text not null check (length(reason) between 1 and 1000),
  accepted_by text not null check (length(accepted_by) between 1 and 200),
  accepted_at timestamptz(3) not null default gateway_now()
);

-- Days in the time zone of the account. They are computed again whenever a file, a line or a confirmation changes them.
create table bank_days (
  bank_account_id uuid not null references bank_accounts (id),
  day date not null,
  -- What the bank held at the end of the day. Null: no statement says it.
  bank_minor bigint,
  -- The ledger at the end of the day: lines count on their day, other transfers on the day on which they were booked.
  ledger_minor bigint not null,
  -- Lines up to the day that are not in the ledger, with their sign.
  unposted_minor bigint not null,
  -- Transfers up to the day that no line up to the day proves, with their sign.
  unproven_minor bigint not null,
  -- Of these: booked more than two business days before, and proven by no line until now.
  late_minor bigint not null,
  -- bank - (ledger + unposted - unproven). Null: the bank's part is not known.
  difference_minor bigint,
  state text not null check (state in ('proven', 'open', 'closed_manually')),
  -- Why it is open.
  reasons text[] not null,
  computed_at timestamptz(3) not null default gateway_now(),
  primary key (bank_account_id, day),
  check ((bank_minor is null) = (difference_minor is null)),
  check (difference_minor = bank_minor - ledger_minor - unposted_minor + unproven_minor),
  check (state <> 'proven' or (difference_minor = 0 and unposted_minor = 0 and reasons = '{}'))
);
create index bank_days_open on bank_days (bank_account_id, day) where state = 'open';

-- Two operators closed a day that stays different. It holds while the difference is the same, for later days too.
create table bank_day_closings (
  id bigint generated always as identity primary key,
  bank_account_id uuid not null references bank_accounts (id),
  day date not null,
  difference_minor bigint,
  late_minor bigint not null,
  reason text not null check (length(reason) between 1 and 1000),
  closed_by text not null check (length(closed_by) between 1 and 200),
  closed_at timestamptz(3) not null default gateway_now()
);
create index bank_day_closings_of_day on bank_day_closings (bank_account_id, day, id);

-- How far the days of an account are computed.
create table bank_day_progress (
  bank_account_id uuid primary key references bank_accounts (id),
  -- Changes up to here are in the days.
  looked_at timestamptz(3) not null,
  -- The first day that must be computed again. Null: none.
  stale_from date
);

-- Days on which banks of a country do not book, beside Saturdays and Sundays.
create table bank_holidays (
  country char(2) not null check (country ~ '^[A-Z]{2}$'),
  day date not null,
  name text not null check (length(name) between 1 and 200),
  -- Where it comes from: a law, a decree, or the operator.
  source text not null check (length(source) between 1 and 200),
  primary key (country, day)
);

grant select, insert on bank_statement_acceptances, bank_day_closings to pasarela_engine;
grant select, insert, update, delete on bank_days, bank_holidays to pasarela_engine;
grant select, insert, update on bank_day_progress to pasarela_engine;
alter table bank_statement_acceptances enable row level security;
alter table bank_days enable row level security;
alter table bank_day_closings enable row level security;
alter table bank_day_progress enable row level security;
alter table bank_holidays enable row level security;
create policy engine on bank_statement_acceptances to pasarela_engine using (true) with check (true);
create policy engine on bank_days to pasarela_engine using (true) with check (true);
create policy engine on bank_day_closings to pasarela_engine using (true) with check (true);
create policy engine on bank_day_progress to pasarela_engine using (true) with check (true);
create policy engine on bank_holidays to pasarela_engine using (true) with check (true);
