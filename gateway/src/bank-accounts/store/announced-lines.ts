import type { Db } from '../../platform/database/database.ts'
import type { LineStanding, LineState } from '../rules/line-classes.ts'
import type { References } from '../statements/statement.ts'
import { isAhead, isBefore } from './line-states.ts'

/** A line that may be the same movement as another one. Amounts are minor units, days `2030-06-14`. */
export interface AdoptionRow {
  id: string
  sign: 'C' | 'D'
  amount_minor: bigint
  booking_day: string
  is_single: boolean
  refs: References
  text: string
  party_account: string | null
  state: LineState
  transaction_id: string | null
  /** The transfer that put the money of an applied line into the ledger. */
  transfer_id: bigint | null
  /** Its day is before the account's first one in the ledger. */
  is_before: boolean
  /** An announced line is it already. */
  is_adopting: boolean
}

/** Lines of a sum and of some days, the first and the last included. */
export interface WantedSum {
  sign: 'C' | 'D'
  minor: bigint
  from: string
  to: string
}

export interface WantedLines {
  bankAccountId: string
  sums: readonly WantedSum[]
  /** The bank's numbers of movements, entries and batches. */
  numbers: readonly string[]
}

/** Lines of one sum that a round compares. Where an account has more within some days, the others are not read. */
export const comparedOfSumMax = 1_000
/** Lines that a round compares in all. */
export const comparedMax = 20_000

const isAdopting = 'exists (select from bank_line_states o where o.adopted_by = l.id)'

interface Compared {
  /** SQL about the line `l` and its state `s`. */
  where: string
  /** Which lines of a sum are read first. */
  first: string
}

/**
 * Lines of the sums, of so many of each as are read, and lines with the numbers. One look into an index for each sum:
 * without statistics, the planner reads all lines of the account.
 */
const comparedLines = ({ where, first }: Compared) => {
  const found = (wanted: string, limit: number) => `(select l.id from bank_accounts b cross join bank_lines l
      cross join lateral (select * from bank_line_states s where s.bank_line_id = l.id offset 0) s
      where b.id = $1 and l.bank_account_id = $1 and ${wanted} and ${where} order by ${first}, l.id desc limit ${limit})`
  const numbered = (name: string) =>
    found(`l.refs ->> '${name}' = any ($6::text[]) and l.booking_day between $7 and $8`, comparedMax)
  return `with wanted as materialized (
      select n.id from unnest($2::text[], $3::bigint[], $4::date[], $5::date[]) as w(sign, minor, from_day, to_day)
        cross join lateral ${found(
          'l.amount_minor = w.minor and l.sign = w.sign and l.booking_day between w.from_day and w.to_day',
          comparedOfSumMax,
        )} n
      union ${numbered('bankRef')} union ${numbered('groupRef')} union ${numbered('batchId')}
      limit ${comparedMax})
    select l.id, l.sign, l.amount_minor, l.booking_day::text, l.is_single, l.refs, l.text, l.party_account, s.state,
      s.transaction_id, case when s.state = 'applied' then (select x.id from ledger_transfers x
        where x.bank_line_id = l.id and x.kind in ('payin', 'suspense') order by x.id limit 1) end as transfer_id,
      ${isBefore('l', 'b')} as is_before, ${isAdopting} as is_adopting
    from wanted w cross join lateral (select * from bank_lines l where l.id = w.id offset 0) l
      cross join lateral (select * from bank_line_states s where s.bank_line_id = w.id offset 0) s
      join bank_accounts b on b.id = l.bank_account_id order by l.id`
}

const announcedLines = comparedLines({
  where: `s.standing = 'announced' and s.state in ('new', 'expected', 'applied')`,
  first: `s.state <> 'applied'`,
})

/** Lines that only reports and notices hold. Of a sum first those that moved money, then the newest. */
export async function readAnnounced(db: Db, wanted: WantedLines): Promise<readonly AdoptionRow[]> {
  return await readCompared(db, { name: 'read-announced-bank-lines', text: announcedLines, wanted })
}

const settledLines = comparedLines({
  where: `l.announced and s.standing in ('adopted', 'part')`,
  first: 'l.booking_day desc',
})

