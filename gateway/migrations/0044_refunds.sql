-- Refunds: money of a completed pay-in on its way back. A refund is a transaction of its own (pay_type refund), so that state,
-- attempts, leases, limits and events are those of every other order; this table says which pay-in it belongs to.

alter table transactions drop constraint transactions_pay_type_check;
alter table transactions add constraint transactions_pay_type check (pay_type in ('payin', 'payout', 'refund')) not valid;
alter table transactions drop constraint approval_is_for_payouts;
alter table transactions add constraint approval_is_for_money_out check (approval_until is null or pay_type <> 'payin') not valid;

create table refunds (
  -- The refund's own transaction.
  id uuid primary key references transactions (id),
  -- The pay-in whose money goes back.
  transaction_id uuid not null references transactions (id),
  point_id uuid not null,
  -- The part that was taken out of credit before its release; a refund that fails puts it back there.
  from_pending_minor bigint not null default 0 check (from_pending_minor >= 0),
  created_at timestamptz(3) not null default gateway_now(),
  check (id <> transaction_id)
);
create index refunds_of_payin on refunds (transaction_id, created_at, id);
create index refunds_list on refunds (point_id, created_at desc, id desc);
grant select, insert on refunds to pasarela_engine;
grant select on refunds to pasarela_reader;
alter table refunds enable row level security;
create policy engine on refunds to pasarela_engine using (true) with check (true);
create policy reader on refunds for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

-- refund_reserve, refund, refund_unreserve: as reserve, payout and unreserve of a payout, about the refund. refund_fee: the
-- share of the pay-in's fee that comes back; return_fee: charged again where the refund comes back. refund_release,
-- refund_withhold: about the pay-in, its credit before the release date.
alter table ledger_transfers drop constraint ledger_transfers_kind;
alter table ledger_transfers add constraint ledger_transfers_kind check (kind in ('payin', 'payin_fee', 'release', 'reserve',
  'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted',
  'suspense_returned', 'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'unknown_in',
  'unknown_used', 'unknown_out', 'unknown_out_used', 'moved_in', 'moved_out', 'bank_cost', 'bank_income', 'transfer_in',
  'transfer_out', 'refund_reserve', 'refund', 'refund_unreserve', 'refund_fee', 'return_fee', 'refund_release',
  'refund_withhold')) not valid;
-- A refund may take the whole credit before its release.
alter table ledger_releases drop constraint ledger_releases_amount_minor_check;
alter table ledger_releases add constraint ledger_releases_amount check (amount_minor >= 0) not valid;

alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes check (
  cardinality(scopes) between 1 and 7
  and scopes <@ array['payins', 'payouts', 'refunds', 'read', 'webhook', 'settings', 'approve_payouts']
  and not (scopes && array['webhook', 'settings'] and scopes && array['payouts', 'refunds'])) not valid;

-- Whether refunds are told by callbacks. Off: a receiver of the specification knows pay-ins and payouts only.
alter table callback_endpoints add column send_refunds boolean not null default false;
-- Whether a refund gives its share of the pay-in's fee back to the merchant. Null = keep.
alter table points add column refund_fee_policy text check (refund_fee_policy in ('keep', 'give_back'));
