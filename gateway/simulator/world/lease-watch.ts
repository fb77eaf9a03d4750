import type pg from 'pg'
import type { Violation } from '../parts.ts'

/**
 * Who holds an attempt's lease writes what came of its call, and nobody else (a final state closes attempts whoever holds
 * them). No row tells afterwards who wrote, so a trigger of simulated databases notes the session of each such write and
 * the owner of the lease at that moment.
 */
const statements = [
  `create unlogged table sim.outcome_writes (
    place bigint generated always as identity, pid int not null, owner text, attempt_id uuid not null, fence int not null,
    outcome text)`,
  `create function sim.note_outcome() returns trigger language plpgsql security definer as $$
  begin
    if new.state <> 'closed' and (new.outcome is distinct from old.outcome or new.inquiries <> old.inquiries) then
      insert into sim.outcome_writes (pid, owner, attempt_id, fence, outcome)
        values (pg_backend_pid(), old.lease_owner, new.id, old.fence, new.outcome);
    end if;
    return null;
  end $$`,
  `create trigger note_outcome after update on attempts for each row execute function sim.note_outcome()`,
]

/** In the template, behind the migrations. */
export async function watchLeases(client: pg.Client | pg.Pool): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

interface OutcomeWrite {
  pid: number
  owner: string | null
  attempt_id: string
  fence: number
  outcome: string | null
}

/** Writes by others than the owner. `gatewayOf`: which gateway a session of the server served. */
export async function checkLeases(db: pg.Client, gatewayOf: (pid: number) => string | undefined): Promise<Violation[]> {
  const { rows } = await db.query<OutcomeWrite>(
    'select pid, owner, attempt_id, fence, outcome from sim.outcome_writes order by place',
  )
  return writesWithoutLease(rows, gatewayOf)
}

/** Pure. Who wrote under a fence may write the same again: the answer to the first commit may have been lost. */
export function writesWithoutLease(
  writes: readonly OutcomeWrite[],
  gatewayOf: (pid: number) => string | undefined,
): Violation[] {
  const written = new Set<string>()
  return writes.flatMap(({ pid, owner, attempt_id, fence, outcome }) => {
    const gateway = gatewayOf(pid)
    const claim = `${gateway} ${attempt_id} ${fence}`
    if (gateway === undefined || gateway === owner || (owner === null && written.has(claim))) {
      written.add(claim)
      return []
    }
    const what = `${gateway} wrote ${outcome ?? 'nothing'} about attempt ${attempt_id}, which ${owner ?? 'nobody'} held`
    return [{ rule: 'outcome-without-lease', what }]
  })
}