/** Lines that were announced and that a statement has. Of a sum the latest first. */
export async function readSettled(db: Db, wanted: WantedLines): Promise<readonly AdoptionRow[]> {
  return await readCompared(db, { name: 'read-settled-bank-lines', text: settledLines, wanted })
}

const bookedLines = comparedLines({
  where: `s.standing = 'booked' and not l.announced and not ${isAhead('l', 'b')}`,
  first: isAdopting,
})

/** Lines of statements whose day has come. Of a sum first those that no announced line is yet, then the newest. */
export async function readBooked(db: Db, wanted: WantedLines): Promise<readonly AdoptionRow[]> {
  return await readCompared(db, { name: 'read-booked-bank-lines', text: bookedLines, wanted })
}

async function readCompared(
  db: Db,
  { name, text, wanted }: { name: string; text: string; wanted: WantedLines },
): Promise<readonly AdoptionRow[]> {
  const { bankAccountId, sums, numbers } = wanted
  const days = sums.flatMap(({ from, to }) => [from, to]).sort()
  const found = await db.query<AdoptionRow>({
    name,
    text,
    values: [
      bankAccountId,
      sums.map(({ sign }) => sign),
      sums.map(({ minor }) => minor),
      sums.map(({ from }) => from),
      sums.map(({ to }) => to),
      numbers,
      days[0],
      days.at(-1),
    ],
  })
  return found.rows
}

/** By line: kinds and formats of the messages that hold it, in one order. */
export async function readChannels(
  db: Db,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (lineIds.length === 0) return new Map()
  const found = await db.query<{ id: string; channels: string[] }>({
    name: 'read-channels-of-bank-lines',
    text: `select w.id, array(
        select distinct s.kind || ' ' || f.format from bank_line_sightings g
          join bank_statements s on s.id = g.bank_statement_id join bank_files f on f.id = s.bank_file_id
        where g.bank_line_id = w.id order by 1) as channels
      from unnest($1::uuid[]) as w(id)`,
    values: [lineIds],
  })
  return new Map(found.rows.map(({ id, channels }) => [id, channels]))
}

/** Locks lines, in the order of the ids, and returns those of them that are as they were read. */
export async function lockUnchanged(
  tx: Db,
  lines: readonly { id: string; state: LineState; standing: LineStanding }[],
): Promise<ReadonlySet<string>> {
  const locked = await tx.query<{ id: string; state: LineState; standing: LineStanding }>({
    name: 'lock-adopted-bank-lines',
    text: `select bank_line_id as id, state, standing from bank_line_states where bank_line_id = any ($1::uuid[])
      order by bank_line_id for update`,
    values: [lines.map(({ id }) => id)],
  })
  const now = new Map(locked.rows.map((row) => [row.id, row]))
  return new Set(
    lines
      .filter(({ id, state, standing }) => {
        const row = now.get(id)
        return row?.state === state && row.standing === standing
      })
      .map(({ id }) => id),
  )
}

export interface NewStanding {
  lineId: string
  standing: LineStanding
  adoptedBy: string | null
  state: LineState
}

/** The lines are locked. A line that is to be judged again is `new`. */
export async function saveStandings(tx: Db, rows: readonly NewStanding[], now: Date): Promise<void> {
  await tx.query({
    name: 'save-bank-line-standings',
    text: `update bank_line_states s set standing = n.standing, adopted_by = n.adopted_by, state = n.state,
        judged_at = case when n.state = 'new' then null else $5::timestamptz end
      from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) as n(bank_line_id, standing, adopted_by, state)
      where s.bank_line_id = n.bank_line_id`,
    values: [
      rows.map(({ lineId }) => lineId),
      rows.map(({ standing }) => standing),
      rows.map(({ adoptedBy }) => adoptedBy),
      rows.map(({ state }) => state),
      now,
    ],
  })
}

/** Locks a statement's line and the line, if any, whose transfer it is to prove, in the order of the ids. */
export async function lockProving(tx: Db, wanted: { transferId: bigint; bookedId: string }): Promise<void> {
  await tx.query({
    name: 'lock-proving-bank-lines',
    text: `select 1 from bank_line_states
      where bank_line_id = any (array[$2::uuid, (select bank_line_id from ledger_transfers where id = $1)])
      order by bank_line_id for update`,
    values: [wanted.transferId, wanted.bookedId],
  })
}

