-- The money that moves: connector accounts, transactions with their history, attempts, and what providers tell about them.

-- A configured account at who moves the money. The simulated bank never serves live points. A test point is served by it, by an
-- own account for trials, or by a provider's sandbox.
create table connector_accounts (
  id uuid primary key,
  connector text not null check (length(connector) between 1 and 60),
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 200),
  credentials_box bytea not null check (length(credentials_box) <= 65536),
  created_at timestamptz(3) not null default gateway_now(),
  -- A provider's sandbox serves test points, and only these.
  sandbox boolean not null default false,
  -- What may be shown of its credentials: values that are no secrets, and of a certificate whose it is and until when.
  settings jsonb not null default '{}' check (pg_column_size(settings) <= 16384),
  -- When the first of its certificates ends. Null: it has none.
  certificate_ends_at timestamptz(3),
  -- When what it needs at its provider was last checked, and what was wrong then: a list of sentences.
  checked_at timestamptz(3),
  findings jsonb not null default '[]' check (pg_column_size(findings) <= 8192),
  unique (id, environment),
  constraint connector_fits_environment check (
    case environment when 'test' then sandbox or connector in ('simulated-bank', 'own-account')
      else not sandbox and connector <> 'simulated-bank' end
  )
);

-- Order numbers, taken in blocks of 1000 by each process: references, CLABEs and txids derive from them.
create sequence order_sequence as bigint increment by 1000 start with 1000;

-- A bank's reference without what people write differently: case, separators, leading zeros. '' = nothing is left.
create function reference_key(reference text) returns text language sql immutable strict parallel safe as
$$ select ltrim(regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g'), '0') $$;

-- A pay-in, a payout or a refund. One row for ever per (point, pay type, reference).
create table transactions (
  id uuid primary key,
  point_id uuid not null,
  environment text not null,
  pay_type text not null check (pay_type in ('payin', 'payout', 'refund')),
  service_code text not null check (length(service_code) between 1 and 60),
  -- References are compared byte by byte; in that order one index serves the whole reference and its beginning.
  reference text collate "C" not null check (length(reference) between 1 and 255),
  amount_minor bigint not null check (amount_minor between 1 and 9999999999999),
  currency char(3) not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'ERROR', 'EXPIRED')),
  reason text not null check (length(reason) between 1 and 60),
  -- What counts for the merchant.
  credited_minor bigint check (credited_minor >= 0),
  connector_account_id uuid not null,
  -- From `order_sequence`; what is made of it is unique by its own constraints.
  sequence bigint not null,
  target_reference text check (length(target_reference) <= 100),
  instructions jsonb not null check (pg_column_size(instructions) <= 8192),
  details jsonb not null check (pg_column_size(details) <= 16384),
  party_document text check (length(party_document) <= 64),
  party_name text check (length(party_name) <= 255),
  content_hash bytea not null check (length(content_hash) = 32),
  -- A token begins with its time, byte by byte: the newest ones lie beside each other.
  pay_token text collate "C" check (length(pay_token) = 22),
  redirect_url text check (length(redirect_url) <= 2048),
  provider_page_url text check (length(provider_page_url) <= 2048),
  card_bin text check (card_bin ~ '^[0-9]{6}$'),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  end_to_end_id text check (length(end_to_end_id) <= 64),
  provider_reference text check (length(provider_reference) <= 128),
  sender_name text check (length(sender_name) <= 255),
  sender_document text check (length(sender_document) <= 64),
  needs_operator text check (length(needs_operator) <= 255),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expired_at timestamptz(3),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- What arrived in total, as the provider tells it.
  received_minor bigint not null default 0 check (received_minor >= 0),
  -- What waits for a decision.
  suspense_minor bigint not null default 0 check (suspense_minor >= 0),
  -- What was taken back in total, as the provider tells it.
  reversed_minor bigint not null default 0 check (reversed_minor >= 0),
  -- What operators sent back out of suspense.
  sent_back_minor bigint not null default 0 check (sent_back_minor >= 0),
  payer_reference text check (length(payer_reference) <= 64),
  -- Who gave it: the payer never replaces the merchant's word. How often it was changed is limited.
  payer_reference_source text check (payer_reference_source in ('api', 'payer')),
  payer_reference_changes int not null default 0 check (payer_reference_changes between 0 and 1000),
  created_by_key text check (length(created_by_key) <= 32),
  approval_until timestamptz(3),
  -- When the names, documents and texts were removed.
  personal_removed_at timestamptz(3),
  -- The next two are for searches, because row-level security lets only plain comparisons of columns reach an index.
  clabe text generated always as (instructions ->> 'clabe') stored,
  -- Mondays, UTC, since 1970. What is searched for lies in no order of time (documents, names, amounts); behind the week an
  -- index is written at the few pages of this week, however many millions of rows are older. A search looks into each week.
  created_week int not null generated always as
    (floor(extract(epoch from created_at - timestamptz '1970-01-05 00:00Z') / 604800)::int) stored,
  -- What a merchant notes on a transaction in words of its own: up to 20 texts by key.
  metadata jsonb,
  -- Null: made through the API.
  payment_link_id uuid,
  -- Of a withdrawal: the account that its money goes to.
  withdrawal_account_id uuid references withdrawal_accounts (id),
  unique (point_id, pay_type, reference),
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment),
  check ((pay_type = 'payin') = (expired_at is not null)),
  check ((pay_type = 'payin') = (pay_token is not null)),
  check (pay_type = 'payin' or status <> 'EXPIRED'),
  constraint approval_is_for_money_out check (approval_until is null or pay_type <> 'payin'),
  constraint withdrawal_is_payout check (withdrawal_account_id is null or pay_type = 'payout')
);
create unique index transactions_pay_token on transactions (pay_token) where pay_token is not null;
create unique index transactions_target_reference on transactions (connector_account_id, target_reference)
  where target_reference is not null;

