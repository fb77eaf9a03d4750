import type { Db } from '../../platform/database/database.ts'

/** Longer than two rounds, so that a process that goes on keeps the inbox. Seconds of real time. */
const leaseSeconds = 150

/** Takes or keeps the inbox for a process. Returns false where another one has it. */
export async function holdInbox(db: Db, { name, holder }: { name: string; holder: string }): Promise<boolean> {
  const held = await db.query({
    name: 'hold-bank-inbox',
    text: `insert into bank_inbox_leases as l (name, holder, until)
      values ($1, $2, statement_timestamp() + ${leaseSeconds} * interval '1 second')
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where l.holder = excluded.holder or l.until < statement_timestamp()`,
    values: [name, holder],
  })
  return held.rowCount === 1
}

/** What became of a stored file. */
export async function readFileState(
  db: Db,
  id: string,
): Promise<{ state: 'stored' | 'read' | 'refused'; refusal: string | null }> {
  const found = await db.query<{ state: 'stored' | 'read' | 'refused'; refusal: string | null }>({
    name: 'read-bank-file-state',
    text: 'select state, refusal from bank_files where id = $1',
    values: [id],
  })
  return found.rows[0] ?? { state: 'stored', refusal: null }
}
