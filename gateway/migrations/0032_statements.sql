-- pasarela: outside a transaction
-- Statements of a point: its ledger entries in the order of time, as of one moment.

-- The database transaction that wrote the entry. With it, pages that are read one after another show the entries of one
-- moment: those that a snapshot of that moment sees. Null: written before this column was there. The table does not change
-- otherwise: a default that is added later rewrites no row.
alter table ledger_transfers add column if not exists xid xid8;
alter table if exists ledger_transfers alter column xid set default pg_current_xact_id();
create index concurrently if not exists ledger_transfers_by_time on ledger_transfers (point_id, created_at, id);

-- Whose credit waits, and in which currency. Null: written by a version that did not know the columns.
alter table ledger_releases add column if not exists point_id uuid;
alter table ledger_releases add column if not exists currency char(3);
create index concurrently if not exists ledger_releases_waiting on ledger_releases (point_id, release_at)
  where released_at is null;

-- In which time zone the days of a point begin: the IANA name. Null: UTC.
alter table points add column if not exists time_zone text check (length(time_zone) between 1 and 60);
