-- How far the clock of a process's machine is ahead of this server's, as it last measured; negative: behind. Null: not said.
alter table gateway_nodes add column clock_ahead_ms bigint;