/** The announced line whose transfer a person linked to a statement's line is that line. Both are locked. */
export async function adoptByTransfer(tx: Db, wanted: { transferId: bigint; bookedId: string; now: Date }) {
  await tx.query({
    name: 'adopt-bank-line-by-transfer',
    text: `update bank_line_states s set standing = 'adopted', adopted_by = $2, judged_at = $3
      from ledger_transfers x where x.id = $1 and s.bank_line_id = x.bank_line_id and s.standing = 'announced'`,
    values: [wanted.transferId, wanted.bookedId, wanted.now],
  })
}

/** Lines that one round closes. */
const closedMax = 500

/**
 * Closes announced lines that moved no money and that statements of their days came without: of the day, and of the days
 * up to `days` later. Returns how many.
 */
export async function closeNotBooked(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const closed = await db.query({
    name: 'close-not-booked-bank-lines',
    text: `with gone as materialized (
        select s.bank_line_id from bank_line_states s join bank_lines l on l.id = s.bank_line_id
        where s.state = 'expected'
          and exists (select from bank_statements t where t.bank_account_id = s.bank_account_id and t.kind = 'booked'
            and l.booking_day between t.from_day and t.to_day)
          and exists (select from bank_statements t where t.bank_account_id = s.bank_account_id and t.kind = 'booked'
            and t.to_day >= l.booking_day + $1::integer)
        order by s.bank_line_id limit ${closedMax} for update of s skip locked)
      update bank_line_states s set state = 'closed', standing = 'not_booked', judged_at = $2
      from gone where s.bank_line_id = gone.bank_line_id`,
    values: [days, now],
  })
  return closed.rowCount ?? 0
}

/** Whether money of an order has come. The transaction is locked. */
export async function hasReceived(tx: Db, transactionId: string): Promise<boolean> {
  const found = await tx.query({
    name: 'has-received-money',
    text: 'select 1 from transactions where id = $1 and received_minor > 0',
    values: [transactionId],
  })
  return (found.rowCount ?? 0) > 0
}

/**
 * One round at a time applies lines of a bank account. After the locks of transactions, before those of lines. Until the end
 * of the transaction.
 */
export async function lockApplying(tx: Db, bankAccountId: string): Promise<void> {
  await tx.query({
    name: 'lock-applying-bank-lines',
    text: `select pg_advisory_xact_lock(hashtextextended('lines of ' || $1::text, 13))`,
    values: [bankAccountId],
  })
}

/** What a round compared its lines with: ids of announced lines that had moved money, and of statements' lines. */
export interface SeenLines {
  moved: readonly string[]
  booked: readonly string[]
}

/**
 * Which of the lines may be another one that the round has not seen so, by sum and day: an announced one that moved money
 * meanwhile, or, of announced lines, one that a statement brought meanwhile.
 */
export async function findUnseen(
  tx: Db,
  wanted: { lineIds: readonly string[]; seen: SeenLines; days: number },
): Promise<readonly string[]> {
  const { lineIds, seen, days } = wanted
  const found = await tx.query<{ id: string }>({
    name: 'find-unseen-bank-lines',
    text: `select l.id from unnest($1::uuid[]) as w(id)
      cross join lateral (select * from bank_lines l where l.id = w.id offset 0) l
      cross join lateral (select * from bank_line_states s where s.bank_line_id = w.id offset 0) s
      join bank_accounts b on b.id = l.bank_account_id
      where s.standing in ('booked', 'announced') and exists (
        select from (select * from bank_lines o where o.bank_account_id = l.bank_account_id
            and o.amount_minor = l.amount_minor and o.sign = l.sign and o.id <> l.id
            and o.booking_day between l.booking_day - $4::integer and l.booking_day + $4::integer offset 0) o
          join bank_line_states p on p.bank_line_id = o.id
        where case s.standing
          when 'booked' then p.standing = 'announced' and p.state = 'applied' and o.id <> all ($2::uuid[])
          else p.standing = 'announced' and p.state = 'applied' and o.id <> all ($2::uuid[])
            or p.standing = 'booked' and o.id <> all ($3::uuid[]) and not ${isAhead('o', 'b')}
              and not exists (select from bank_line_states a where a.adopted_by = o.id) end)`,
    values: [lineIds, seen.moved, seen.booked, days],
  })
  return found.rows.map(({ id }) => id)
}
