-- pasarela: outside a transaction
-- The newest attempts of each connector account, for the operator's connectors page: attempts of other accounts and of the
-- other environment must not be read to find them. By time and not by id, because by equality of the account
-- the planner may read the attempts of all accounts in the order of the primary key.
create index concurrently if not exists attempts_by_account on attempts (connector_account_id, created_at);
-- Open attempts of each account, the oldest first. It takes the place of attempts_due, so that an open attempt is in as
-- many indexes as before: sending and inquiries have had their own since 0024, and only the operator's pages of the version
-- before read attempts_due. They work without it, more slowly, until that version has stopped.
create index concurrently if not exists attempts_open_by_account on attempts (connector_account_id, kind, created_at)
  where state in ('waiting', 'calling', 'open') and next_action_at is not null;
drop index concurrently if exists attempts_due;
