-- Blanks free texts of one audit entry in which a card number was found. No run-time role may update the log: this function
-- changes these texts of the row and nothing else. The seal keeps the hash of what stood there before.
create function blank_audit_texts(entry uuid, names text[], out before bytea, out after bytea)
  returns setof record language sql security definer set search_path = public as $$
  with old as (select a.id, a.created_at, audit_row_hash(a) as hash from audit_log a where a.id = entry for update)
  update audit_log a set detail = a.detail || (select jsonb_object_agg(n, '[blanked]') from unnest(names) as n
      where n in ('evidence', 'note', 'reason') and a.detail ? n)
    from old where a.id = old.id and a.created_at = old.created_at
    returning old.hash, audit_row_hash(a)
$$;
revoke execute on function blank_audit_texts from public;
grant execute on function blank_audit_texts to pasarela_engine;
