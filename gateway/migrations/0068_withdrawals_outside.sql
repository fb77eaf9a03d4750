-- Whether withdrawals are told by callbacks. Off: a receiver of the specification knows the payouts that it ordered.
alter table callback_endpoints add column send_withdrawals boolean not null default false;

-- Money that operators paid out to a merchant outside the gateway, in a currency that no service code pays out. Each is one
-- transfer of the kind `withdrawal` of the same point, whose note is the reference.
create table outside_withdrawals (
  id uuid primary key,
  point_id uuid not null references points (id),
  reference text not null check (length(reference) between 1 and 244),
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- How it was paid, as the merchant reads it.
  how text not null check (length(how) between 1 and 200),
  booked_by text not null check (length(booked_by) between 1 and 400),
  second text check (length(second) between 1 and 400),
  created_at timestamptz(3) not null,
  unique (point_id, reference)
);
create index outside_withdrawals_of_point on outside_withdrawals (point_id, created_at desc, id desc);
grant select, insert on outside_withdrawals to pasarela_engine;
grant select on outside_withdrawals to pasarela_reader;
alter table outside_withdrawals enable row level security;
create policy engine on outside_withdrawals to pasarela_engine using (true) with check (true);
create policy reader on outside_withdrawals for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

alter table ledger_transfers drop constraint ledger_transfers_kind;
alter table ledger_transfers add constraint ledger_transfers_kind check (kind in ('payin', 'payin_fee', 'release', 'reserve',
  'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted', 'suspense_returned',
  'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'withdrawal', 'opening', 'unknown_in',
  'unknown_used', 'unknown_out', 'unknown_out_used', 'unknown_returned', 'moved_in', 'moved_out', 'bank_cost', 'bank_income',
  'transfer_in', 'transfer_out', 'funding_seen', 'owner_out_seen', 'refund_reserve', 'refund', 'refund_unreserve', 'refund_fee',
  'return_fee', 'refund_release', 'refund_withhold')) not valid;
alter table ledger_transfers drop constraint ledger_transfers_about;
alter table ledger_transfers add constraint ledger_transfers_about check (case
  when kind in ('funding', 'correction', 'withdrawal', 'opening') then transaction_id is null and bank_line_id is null
  when kind in ('unknown_in', 'unknown_out', 'unknown_returned', 'bank_cost', 'bank_income', 'transfer_in', 'transfer_out',
    'funding_seen', 'owner_out_seen') then transaction_id is null and bank_line_id is not null
  when kind in ('unknown_used', 'unknown_out_used') then bank_line_id is not null
  when kind in ('moved_in', 'moved_out') then transaction_id is not null and bank_line_id is not null
  else transaction_id is not null end) not valid;
