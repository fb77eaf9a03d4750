-- Until when a person has seen the alerts; the bell counts those that came later.
alter table users add column alerts_seen_at timestamptz(3);
