-- Two run-time roles, neither of which owns anything: the engine writes, the reader reads what is one merchant's.
-- They belong to the whole server; `store/migrate.ts` makes them before the first migration.

grant usage on schema public to pasarela_engine, pasarela_reader;
grant select on all tables in schema public to pasarela_engine;
grant insert, update on merchants, points, api_keys, connector_accounts, routes, deposit_accounts, transactions, attempts,
  provider_notifications, gateway_clock, deployment_facts to pasarela_engine;
grant insert, update, delete on request_nonces to pasarela_engine;
grant insert on transaction_history, provider_event_ids, audit_log to pasarela_engine;
grant usage on all sequences in schema public to pasarela_engine;
grant select on merchants, points, transactions, transaction_history, attempts to pasarela_reader;
grant select on gateway_clock to pasarela_reader;

-- Row-level security: the second wall behind the point id in every statement.
alter table merchants enable row level security;
alter table points enable row level security;
alter table transactions enable row level security;
alter table transaction_history enable row level security;
alter table attempts enable row level security;
create policy engine on merchants to pasarela_engine using (true) with check (true);
create policy engine on points to pasarela_engine using (true) with check (true);
create policy engine on transactions to pasarela_engine using (true) with check (true);
create policy engine on transaction_history to pasarela_engine using (true) with check (true);
create policy engine on attempts to pasarela_engine using (true) with check (true);

create function reading_merchant() returns uuid language sql stable as
$$ select nullif(current_setting('pasarela.merchant_id', true), '')::uuid $$;

create policy reader on merchants for select to pasarela_reader using (id = reading_merchant());
create policy reader on points for select to pasarela_reader using (merchant_id = reading_merchant());
create policy reader on transactions for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on transaction_history for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on attempts for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