-- Lists, newest first, pay-ins and payouts apart. Nothing that changes stands in the first one. What the indexes cost and hold
-- as the table grows is measured in docs/adr/0013-growth.md.
create index transactions_list on transactions (point_id, pay_type, created_at desc, id desc);
-- The list of one status, and what the overview adds up: it reads a month of a busy point from this index alone.
create index transactions_list_by_status on transactions (point_id, pay_type, status, created_at desc, id desc)
  include (service_code, currency, amount_minor);
create index transactions_list_by_service on transactions (point_id, service_code, created_at desc, id desc);
-- The reasons that nearly all transactions have are found by their status; the others are rare, and so is this index's work.
create index transactions_list_by_reason on transactions (point_id, reason, created_at desc, id desc)
  where reason not in ('awaiting_payment', 'submitted', 'paid', 'expired');
-- The pay-ins of one payment link, newest first, and what was paid by it, without the forms that were left unpaid.
create index transactions_of_links on transactions (payment_link_id, created_at desc, id desc)
  where payment_link_id is not null;
create index transactions_paid_by_link on transactions (payment_link_id)
  where payment_link_id is not null and status = 'COMPLETED';
create index transactions_withdrawals on transactions (point_id, created_at desc, id desc)
  where withdrawal_account_id is not null;
-- What was an account's first use.
create index transactions_of_withdrawal_account on transactions (withdrawal_account_id, created_at, id)
  where withdrawal_account_id is not null;

-- What is under way, by age: few rows at any time.
create index transactions_pending on transactions (point_id, pay_type, created_at) where status = 'PENDING';
-- What the clock may end: money that waits for a person is not walked over again and again.
create index transactions_overdue on transactions (expired_at)
  where status = 'PENDING' and pay_type = 'payin' and suspense_minor < amount_minor;
