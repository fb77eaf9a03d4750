-- Search in the dashboard's lists: by document, by the bank's ids and by amount, each within a point.
create index transactions_list_by_type on transactions (point_id, pay_type, created_at desc, id desc);
create index transactions_document on transactions (point_id, party_document) where party_document is not null;
create index transactions_sender_document on transactions (point_id, sender_document) where sender_document is not null;
create index transactions_end_to_end on transactions (point_id, end_to_end_id) where end_to_end_id is not null;
create index transactions_provider_reference on transactions (point_id, provider_reference)
  where provider_reference is not null;
create index transactions_amount on transactions (point_id, amount_minor, created_at desc);
