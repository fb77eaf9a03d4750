-- Each household has a share of the places of a link, and an account that waits for its approval may be taken away.
-- Keyed hash of the point and the payer's network. Null: made before, or removed with other personal data.
alter table payment_link_uses add column household bytea;
grant update (household) on payment_link_uses to pasarela_engine;

-- When two operators took the document away. Null: it counts.
alter table merchant_documents add column ended_at timestamptz(3);
grant update (ended_at) on merchant_documents to pasarela_engine;
-- A document that was taken away may be set again.
alter table merchant_documents drop constraint merchant_documents_merchant_id_country_type_number_key;
create unique index merchant_documents_once on merchant_documents (merchant_id, country, type, number) where ended_at is null;
