-- What banks send about the operator's own accounts: files as they came, the statements in them, and each line once.

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
  unique (bank_account_id, identity, ordinal)
);
create index bank_lines_of_account on bank_lines (bank_account_id, booking_day, id);

-- Which entry of which statement is which line: each booked entry of each file is exactly one row.
create table bank_line_sightings (
  bank_statement_id uuid not null references bank_statements (id),
  -- From 1 within the statement.
  position integer not null check (position > 0),
  bank_line_id uuid not null references bank_lines (id),
  primary key (bank_statement_id, position)
);
create index bank_line_sightings_of_line on bank_line_sightings (bank_line_id);

grant select, insert, update on bank_files to pasarela_engine;
grant select, insert on bank_file_parts, bank_statements, bank_lines, bank_line_sightings to pasarela_engine;
alter table bank_files enable row level security;
alter table bank_file_parts enable row level security;
alter table bank_statements enable row level security;
alter table bank_lines enable row level security;
alter table bank_line_sightings enable row level security;
create policy engine on bank_files to pasarela_engine using (true) with check (true);
create policy engine on bank_file_parts to pasarela_engine using (true) with check (true);
create policy engine on bank_statements to pasarela_engine using (true) with check (true);
create policy engine on bank_lines to pasarela_engine using (true) with check (true);
create policy engine on bank_line_sightings to pasarela_engine using (true) with check (true);
