import type { StatementLine } from '@pasarela/bank-statements'
import type { Db } from '../../../core/platform/database/database.ts'
import type { KnownLine } from '../rules/line-identity.ts'

export interface NewLine {
  id: string
  bankAccountId: string
  identity: Buffer
  ordinal: number
  day: string
  amountMinor: bigint
  line: StatementLine
}

/** Rows that one query writes or reads. */
export const rowsPerQuery = 1_000

/** The known lines of the identities, which are in hexadecimal. `statement` is the one that is being stored. */
export async function findKnownLines(
  tx: Db,
  {
    bankAccountId,
    identities,
    statementId,
  }: { bankAccountId: string; identities: readonly string[]; statementId: string },
): Promise<ReadonlyMap<string, readonly KnownLine[]>> {
  const known = new Map<string, KnownLine[]>()
  for (let from = 0; from < identities.length; from += rowsPerQuery) {
    const some = identities.slice(from, from + rowsPerQuery).map((identity) => Buffer.from(identity, 'hex'))
    const found = await tx.query<{ identity: Buffer; id: string; ordinal: number; is_on_other_page: boolean }>({
      name: 'find-known-bank-lines',
      // Pages of one statement have its days, another page number, and other balances. A statement that is sent again
      // under another page number has the same balances.
      text: `select l.identity, l.id, l.ordinal, exists (
          select 1 from bank_line_sightings g join bank_statements s on s.id = g.bank_statement_id, bank_statements t
          where g.bank_line_id = l.id and t.id = $3 and s.id <> t.id and s.bank_account_id = t.bank_account_id
            and s.from_day = t.from_day and s.to_day = t.to_day and s.page <> t.page
            and (s.opening_minor, s.closing_minor) is distinct from (t.opening_minor, t.closing_minor)
        ) as is_on_other_page
        from bank_lines l where l.bank_account_id = $1 and l.identity = any ($2::bytea[])`,
      values: [bankAccountId, some, statementId],
    })
    for (const { identity, id, ordinal, is_on_other_page: isOnOtherPage } of found.rows) {
      const key = identity.toString('hex')
      const lines = known.get(key)
      if (lines) lines.push({ id, ordinal, isOnOtherPage })
      else known.set(key, [{ id, ordinal, isOnOtherPage }])
    }
  }
  return known
}

/** Up to `rowsPerQuery` lines. */
export async function insertLines(tx: Db, lines: readonly NewLine[]): Promise<void> {
  await tx.query({
    name: 'insert-bank-lines',
    text: `insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, value_day, sign, amount_minor,
          reversal, is_single, in_doubt, bank_fields, refs, details, text, party_name, party_document, party_account,
          bank_code, return_code)
        select id, bank_account_id, decode(identity, 'hex'), ordinal, booking_day, value_day, sign, amount_minor,
          reversal, is_single, in_doubt, array(select jsonb_array_elements_text(bank_fields)), refs, details, text,
          party_name, party_document, party_account, bank_code, return_code
        from jsonb_to_recordset($1::jsonb) as r (id uuid, bank_account_id uuid, identity text, ordinal integer,
          booking_day date, value_day date, sign char(1), amount_minor bigint, reversal boolean, is_single boolean,
          in_doubt boolean, bank_fields jsonb, refs jsonb, details jsonb, text text, party_name text, party_document text, party_account text,
          bank_code text, return_code text)`,
    values: [JSON.stringify(lines.map(rowOf))],
  })
}

function rowOf({ id, bankAccountId, identity, ordinal, day, amountMinor, line }: NewLine): Record<string, unknown> {
  return {
    id,
    bank_account_id: bankAccountId,
    identity: identity.toString('hex'),
    ordinal,
    booking_day: day,
    value_day: line.valueDay,
    sign: line.sign,
    amount_minor: amountMinor.toString(),
    reversal: line.reversal,
    is_single: line.isSingle,
    in_doubt: line.inDoubt,
    bank_fields: line.bankFields,
    refs: line.refs,
    details: line.details,
    text: line.text,
    party_name: line.party.name,
    party_document: line.party.document,
    party_account: line.party.account,
    bank_code: line.code,
    return_code: line.returnCode,
  }
}

/** Up to `rowsPerQuery` sightings. */
export async function insertSightings(
  tx: Db,
  statementId: string,
  sightings: readonly { position: number; lineId: string }[],
): Promise<void> {
  await tx.query({
    name: 'insert-bank-line-sightings',
    text: `insert into bank_line_sightings (bank_statement_id, position, bank_line_id)
        select $1, position, line from unnest($2::integer[], $3::uuid[]) as seen (position, line)`,
    values: [statementId, sightings.map(({ position }) => position), sightings.map(({ lineId }) => lineId)],
  })
}

/** A line of a statement as a page shows it. The amount is minor units, the day `2030-06-14`. */
export interface PreviewedLineRow {
  bank_statement_id: string
  position: number
  booking_day: string
  sign: 'C' | 'D'
  amount_minor: bigint
  text: string
  party_name: string | null
  in_doubt: boolean
  /** Another file holds it too. */
  is_known: boolean
}

/** The first lines of each statement. */
export async function readPreviewedLines(
  db: Db,
  statementIds: readonly string[],
  limit: number,
): Promise<readonly PreviewedLineRow[]> {
  const found = await db.query<PreviewedLineRow>({
    name: 'read-previewed-bank-lines',
    text: `select s.id as bank_statement_id, g.position, l.booking_day::text, l.sign, l.amount_minor, l.text, l.party_name,
        l.in_doubt, exists (select from bank_line_sightings o join bank_statements t on t.id = o.bank_statement_id
          where o.bank_line_id = l.id and t.bank_file_id <> s.bank_file_id) as is_known
      from bank_statements s cross join lateral (select * from bank_line_sightings where bank_statement_id = s.id
          order by position limit $2) g join bank_lines l on l.id = g.bank_line_id
      where s.id = any ($1::uuid[]) order by s.position, g.position`,
    values: [statementIds, limit],
  })
  return found.rows
}
