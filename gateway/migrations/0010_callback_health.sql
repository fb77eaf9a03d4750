-- How callback endpoints fare, and what was told about it. Contract section 6.

-- How a point's endpoint has answered lately; no row = well. opens > 0: the breaker is open and one probe at a time goes
-- out at next_probe_at. recovering: what waited is being spread over the next seconds. Rewritten at every failure.
create table callback_health (
  point_id uuid primary key references callback_endpoints (point_id),
  window_started_at timestamptz(3) not null,
  attempts int not null check (attempts >= 0),
  failures int not null check (failures between 0 and attempts),
  silent_in_a_row int not null check (silent_in_a_row >= 0),
  failing_since timestamptz(3),
  opens int not null check (opens >= 0),
  next_probe_at timestamptz(3),
  recovering boolean not null,
  check ((opens > 0) = (next_probe_at is not null))
) with (fillfactor = 50);
create index callback_health_failing on callback_health (failing_since) where failing_since is not null;
create index callback_health_recovering on callback_health (point_id) where recovering;

-- What was told about an endpoint that fails, once per level of one outage. Append-only but for its end.
create table callback_alerts (
  point_id uuid not null references callback_endpoints (point_id),
  failing_since timestamptz(3) not null,
  level text not null check (level in ('15m', '24h', '3d', 'suspended')),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (point_id, failing_since, level)
);

create index callback_deliveries_held on callback_deliveries (point_id, id) where state = 'held';
-- The log of deliveries, newest first, and what failed.
create index callback_deliveries_log on callback_deliveries (point_id, id);
create index callback_deliveries_exhausted on callback_deliveries (point_id, id) where state = 'exhausted';
create index callback_attempts_point on callback_attempts (point_id, started_at);

grant select on callback_health, callback_alerts to pasarela_engine, pasarela_reader;
grant insert, update on callback_health to pasarela_engine;
grant insert on callback_alerts to pasarela_engine;

alter table callback_health enable row level security;
alter table callback_alerts enable row level security;
create policy engine on callback_health to pasarela_engine using (true) with check (true);
create policy engine on callback_alerts to pasarela_engine using (true) with check (true);
create policy reader on callback_health for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on callback_alerts for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
