-- pasarela: outside a transaction
-- Links that a second operator refused, by their bank line: the match is not applied by itself afterwards.
create index concurrently if not exists proposals_refused_links on proposals ((input ->> 'line_id'))
  where action = 'link_line' and state = 'refused';
