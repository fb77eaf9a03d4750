-- pasarela: outside a transaction
-- A refund is reserved once, and its reservation is used or given back once.
create unique index concurrently if not exists ledger_refund_reserved_once on ledger_transfers (transaction_id)
  where kind = 'refund_reserve';
create unique index concurrently if not exists ledger_refund_ends_once on ledger_transfers (transaction_id)
  where kind in ('refund', 'refund_unreserve');
create unique index concurrently if not exists ledger_refund_fee_once on ledger_transfers (transaction_id)
  where kind = 'refund_fee';
-- The sum of a day's refunds of one point, for its daily limit.
create index concurrently if not exists transactions_refund_day on transactions (point_id, currency, created_at)
  include (amount_minor) where pay_type = 'refund' and status <> 'ERROR';
alter table transactions validate constraint transactions_pay_type;
alter table transactions validate constraint approval_is_for_money_out;
alter table ledger_transfers validate constraint ledger_transfers_kind;
alter table ledger_releases validate constraint ledger_releases_amount;
alter table api_keys validate constraint api_keys_scopes;
