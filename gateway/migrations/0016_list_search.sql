-- Lists and search in the dashboard: by anything that people have in hand, each within a point, newest first.

-- References are compared byte by byte; in that order one index serves the whole reference and its beginning.
alter table transactions alter column reference type text collate "C";

-- What people type is compared without case. Columns of their own, because row-level security lets only plain
-- comparisons of columns reach an index.
alter table transactions
  add column party_name_key text collate "C" generated always as (lower(party_name)) stored,
  add column clabe text generated always as (instructions ->> 'clabe') stored;

-- The order of lists again, now with what the overview adds up: it reads a month of a busy point from this index alone.
drop index transactions_list;
create index transactions_list on transactions (point_id, created_at desc, id desc)
  include (pay_type, service_code, currency, status, amount_minor);
-- What is under way, by age: few rows at any time.
create index transactions_pending on transactions (point_id, pay_type, created_at) where status = 'PENDING';
create index transactions_list_by_type on transactions (point_id, pay_type, created_at desc, id desc);
create index transactions_list_by_service on transactions (point_id, service_code, created_at desc, id desc);
-- The reasons that nearly all transactions have are found by their status; the others are rare, and so is this index's work.
create index transactions_list_by_reason on transactions (point_id, reason, created_at desc, id desc)
  where reason not in ('awaiting_payment', 'submitted', 'paid', 'expired');
create index transactions_amount on transactions (point_id, amount_minor, created_at desc, id desc);
create index transactions_document on transactions (point_id, party_document, created_at desc, id desc)
  where party_document is not null;
create index transactions_sender_document on transactions (point_id, sender_document, created_at desc, id desc)
  where sender_document is not null;
create index transactions_name on transactions (point_id, party_name_key) where party_name_key is not null;
create index transactions_clabe on transactions (point_id, clabe) where clabe is not null;
create index transactions_end_to_end on transactions (point_id, end_to_end_id) where end_to_end_id is not null;
create index transactions_provider_reference on transactions (point_id, provider_reference)
  where provider_reference is not null;

-- The story of one transaction: what its provider told, and what people did to it.
create index provider_notifications_attempt on provider_notifications (attempt_key) where attempt_key is not null;
create index audit_log_object on audit_log (object_id, created_at) where object_id is not null;
