-- What operators decide and set up: proposals and the queue, routes, deposit accounts, accounts at providers; payment links.

-- What one operator proposes in the dashboard and another one decides.
create table proposals (
  id uuid primary key,
  -- confirm, fail, suspense_accept, suspense_return, fund, correction, overdraft, terms …
  action text not null check (length(action) between 1 and 40),
  environment text not null check (environment in ('test', 'live')),
  point_id uuid,
  transaction_id uuid references transactions (id),
  -- The action's own fields, as proposed: what is decided is exactly this.
  input jsonb not null check (pg_column_size(input) <= 8192),
  evidence text not null check (length(evidence) between 1 and 1000),
  -- A setting of a test point, where nobody's money is: whoever proposes it carries it out at once.
  alone boolean not null default false,
  proposed_by uuid not null references users (id),
  proposed_at timestamptz(3) not null default statement_timestamp(),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn')),
  -- done is written in the commit of what was proposed: it is carried out once, or it is still open.
  decided_by uuid references users (id),
  decided_at timestamptz(3),
  decision_note text check (length(decision_note) <= 1000),
  -- Why it could not be carried out when somebody last tried; it is open still.
  last_failure text check (length(last_failure) <= 500),
  foreign key (point_id, environment) references points (id, environment),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (decided_by is null)),
  check (decided_by is null or decided_by <> proposed_by or state = 'withdrawn' or alone),
  check (not alone or environment = 'test')
);
create index proposals_open on proposals (id) where state = 'open';
-- One question about a transaction at a time.
create unique index proposals_open_transaction on proposals (transaction_id)
  where state = 'open' and transaction_id is not null;
create index proposals_transaction on proposals (transaction_id, id) where transaction_id is not null;
create index proposals_point on proposals (point_id, id) where point_id is not null;

-- Who works on an item of the operators' queue, so that no two people do the same. A row goes when its item waits no more.
create table queue_assignments (
  kind text not null check (kind in ('review', 'pay', 'proposal', 'callbacks', 'deposit', 'withdrawal')),
  -- A transaction, a proposal, a point, a deposit account or an account for withdrawals, by the kind.
  item_id uuid not null,
  user_id uuid not null references users (id),
  note text check (length(note) between 1 and 500),
  taken_at timestamptz(3) not null default gateway_now(),
  primary key (kind, item_id)
);

-- The operator's own accounts that payers deposit to (connector own-account).
create table deposit_accounts (
  id uuid primary key,
  connector_account_id uuid not null references connector_accounts (id),
  service_code text not null check (length(service_code) between 1 and 60),
  bank text check (length(bank) <= 200),
  number text check (length(number) <= 100),
  type text check (length(type) <= 60),
  beneficiary text not null check (length(beneficiary) between 1 and 200),
  doc_id text check (length(doc_id) <= 60),
  extra jsonb not null default '{}' check (pg_column_size(extra) <= 8192),
  active boolean not null default true,
  created_at timestamptz(3) not null default gateway_now(),
  -- An account that takes the place of another one is shown to payers from this time on, or once a third person agreed.
  -- Null: at once.
  shown_from timestamptz(3),
  -- Who proposed it and who decided; null: nobody else did.
  proposal_id uuid references proposals (id),
  shown_by uuid references users (id)
);
create index deposit_accounts_lookup on deposit_accounts (connector_account_id, service_code) where active;

-- Which connector account carries a service code, for one point or for all of an environment. '*' stands for every code.
create table routes (
  id uuid primary key,
  environment text not null,
  point_id uuid,
  service_code text not null check (length(service_code) between 1 and 60),
  pay_type text not null check (pay_type in ('payin', 'payout')),
  connector_account_id uuid not null,
  priority int not null default 100,
  created_at timestamptz(3) not null default gateway_now(),
  -- A route that takes the place of another one begins when payers see its deposit account. Null: at once.
  starts_at timestamptz(3),
  deposit_account_id uuid references deposit_accounts (id),
  -- From then on a route takes no new orders.
  ended_at timestamptz(3),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment),
  foreign key (point_id, environment) references points (id, environment)
);
-- The rank of a route that ended is free again.
create unique index routes_in_use on routes
  (environment, coalesce(point_id, '00000000-0000-0000-0000-000000000000'::uuid), service_code, pay_type, priority)
  where ended_at is null;

