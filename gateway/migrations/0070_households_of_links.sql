-- Each household has a share of the places of a link.
-- Keyed hash of the point and the payer's network. Null: made before, or removed with other personal data.
alter table payment_link_uses add column household bytea;
grant update (household) on payment_link_uses to pasarela_engine;

-- When two operators took the document away. Null: it counts.
alter table merchant_documents add column ended_at timestamptz(3);
grant update (ended_at, set_by, second, created_at) on merchant_documents to pasarela_engine;
