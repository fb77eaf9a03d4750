-- pasarela: outside a transaction
-- A line of a bank moves money once for each judgement.
create unique index concurrently if not exists ledger_transfers_of_line_once_2
  on ledger_transfers (bank_line_id, kind, transaction_id, point_id, line_judgement) nulls not distinct
  where bank_line_id is not null;
create unique index concurrently if not exists ledger_transfers_of_line_single_2
  on ledger_transfers (bank_line_id, kind, line_judgement)
  where bank_line_id is not null
    and kind not in ('payout', 'late_payout', 'owner_out', 'moved_in', 'moved_out', 'unknown_out_used');
drop index concurrently if exists ledger_transfers_of_line_once;
drop index concurrently if exists ledger_transfers_of_line_single;
