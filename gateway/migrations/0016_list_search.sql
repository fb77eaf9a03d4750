-- Lists and search in the dashboard: by anything that people have in hand, each within a point, newest first.

-- References are compared byte by byte; in that order one index serves the whole reference and its beginning.
alter table transactions alter column reference type text collate "C";

-- What people type is compared without case. Columns of their own, because row-level security lets only plain
-- comparisons of columns reach an index.
-- created_week: Mondays, UTC, since 1970. What is searched for lies in no order of time (documents, names, amounts); behind
-- the week an index is written at the few pages of this week, however many millions of rows are older. A search looks into
-- each week.
alter table transactions
  add column party_name_key text collate "C" generated always as (lower(party_name)) stored,
  add column clabe text generated always as (instructions ->> 'clabe') stored,
  add column created_week int not null generated always as
    (floor(extract(epoch from created_at - timestamptz '1970-01-05 00:00Z') / 604800)::int) stored;

-- The order of lists: pay-ins and payouts apart. Nothing that changes stands in it.
drop index transactions_list;
create index transactions_list on transactions (point_id, pay_type, created_at desc, id desc);
-- What is under way, by age: few rows at any time.
create index transactions_pending on transactions (point_id, pay_type, created_at) where status = 'PENDING';
create index transactions_list_by_service on transactions (point_id, service_code, created_at desc, id desc);
-- The reasons that nearly all transactions have are found by their status; the others are rare, and so is this index's work.
create index transactions_list_by_reason on transactions (point_id, reason, created_at desc, id desc)
  where reason not in ('awaiting_payment', 'submitted', 'paid', 'expired');
create index transactions_amount on transactions (point_id, created_week, amount_minor, created_at desc, id desc);
create index transactions_name on transactions (point_id, created_week, party_name_key) where party_name_key is not null;
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

-- The story of one transaction: what its provider told, and what people did to it.
create index provider_notifications_attempt on provider_notifications (attempt_key) where attempt_key is not null;
create index audit_log_object on audit_log (object_id, created_at) where object_id is not null;
