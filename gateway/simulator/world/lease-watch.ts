import type pg from 'pg'
import type { Violation } from '../parts.ts'

/**
 * Who holds an attempt's lease writes what came of its call, and nobody else (a final state closes attempts whoever holds
 * them). No row tells afterwards who wrote, so a trigger of simulated databases notes the session of each such write and
 * the owner of the lease at that moment.
 */
const statements = [
  `create unlogged table sim.outcome_writes (
    pid int not null, owner text, attempt_id uuid not null, outcome text, at timestamptz not null)`,
  `create function sim.note_outcome() returns trigger language plpgsql security definer as $$
  begin
    if new.state <> 'closed' and (new.outcome is distinct from old.outcome or new.inquiries <> old.inquiries) then
      insert into sim.outcome_writes values (pg_backend_pid(), old.lease_owner, new.id, new.outcome, sim.now());
    end if;
    return null;
  end $$`,
  `create trigger note_outcome after update on attempts for each row execute function sim.note_outcome()`,
]

/** In the template, behind the migrations. */
export async function watchLeases(client: pg.Client | pg.Pool): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/** Writes by others than the owner. `gatewayOf`: which gateway a session of the server served. */
export async function judgeLeases(db: pg.Client, gatewayOf: (pid: number) => string | undefined): Promise<Violation[]> {
  const { rows } = await db.query<{ pid: number; owner: string | null; attempt_id: string; outcome: string | null }>(
    'select pid, owner, attempt_id, outcome from sim.outcome_writes order by at, attempt_id',
  )
  return rows
    .filter(({ pid, owner }) => gatewayOf(pid) !== undefined && gatewayOf(pid) !== owner)
    .map(({ pid, owner, attempt_id, outcome }) => ({
      rule: 'outcome-without-lease',
      what: `${gatewayOf(pid)} wrote ${outcome ?? 'nothing'} about attempt ${attempt_id}, which ${owner ?? 'nobody'} held`,
    }))
}