create index transactions_approval on transactions (approval_until) where approval_until is not null and status = 'PENDING';
-- What a second person looks at before releasing a payout: those that wait, and what went to the same account before.
create index transactions_awaiting_approval on transactions (point_id, approval_until, id)
  where approval_until is not null and status = 'PENDING';
create index transactions_payout_account on transactions (point_id, (details ->> 'account'), created_at desc)
  where pay_type = 'payout';
create index transactions_needs_operator on transactions (created_at, id) where needs_operator is not null;
-- Money that waits for a decision: few rows.
create index transactions_suspense on transactions (id) where suspense_minor > 0;
-- Payouts and refunds that a person makes at the bank, those that wait the longest first.
create index transactions_to_pay on transactions (updated_at, id)
  where status = 'PENDING' and reason = 'waits_for_operator';

-- The sums of a day's payouts and refunds of one point, for its daily limit.
create index transactions_payout_day on transactions (point_id, currency, created_at) include (amount_minor)
  where pay_type = 'payout' and status <> 'ERROR';
create index transactions_refund_day on transactions (point_id, currency, created_at)
  include (amount_minor) where pay_type = 'refund' and status <> 'ERROR';
-- Completed payments whose booked amount is another than the asked one, few among many: overviews add up asked amounts by
-- an index alone and correct the sum by these.
create index transactions_booked_otherwise on transactions (point_id, created_at)
  where status = 'COMPLETED' and (credited_minor <> amount_minor or reversed_minor > 0);
-- What changed lately, in the order in which verify reads it. A b-tree, because a prepared statement's general plan gives
-- up a BRIN index for a walk over the whole primary key.
create index transactions_changed on transactions (updated_at, id);

-- Searches by what people have in hand, each within a point, newest first. A list by amounts tells by its index what else was
-- asked for: the row behind each entry is looked at only where it may be shown.
create index transactions_amounts on transactions
  (point_id, created_week, amount_minor, created_at desc, id desc) include (currency, pay_type, service_code, status);
-- The week first: operators search through all points at once.
create index transactions_document on transactions (created_week, party_document, point_id, created_at desc, id desc)
  where party_document is not null;
-- Nearly everybody pays for themselves, and is found as the party.
create index transactions_sender_document on transactions (created_week, sender_document, point_id, created_at desc, id desc)
  where sender_document is not null and sender_document is distinct from party_document;
create index transactions_provider_reference on transactions (created_week, provider_reference, point_id)
  where provider_reference is not null;
-- These two carry their time or their order number in front.
create index transactions_clabe on transactions (point_id, clabe) where clabe is not null;
create index transactions_end_to_end on transactions (point_id, end_to_end_id) where end_to_end_id is not null;

-- References of transfers that payers and merchants typed, and those among them that are not paid.
create index transactions_payer_reference on transactions (point_id, payer_reference) where payer_reference is not null;
create index transactions_shared_reference on transactions (connector_account_id, reference_key(payer_reference))
  where payer_reference is not null;
create index transactions_open_reference on transactions (created_at)
  where payer_reference is not null and status = 'PENDING' and environment = 'live';
create index transactions_typed_references on transactions (updated_at)
  include (point_id, payer_reference_changes)
  where payer_reference is not null and status in ('PENDING', 'EXPIRED');

-- Open deposits by the amount that is still due, the newest first, and by the halves of their reference: one mistake leaves
-- one half whole. References of the own accounts have seven or eight characters; those of the simulated bank are longer, so
-- that its orders cost nothing here.
create index transactions_newest_due_deposits on transactions
  (connector_account_id, (amount_minor - received_minor), created_at desc)
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
create index transactions_reference_heads on transactions (connector_account_id, (left(target_reference, 4)))
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
create index transactions_reference_tails on transactions (connector_account_id, (right(target_reference, 4)))
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
-- The seven-digit references of an account by the point that holds them, and when they were drawn. Digits sort before letters.
create index transactions_held_references on transactions (connector_account_id, point_id, created_at)
  where target_reference < 'A';