-- What an operator typed and a call to the provider proved, until people agreed to it.
create table provider_drafts (
  id uuid primary key,
  -- The account whose credentials it replaces. Null: a new account, which gets the id of the draft.
  connector_account_id uuid references connector_accounts (id),
  connector text not null check (length(connector) between 1 and 60),
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 200),
  settings jsonb not null check (pg_column_size(settings) <= 16384),
  credentials_box bytea not null check (length(credentials_box) <= 65536),
  certificate_ends_at timestamptz(3),
  -- What the provider answered to the trial.
  trial text not null check (length(trial) between 1 and 500),
  made_by text not null check (length(made_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now()
);

-- Certification of accounts at providers: a run plays the steps that the connector declares against the provider's own system.
create table certification_runs (
  id uuid primary key,
  connector_account_id uuid not null references connector_accounts (id),
  -- The product's version.
  release text not null check (length(release) between 1 and 60),
  -- Of the credentials with which it ran: others are not certified by it.
  credentials_fingerprint text not null check (credentials_fingerprint ~ '^[0-9a-f]{16}$'),
  run_by text not null check (length(run_by) between 1 and 400),
  started_at timestamptz(3) not null,
  -- Null: it is under way, or broke off.
  ended_at timestamptz(3),
  outcome text check (outcome in ('passed', 'failed', 'incomplete')),
  -- What each step expected and what came, without secrets and personal data.
  steps jsonb not null default '[]' check (pg_column_size(steps) <= 65536),
  check ((ended_at is null) = (outcome is null))
);
create index certification_runs_last on certification_runs (connector_account_id, ended_at desc) where ended_at is not null;

-- Keys and payments of such runs at the provider. What is told about them belongs to no transaction and is no incoming money.
create table certification_keys (
  connector_account_id uuid not null references connector_accounts (id),
  key text not null check (length(key) between 1 and 128),
  made_at timestamptz(3) not null default gateway_now(),
  -- When a notification first named it.
  told_at timestamptz(3),
  primary key (connector_account_id, key)
);

-- Payment links: an address that a merchant gives to payers, each of whom makes a pay-in of their own.
create table payment_links (
  id uuid primary key,
  point_id uuid not null references points (id),
  -- 128 random bits: who has the address may pay.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  reference text not null check (length(reference) between 1 and 200),
  title text not null check (length(title) between 1 and 80),
  currency text not null,
  -- Equal: the payer chooses no amount.
  amount_min_minor bigint not null check (amount_min_minor > 0),
  amount_max_minor bigint not null check (amount_max_minor >= amount_min_minor),
  -- Null: those of the currency.
  service_codes text[] check (cardinality(service_codes) between 1 and 50),
  uses_max int check (uses_max > 0),
  expired_at timestamptz(3),
  metadata jsonb,
  -- The caller who made it, who is the maker of its pay-ins as well.
  created_by_key text not null check (length(created_by_key) <= 100),
  paused_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (point_id, reference)
);
create index payment_links_newest_first on payment_links (point_id, created_at desc, id desc);

-- Each form that a payer sent, and the pay-in that it made.
create table payment_link_uses (
  -- No foreign key: transactions are never deleted.
  transaction_id uuid primary key,
  payment_link_id uuid not null references payment_links (id),
  point_id uuid not null,
  -- Of the form, which makes one pay-in however often it is sent.
  nonce text not null check (length(nonce) = 22),
  -- Until then a pay-in that nobody paid counts as a use.
  held_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- Each household has a share of the places of a link. Keyed hash of the point and the payer's network. Null: removed with
  -- other personal data.
  household bytea,
  unique (payment_link_id, nonce)
);
create index payment_link_uses_held on payment_link_uses (point_id, held_until);
-- What one household left unpaid.
create index payment_link_uses_of_household on payment_link_uses (household, created_at)
  where household is not null;
