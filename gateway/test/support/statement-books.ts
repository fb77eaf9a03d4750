import type pg from 'pg'

/**
 * The books of a point, added up from raw rows in another way than the gateway does: one entry after another, with the local
 * day of each. Shares no code with the statements. All sums are minor units.
 */
export interface RawBooks {
  /** By currency. */
  entries: ReadonlyMap<string, readonly RawEntry[]>
}

export interface RawEntry {
  id: string
  /** The local day, YYYY-MM-DD. */
  day: string
  kind: string
  available: bigint
  pending: bigint
  reserved: bigint
}

export async function rawBooks(db: pg.Pool | pg.Client, pointId: string, timeZone: string): Promise<RawBooks> {
  const found = await db.query<Record<string, string>>(
    `select l.id::text, l.kind, l.amount_minor::text as minor, l.currency::text, (extract(epoch from l.created_at) * 1000)::bigint::text as ms,
        d.kind || ' ' || coalesce(d.point_id::text, '') as debit, c.kind || ' ' || coalesce(c.point_id::text, '') as credit
      from ledger_transfers l join ledger_accounts d on d.id = l.debit_account join ledger_accounts c on c.id = l.credit_account
      where d.point_id = $1 or c.point_id = $1 order by l.id`,
    [pointId],
  )
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const entries = new Map<string, RawEntry[]>()
  for (const row of found.rows) {
    const moved = (part: string): bigint => {
      const minor = BigInt(row['minor'] ?? '')
      return (
        (row['credit'] === `${part} ${pointId}` ? minor : 0n) - (row['debit'] === `${part} ${pointId}` ? minor : 0n)
      )
    }
    const entry: RawEntry = {
      id: row['id'] ?? '',
      day: local.format(new Date(Number(row['ms']))),
      kind: row['kind'] ?? '',
      available: moved('available'),
      pending: moved('pending'),
      reserved: moved('reserved'),
    }
    const isTouched = entry.available !== 0n || entry.pending !== 0n || entry.reserved !== 0n
    const currency = row['currency'] ?? ''
    if (isTouched) entries.set(currency, [...(entries.get(currency)?.splice(0) ?? []), entry])
  }
  return { entries }
}

/** Balances as one text, so that a difference shows all three. */
export function balanceText(entries: readonly RawEntry[], upTo: string): string {
  const before = entries.filter(({ day }) => day <= upTo)
  const sum = (part: 'available' | 'pending' | 'reserved') => before.reduce((all, entry) => all + entry[part], 0n)
  return [sum('available'), sum('pending'), sum('reserved')].join(' ')
}

/**
 * What the payments of one currency leave to the merchant, from the rows of the payments alone: credits less fees and what was
 * taken back, less payouts with their fees; and what was funded and corrected.
 */
export async function leftByPayments(db: pg.Pool | pg.Client, pointId: string, currency: string): Promise<bigint> {
  const found = await db.query<{ total: string }>(
    `select (
        coalesce((select sum(coalesce(credited_minor, 0) - fee_minor - least(reversed_minor, coalesce(credited_minor, 0)))
          from transactions where point_id = $1 and currency = $2 and pay_type = 'payin' and status <> 'PENDING'), 0)
        - coalesce((select sum(amount_minor + fee_minor - reversed_minor) from transactions
          where point_id = $1 and currency = $2 and pay_type = 'payout' and status = 'COMPLETED'), 0)
        - coalesce((select sum(fee_minor) from transactions t join points p on p.id = t.point_id
          where point_id = $1 and currency = $2 and pay_type = 'payout' and reason = 'returned'
            and p.returned_fee_policy is distinct from 'give_back'), 0)
        + coalesce((select sum(case when c.kind = 'available' then amount_minor else -amount_minor end)
          from ledger_transfers l join ledger_accounts c on c.id = l.credit_account
          where l.point_id = $1 and l.currency = $2 and l.kind in ('funding', 'correction')), 0))::text as total`,
    [pointId, currency],
  )
  return BigInt(found.rows[0]?.total ?? '')
}

/** The lines of a statement's file as objects by column; the mark at its beginning is dropped. */
export function readStatementFile(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  const cells = (line: string) => line.split(',').map((cell) => cell.replace(/^"|"$/g, ''))
  const names = cells(head)
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, place) => [names[place] ?? '', cell])))
}

/** Minor units of a decimal text of the wire. */
export function minorOfText(text: string | number, decimals: number): bigint {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? []
  if (whole === '') throw new Error(`no amount: ${text}`)
  return BigInt(`${sign}${whole}${cents.padEnd(decimals, '0')}`)
}
