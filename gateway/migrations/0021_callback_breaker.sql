-- The circuit breaker of a callback address counts all attempts of the last five minutes, successes included.

-- buckets: [[start in Unix milliseconds, attempts, failures], ...], one entry for each 30 seconds, at most eleven; what a
-- healthy address delivered is in callback_attempts alone. window_started_at: nothing before it counts, because the address
-- was set or answered again then. fresh_probe_at: when a callback that never failed may be the next probe; null = at
-- next_probe_at. spreads_all: the recovery was asked for, so it also brings forward what is late in its schedule.
alter table callback_health add column buckets jsonb not null default '[]'
  check (jsonb_typeof(buckets) = 'array' and jsonb_array_length(buckets) <= 20);
alter table callback_health add column fresh_probe_at timestamptz(3);
alter table callback_health add column spreads_all boolean not null default false;

-- An attempt of it failed, be it a probe that its attempts do not count.
alter table callback_deliveries add column has_failed boolean not null default false;
