-- pasarela: outside a transaction
-- What moved on a settlement account without a line of a bank statement: confirmations by hand, and money of providers.
create index concurrently if not exists ledger_transfers_without_line on ledger_transfers
  ((case when kind in ('payin', 'suspense', 'return') then debit_account else credit_account end), created_at, id)
  where bank_line_id is null and kind in ('payin', 'suspense', 'return', 'payout', 'late_payout', 'reversal',
    'suspense_returned', 'suspense_reversed');
