-- pasarela: outside a transaction
-- One line pays one order: only a debit of several payouts, and a withdrawal of the owner, have several entries of a kind.
create unique index concurrently if not exists ledger_transfers_of_line_single on ledger_transfers (bank_line_id, kind)
  where bank_line_id is not null
    and kind not in ('payout', 'late_payout', 'owner_out', 'moved_in', 'moved_out', 'unknown_out_used');