-- Every change of status or reason, in order. Append-only.
create table transaction_history (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  point_id uuid not null,
  status text not null,
  reason text not null check (length(reason) between 1 and 60),
  source text not null check (length(source) between 1 and 60),
  detail text check (length(detail) <= 2000),
  created_at timestamptz(3) not null default gateway_now()
);
create index transaction_history_transaction on transaction_history (transaction_id, id);

-- Metadata of a transaction by key and value, in a table with an index of its own, so that transactions without metadata pay
-- for none.
create table transaction_metadata (
  transaction_id uuid not null references transactions (id),
  point_id uuid not null,
  key text not null,
  value text not null,
  created_at timestamptz not null,
  primary key (transaction_id, key)
);
create index transaction_metadata_by_value on transaction_metadata (point_id, key, value, created_at desc, transaction_id desc);

-- Transactions by the words of their people's names: any word, in any order, without accents and case. Words are rows, because
-- row-level security lets only plain comparisons of columns reach an index: equality and the beginning of a word by a B-tree.
-- They are written with the name, and removed with it.
create table transaction_words (
  -- No foreign key: transactions are never deleted, and each payment has several words.
  transaction_id uuid not null,
  point_id uuid not null,
  created_week int not null,
  word text collate "C" not null check (length(word) between 2 and 32),
  -- Of the transaction: words lie in the order of lists.
  created_at timestamptz not null,
  primary key (transaction_id, word)
);
create index transaction_words_by_word on transaction_words (point_id, created_week, word, created_at desc, transaction_id desc);

-- Refunds: money of a completed pay-in on its way back. A refund is a transaction of its own (pay_type refund), so that state,
-- attempts, leases, limits and events are those of every other order; this table says which pay-in it belongs to.
create table refunds (
  -- The refund's own transaction.
  id uuid primary key references transactions (id),
  -- The pay-in whose money goes back.
  transaction_id uuid not null references transactions (id),
  point_id uuid not null,
  -- The part that was taken out of credit before its release; a refund that fails puts it back there.
  from_pending_minor bigint not null default 0 check (from_pending_minor >= 0),
  created_at timestamptz(3) not null default gateway_now(),
  -- The line of the bank that names the account to which a refund goes. Null: no account is named, or operators gave it.
  account_line_id uuid,
  check (id <> transaction_id)
);
create index refunds_of_payin on refunds (transaction_id, created_at, id);
create index refunds_list on refunds (point_id, created_at desc, id desc);

-- The account to which refunds of a pay-in go where no line of the bank names the sender's. Two operators give it, never a
-- merchant.
create table refund_accounts (
  transaction_id uuid primary key references transactions (id),
  -- The fields of a payout of the pay-in's service code.
  details jsonb not null check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 4096),
  set_by text not null check (length(set_by) between 1 and 400),
  -- Null: one person at the machine.
  second text check (length(second) between 1 and 400),
  created_at timestamptz(3) not null
);

