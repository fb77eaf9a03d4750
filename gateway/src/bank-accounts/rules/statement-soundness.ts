import type { Environment } from '../../values/environment.ts'

/** What tells whether a statement can be relied on. Minor units as text. */
export interface CheckedStatement {
  environment: Environment
  adds_up: boolean | null
  doubts: readonly unknown[]
  kind: 'booked' | 'intraday' | 'notice'
  /** The person who uploaded its file. Null: it came by the watched folder or a command. */
  uploaded_by: string | null
  opening_minor: string | null
  closing_minor: string | null
  /** Sums of its lines. */
  credit_minor: string
  debit_minor: string
  expected_opening_minor: string | null
  surplus_minor: string | null
  /** Two operators accepted it. */
  accepted: boolean
  /** Its opening balance follows from the balance with which two operators opened the account's ledger. */
  opening_agreed: boolean
  /** It continues statements that people vouch for, without a gap: see `vouchedStatements`. */
  anchored: boolean
  /** It ends later than tomorrow in the time zone of its bank. */
  is_ahead: boolean
}

/**
 * Why a statement takes no effect by itself. `future`: it is of days that have not come. `contradiction`: its balances,
 * its lines or the statement before contradict it. `uploaded_report`: it is a report or a notice, which nothing proves, and a
 * person uploaded it. `no_balances`: its balances do not prove its lines. `first`: no statement that people vouch for
 * stands before it.
 */
export const statementWaits = ['future', 'contradiction', 'uploaded_report', 'no_balances', 'first'] as const
export type StatementWait = (typeof statementWaits)[number]

/**
 * Its balances and its lines, and the statement before, do not contradict it; or two operators accepted it. Balances
 * that are missing contradict nothing.
 */
export function isSound(statement: CheckedStatement): boolean {
  const { accepted, adds_up: addsUp, doubts, surplus_minor: surplus } = statement
  if (accepted) return true
  return (
    addsUp !== false && doubts.length === 0 && (surplus === null || BigInt(surplus) === 0n) && gapOf(statement) === 0n
  )
}

/**
 * Why nothing may be applied by a statement without a person; null: it may. Who uploads a file could write it. So a
 * statement of real money proves its lines by its balances and joins the one before, or a second operator accepts it.
 * Test money needs no more than that nothing contradicts the statement.
 */
export function waitOf(statement: CheckedStatement): StatementWait | null {
  if (statement.environment === 'live' && statement.is_ahead) return 'future'
  if (statement.accepted) return null
  if (statement.kind !== 'booked') return waitOfAnnouncement(statement)
  if (!isSound(statement)) return 'contradiction'
  if (statement.environment === 'test') return null
  if (!provesItsLines(statement)) return 'no_balances'
  return joins(statement) ? null : 'first'
}

/** Reports and notices have no balances that prove them: what a person uploads completes no order of real money before another person accepts it. */
function waitOfAnnouncement({ environment, doubts, uploaded_by: uploader }: CheckedStatement): StatementWait | null {
  if (doubts.length > 0) return 'contradiction'
  return environment === 'live' && uploader !== null ? 'uploaded_report' : null
}

/** A bank that says one balance alone is added up from the statement before: its other balance was computed. */
function provesItsLines(statement: CheckedStatement): boolean {
  const { adds_up: addsUp, opening_minor: opening, closing_minor: closing } = statement
  if (addsUp === true) return true
  if (addsUp === false || opening === null || closing === null) return false
  return BigInt(opening) + BigInt(statement.credit_minor) - BigInt(statement.debit_minor) === BigInt(closing)
}

function joins(statement: CheckedStatement): boolean {
  if (statement.opening_agreed) return true
  const { opening_minor: opening, expected_opening_minor: expected } = statement
  return statement.anchored && opening !== null && expected !== null && gapOf(statement) === 0n
}

/** What its opening balance is more than the statement before and the lines between give; 0 where nothing compares. */
export function gapOf({
  opening_minor: opening,
  expected_opening_minor: expected,
}: Pick<CheckedStatement, 'opening_minor' | 'expected_opening_minor'>): bigint {
  return opening === null || expected === null ? 0n : BigInt(opening) - BigInt(expected)
}
