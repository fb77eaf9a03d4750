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
  `create unlogged table sim.leases (
    place bigint generated always as identity, key text not null, owner text not null, at_ms bigint not null,
    until_ms float8 not null)`,
  `create function sim.note_lease() returns trigger language plpgsql security definer as $$
  begin
    if new.lease_owner is not null and new.lease_until is not null then
      insert into sim.leases (key, owner, at_ms, until_ms)
        values (new.key, new.lease_owner, (select last_value from sim.ms), extract(epoch from new.lease_until) * 1000);
    end if;
    return null;
  end $$`,
  `create trigger note_lease after insert or update of lease_until on attempts
    for each row execute function sim.note_lease()`,
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

/** An order as it was sent to a provider. */
export interface SentCall {
  key: string
  /** Undefined: nobody of the gateways. */
  gateway: string | undefined
  atMs: number
}

export interface Lease {
  key: string
  owner: string
  at_ms: number
  until_ms: number
}

/** Orders that were sent by a gateway whose lease of them had run out, or that had none. */
export async function checkCalls(db: pg.Client, calls: readonly SentCall[]): Promise<Violation[]> {
  const { rows } = await db.query<Lease>(
    'select key, owner, at_ms::float8 as at_ms, until_ms from sim.leases order by place',
  )
  return callsWithoutLease(calls, rows)
}

/** Pure. What became of the order since it was leased the caller cannot know; that time has passed it can. */
export function callsWithoutLease(calls: readonly SentCall[], leases: readonly Lease[]): Violation[] {
  return calls.flatMap(({ key, gateway, atMs }) => {
    const isHeld = leases.some((lease) => {
      return lease.key === key && lease.owner === gateway && lease.at_ms <= atMs && atMs <= lease.until_ms
    })
    if (gateway === undefined || isHeld) return []
    return [{ rule: 'call-without-lease', what: `${gateway} sent the order ${key} at ${atMs}, without a lease of it` }]
  })
}
