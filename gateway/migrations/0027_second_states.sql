-- pasarela: outside a transaction
-- What alerts about second final states look for. Both indexes hold few rows: most transactions have one callback, and most
-- transfers are no reversal.
create index concurrently if not exists ledger_transfers_taken_back on ledger_transfers (created_at)
  where kind in ('reversal', 'return');
create index concurrently if not exists callback_events_second on callback_events (created_at) where seq >= 2;