-- What was sent to a connector, or is about to be: committed and leased before the call. kind announce = the provider
-- is told about an order whose instructions are local; submit = the call that moves or prepares money.
create table attempts (
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  point_id uuid not null,
  environment text not null,
  connector_account_id uuid not null,
  kind text not null check (kind in ('submit', 'announce')),
  number int not null check (number between 1 and 1000),
  key text not null check (length(key) between 1 and 64),
  state text not null check (state in ('waiting', 'calling', 'open', 'closed')),
  outcome text check (length(outcome) <= 40),
  outcome_detail jsonb check (pg_column_size(outcome_detail) <= 8192),
  lease_owner text check (length(lease_owner) <= 100),
  lease_until timestamptz(3),
  fence int not null default 0,
  calls int not null default 0,
  next_action_at timestamptz(3),
  -- When a process last had the right to send it, and whether any of these calls may have arrived.
  sent_at timestamptz(3),
  maybe_sent boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- How often a provider was asked about it since it was last sent: the schedule of inquiries follows this, not the calls,
  -- which count what was sent as well.
  inquiries int not null default 0 check (inquiries >= 0),
  -- The provider refuses the order from then on. Absolute: no resend changes it. Null: the order carries no deadline.
  execute_before timestamptz(3),
  -- When the gateway last tried to end it: an order is overdue at once, whenever it was asked about.
  ending_at timestamptz(3),
  unique (connector_account_id, key),
  unique (transaction_id, number),
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
-- What waits for anything, for the overview of operators.
create index attempts_due on attempts (next_action_at) where state in ('waiting', 'calling', 'open') and next_action_at is not null;
-- Inquiries by connector account, unknown outcomes before orders that the provider called pending: the budget of an
-- account is spent on the first without looking at the second, of which there may be hundreds of thousands.
create index attempts_to_inquire on attempts
  (connector_account_id, (case when outcome = 'pending' then 1 else 0 end), next_action_at)
  where (state = 'open' or (state = 'calling' and kind = 'submit')) and next_action_at is not null;
-- What is to be sent, without the orders that wait for an inquiry.
create index attempts_to_send on attempts (next_action_at)
  where (state = 'waiting' or (state = 'calling' and kind = 'announce')) and next_action_at is not null;
create index attempts_unknown on attempts (sent_at) where outcome = 'unknown' and state <> 'closed';

-- Attempts of transactions that ended as not executed. The provider is asked about each again for a day; nothing is sent.
-- A row goes when its last inquiry was answered.
create table late_execution_checks (
  attempt_id uuid primary key references attempts (id),
  -- When the transaction ended: the times of the inquiries count from here.
  created_at timestamptz(3) not null,
  checks int not null default 0 check (checks >= 0),
  next_check_at timestamptz(3) not null,
  lease_owner text check (length(lease_owner) <= 100),
  lease_until timestamptz(3),
  fence int not null default 0
);
create index late_execution_checks_due on late_execution_checks (next_check_at);

-- Charges that a provider is asked for, before their merchant is told the code: no payment yet, and in no list or callback.
create table prepared_charges (
  -- The id that the transaction will have; the provider's key derives from it.
  id uuid primary key,
  point_id uuid not null,
  environment text not null,
  reference text not null check (length(reference) between 1 and 255),
  content_hash bytea not null check (length(content_hash) = 32),
  connector_account_id uuid not null,
  sequence bigint not null,
  expired_at timestamptz(3) not null,
  -- Until when one request may call the provider about it, and which.
  called_until timestamptz(3) not null,
  called_by uuid,
  created_at timestamptz(3) not null default gateway_now(),
  -- From then on its reference is free, and it is cancelled at the provider.
  abandoned_at timestamptz(3),
  tries int not null default 0,
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
create unique index prepared_charges_reference on prepared_charges (point_id, reference) where abandoned_at is null;
create index prepared_charges_due on prepared_charges (called_until);

-- Providers' news, stored raw before it counts. Partitioned by month; a job makes partitions ahead, the default one catches what falls outside.
create table provider_notifications (
  id uuid not null,
  connector_account_id uuid not null,
  event_id text check (length(event_id) <= 128),
  attempt_key text check (length(attempt_key) <= 64),
  headers jsonb not null check (pg_column_size(headers) <= 16384),
  body bytea not null check (length(body) <= 65536),
  state text not null check (state in ('received', 'processed', 'unmatched')),
  tries int not null default 0,
  next_try_at timestamptz(3),
  received_at timestamptz(3) not null,
  -- A provider may send several events in one push. The row that keeps headers and body of such a push: its own id, or another's
  -- of the same instant. Null: they are in the row itself, which belongs to its event alone.
  push_id uuid,
  -- Nothing of the push is believed: the provider is asked about the key. Such a row keeps no headers and no body.
  prompts_inquiry boolean not null default false,
  primary key (id, received_at)
) partition by range (received_at);
create table provider_notifications_default partition of provider_notifications default;
create index provider_notifications_due on provider_notifications (next_try_at) where state = 'received';
create index provider_notifications_attempt on provider_notifications (attempt_key) where attempt_key is not null;
-- Old raw news are emptied before their month goes. Rows are written in the order of time.
create index provider_notifications_age on provider_notifications using brin (received_at) with (pages_per_range = 16);

-- One row per piece of news of a provider: the same event is processed once.
create table provider_event_ids (
  connector_account_id uuid not null references connector_accounts (id),
  event_id text not null check (length(event_id) between 1 and 128),
  received_at timestamptz(3) not null,
  primary key (connector_account_id, event_id)
);
-- For the deletion of old ones: rows are written in the order of time.
create index provider_event_ids_age on provider_event_ids using brin (received_at) with (pages_per_range = 16);

-- Money that a provider received for none of our orders: each of its payments once.
create table incoming_money (
  id uuid primary key,
  connector_account_id uuid not null references connector_accounts (id),
  -- The provider's own id of the payment.
  provider_id text not null check (length(provider_id) between 1 and 128),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- What the payer wrote.
  reference text check (length(reference) between 1 and 140),
  sender_name text check (length(sender_name) between 1 and 200),
  sender_document text check (length(sender_document) between 1 and 60),
  -- By the provider's clock.
  moved_at timestamptz(3) not null,
  received_at timestamptz(3) not null default gateway_now(),
  -- It became a line of the account's own list, where people find its owner. Null: nothing takes it, and operators get an alert.
  taken_at timestamptz(3),
  unique (connector_account_id, provider_id)
);
-- For the alert and for the removal of personal data: rows are written in the order of time.
create index incoming_money_age on incoming_money using brin (received_at) with (pages_per_range = 16);

-- Card testing: how often a point's cards of one bank, one card, one address or one e-mail were tried lately. One row per card
-- pay-in and key. key_hash is keyed with a key of its own: no address, e-mail or number stands here.
-- The same reference sent twice at once with different cards is a row for each of their keys. `state`: in_flight until the
-- provider has answered; settled = it did not decline (so far); declined. Rows older than a day count for nothing and are
-- deleted.
create table card_uses (
  point_id uuid not null references points (id),
  kind text not null check (kind in ('bin', 'fingerprint', 'address', 'email')),
  key_hash bytea not null check (length(key_hash) = 32),
  reference text not null check (length(reference) between 1 and 255),
  state text not null default 'in_flight' check (state in ('in_flight', 'settled', 'declined')),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (point_id, reference, kind, key_hash)
);
-- Counting stops at the limit: each index holds what one count looks at, newest first or last, and nothing between.
create index card_uses_recent on card_uses (point_id, kind, key_hash, created_at);
create index card_uses_declines on card_uses (point_id, kind, key_hash, state, created_at) where state <> 'settled';
create index card_uses_age on card_uses (created_at);

-- Guessing a card number by repeating a reference: each repetition of a card pay-in with another card is one guess.
-- One row per guess, written before the request is answered. A transaction has at most five and a point fifty an hour:
-- beyond that nothing is compared, and nothing is written. `closes`: this guess was the last one of its transaction or
-- of its point's hour. Rows stay, because a transaction is guessed at for as long as its reference can be repeated.
create table card_guesses (
  id bigint generated always as identity primary key,
  point_id uuid not null references points (id),
  transaction_id uuid not null,
  closes boolean not null,
  created_at timestamptz(3) not null default gateway_now()
);
create index card_guesses_transaction on card_guesses (transaction_id);
create index card_guesses_point on card_guesses (point_id, created_at);
create index card_guesses_closing on card_guesses (created_at) where closes;
