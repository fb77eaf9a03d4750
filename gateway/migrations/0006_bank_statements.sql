-- The operator's own bank accounts, and what banks send about them: files as they came, the statements in them, and each line
-- once. Each account is one connector account, so that settlement adds up per bank account.

-- One row per account at a bank.
create table bank_accounts (
  id uuid primary key,
  connector_account_id uuid not null unique,
  environment text not null,
  country char(2) not null,
  currency char(3) not null,
  bank_name text check (length(bank_name) between 1 and 200),
  holder text not null check (length(holder) between 1 and 200),
  holder_document text check (length(holder_document) between 1 and 60),
  -- IANA name. The days of the account begin in this zone.
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- Until when the bank executes payouts of the same day. Null: not known.
  cutoff time,
  active boolean not null default true,
  created_at timestamptz(3) not null default gateway_now(),
  -- Matches are applied by themselves only where a person has turned it on.
  automatic boolean not null default false,
  -- The first day whose lines count. Null: the day on which the account was added.
  ledger_from date,
  -- When lines of the account were last allowed to complete orders by themselves. What was agreed before the first live point
  -- does not count for real money.
  automatic_since timestamptz(3),
  -- Null: nobody has said it. `ledger_from` is the day that it is the opening balance of.
  opening_minor bigint,
  -- `provider`: the money that came to a connector account of a provider for no order. No statements, numbers and days. Each of
  -- its lines has the id of its incoming payment (`incoming_money`).
  kind text not null default 'bank' check (kind in ('bank', 'provider')),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
create index bank_accounts_list on bank_accounts (environment, created_at);

-- Every form in which statements write the number of an account, without separators, in upper case. A number names one
-- account per environment and currency, because some banks keep several currencies under one number.
create table bank_account_numbers (
  environment text not null,
  currency char(3) not null,
  number text not null check (number ~ '^[0-9A-Z@.+_-]{1,140}$'),
  bank_account_id uuid not null references bank_accounts (id),
  primary key (environment, currency, number)
);
create index bank_account_numbers_of on bank_account_numbers (bank_account_id);

-- How many of the 1,000,000 seven-digit references of an own account are in use, those of the last month included. Counted hourly.
create table reference_counts (
  connector_account_id uuid primary key references connector_accounts (id),
  held bigint not null check (held >= 0),
  -- Of orders that were created within the last seven days.
  drawn_in_week bigint not null check (drawn_in_week >= 0),
  counted_at timestamptz(3) not null
);

-- A way by which files come by themselves: a folder, or a token with which the bank's client sends them over HTTP. Files of live
-- bank accounts are agreed by two people, or come by a channel that two people agreed.
create table bank_channels (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  folder text check (length(folder) between 1 and 500),
  -- How its files are read, as `statement import` takes it.
  options jsonb not null check (pg_column_size(options) <= 8192),
  created_at timestamptz(3) not null default gateway_now(),
  ended_at timestamptz(3),
  looked_at timestamptz(3),
  -- Why the newest file was refused, or the folder could not be read. Null: nothing was wrong.
  last_failure text check (length(last_failure) <= 2000),
  -- SHA-256 of a token that cannot be guessed. It opens one way in, and nothing else.
  token_hash bytea check (length(token_hash) = 32),
  -- CIDR. Null: every network.
  networks text[] check (cardinality(networks) between 1 and 50),
  -- Ed25519. With it files that are signed apply by themselves; without it each waits for one person.
  signing_key bytea check (length(signing_key) = 32),
  constraint bank_channels_kind check ((folder is null) = (token_hash is not null)),
  constraint bank_channels_token check (token_hash is not null or (networks is null and signing_key is null))
);
create unique index bank_channels_folder on bank_channels (folder) where ended_at is null;

-- How the bank of an own account writes a format: two people agree to it, and the newest version counts.
create table bank_profiles (
  bank_account_id uuid not null references bank_accounts (id),
  format text not null check (format in ('camt', 'mt94x', 'ofx', 'csv')),
  version integer not null check (version > 0),
  -- As `readBankProfile` takes it.
  profile jsonb not null check (pg_column_size(profile) <= 8192),
  set_by text not null check (length(set_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (bank_account_id, format, version)
);

create table bank_files (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 255),
  sha256 bytea not null check (length(sha256) = 32),
  size_bytes bigint not null check (size_bytes > 0),
  received_by text not null check (length(received_by) between 1 and 200),
  received_at timestamptz(3) not null default gateway_now(),
  -- `stored`: the reading was cut off. A refused or stored file is read again when it is imported again.
  state text not null check (state in ('stored', 'read', 'refused')),
  format text check (length(format) between 1 and 60),
  -- Entries of the file by the second count of the readers.
  markers integer check (markers >= 0),
  refusal text check (length(refusal) between 1 and 2000),
  read_at timestamptz(3),
  -- By which token the file came. Null: a person or a folder brought it.
  channel_id uuid,
  unique (environment, sha256),
  check ((state = 'refused') = (refusal is not null)),
  check (state <> 'read' or (format is not null and markers is not null and read_at is not null))
);
create index bank_files_list on bank_files (environment, received_at, id);
create index bank_files_read on bank_files (read_at);

-- The bytes of a file in pieces, sealed. Texts of banks name people.
create table bank_file_parts (
  bank_file_id uuid not null references bank_files (id),
  part integer not null check (part >= 0),
  content_box bytea not null check (length(content_box) <= 2097152),
  primary key (bank_file_id, part)
);

create table bank_statements (
  id uuid primary key,
  bank_file_id uuid not null references bank_files (id),
  -- From 1 within the file.
  position integer not null check (position > 0),
  bank_account_id uuid not null references bank_accounts (id),
  bank_id text check (length(bank_id) <= 255),
  number text check (length(number) <= 255),
  page text check (length(page) <= 255),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  opening_minor bigint,
  closing_minor bigint,
  credit_minor bigint not null check (credit_minor >= 0),
  debit_minor bigint not null check (debit_minor >= 0),
  -- Entries that the bank has not booked yet. They are no lines.
  expected_entries integer not null check (expected_entries >= 0),
  booked_entries integer not null check (booked_entries >= 0),
  -- Opening balance and booked lines give the closing balance. Null: a balance is missing.
  adds_up boolean,
  -- What the bank says and the lines contradict: `[{"rule", "said", "found"}]`.
  doubts jsonb not null,
  unique (bank_file_id, position)
);
create index bank_statements_of_account on bank_statements (bank_account_id, to_day, from_day, id);

-- One row per movement of the account, however many files hold it.
create table bank_lines (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  -- SHA-256 over sign, amount, day, and the bank's id or else the text. Equal movements of a day differ by the ordinal.
  identity bytea not null check (length(identity) = 32),
  ordinal integer not null check (ordinal > 0),
  booking_day date not null,
  value_day date,
  sign char(1) not null check (sign in ('C', 'D')),
  -- Some banks send information as lines of 0.
  amount_minor bigint not null check (amount_minor >= 0),
  reversal boolean not null,
  -- False: the entry holds several payments that cannot be told apart. Nothing may match it by itself.
  is_single boolean not null,
  refs jsonb not null,
  details jsonb not null,
  text text not null check (length(text) <= 1000),
  party_name text,
  party_document text,
  party_account text,
  bank_code text,
  return_code text,
  seen_at timestamptz(3) not null default gateway_now(),
  -- Fields that stood in an element that the format gives to the bank alone. What a payer or merchant may have typed is text: it
  -- is shown, and it decides nothing.
  bank_fields text[] not null default '{}'
    check (bank_fields <@ array['name', 'document', 'account', 'return_code', 'ids']),
  -- What the entry holds can be read in two ways: the line waits for a person.
  in_doubt boolean not null default false,
  unique (bank_account_id, identity, ordinal)
);
create index bank_lines_of_account on bank_lines (bank_account_id, booking_day, id);
create index bank_lines_by_day on bank_lines (booking_day, id);

-- Which entry of which statement is which line: each booked entry of each file is exactly one row.
create table bank_line_sightings (
  bank_statement_id uuid not null references bank_statements (id),
  -- From 1 within the statement.
  position integer not null check (position > 0),
  bank_line_id uuid not null references bank_lines (id),
  primary key (bank_statement_id, position)
);
create index bank_line_sightings_of_line on bank_line_sightings (bank_line_id);

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

-- The lines of bank statements by which operators confirmed: one line moves the money of one transaction. Append-only.
create table bank_receipts (
  id bigint generated always as identity primary key,
  connector_account_id uuid not null references connector_accounts (id),
  bank_reference text not null check (length(bank_reference) between 1 and 100 and reference_key(bank_reference) <> ''),
  transaction_id uuid not null references transactions (id),
  created_at timestamptz(3) not null default gateway_now()
);
create unique index bank_receipts_once on bank_receipts (connector_account_id, reference_key(bank_reference));
create index bank_receipts_of_transaction on bank_receipts (transaction_id);
create index bank_receipts_by_time on bank_receipts (created_at);

-- Payment files: the payouts and refunds that wait for a person, of one own account, as one file for its bank. Here is how the
-- bank of an account takes such a file. The newest version counts.
create table payment_batch_templates (
  bank_account_id uuid not null references bank_accounts (id),
  version integer not null check (version > 0),
  template jsonb not null check (length(template::text) <= 32000),
  set_by text not null check (length(set_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (bank_account_id, version)
);

-- A file that two people agreed to. It is a draft until the first download; only a draft is cancelled. It is done when no item
-- is live any more.
create table payment_batches (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  -- From 1 within the account, without gaps.
  number integer not null check (number > 0),
  items integer not null check (items between 1 and 1000),
  total_minor bigint not null check (total_minor > 0),
  execution_day date not null,
  format text not null check (format in ('csv')),
  -- Of the bytes of the file. They are sealed: they name people. Null: removed with other personal data.
  sha256 bytea not null check (length(sha256) = 32),
  content_box bytea check (length(content_box) <= 4194304),
  made_by text not null check (length(made_by) between 1 and 400),
  approved_by text check (length(approved_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  -- Committed before the first byte leaves.
  handed_over_at timestamptz(3),
  handed_over_by text check (length(handed_over_by) between 1 and 400),
  cancelled_at timestamptz(3),
  unique (bank_account_id, number),
  check ((handed_over_at is null) = (handed_over_by is null)),
  check (handed_over_at is null or cancelled_at is null)
);
create index payment_batches_list on payment_batches (created_at, id);

-- What the file orders, as it stood in it. An item ends by its transaction, or is released: then its payout waits again.
create table payment_batch_items (
  batch_id uuid not null references payment_batches (id),
  position integer not null check (position > 0),
  transaction_id uuid not null references transactions (id),
  amount_minor bigint not null check (amount_minor > 0),
  reference text not null check (length(reference) between 1 and 100),
  beneficiary jsonb not null,
  released_at timestamptz(3),
  primary key (batch_id, position)
);
-- No payout stands in two files.
create unique index payment_batch_items_once on payment_batch_items (transaction_id) where released_at is null;
create index payment_batch_items_of_transaction on payment_batch_items (transaction_id);
