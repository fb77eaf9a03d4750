import type pg from 'pg'
import type { InvariantResult } from '../../src/extras/verify/invariant.ts'
import type { Observations, Violation } from '../stages/virtual/parts.ts'
import type { PointConnectorName } from '../stages/virtual/world/points.ts'
import { checkAnswers } from './answers.ts'
import { checkAvailability } from './availability.ts'
import { checkBooks } from './book.ts'
import { brokenInvariants } from './books-proof.ts'
import { checkCallbacks } from './callbacks.ts'
import { fedIn } from './exchanges.ts'
import { verifyLedger } from './ledger.ts'
import { checkLinks } from './links.ts'
import { checkLiveness } from './liveness.ts'
import { checkAcknowledged, checkAsked, toldTotals } from './notifications.ts'
import { checkOperators } from './operators.ts'
import { checkRefunds } from './refunds.ts'
import { loadRows, type RunRows } from './rows.ts'
import { checkRules } from './rules.ts'
import { checkStatements } from './statements.ts'
import { type JudgedPoint, storiesOf } from './story.ts'
import { checkWithdrawals } from './withdrawals.ts'

export interface FinishedRun {
  /** An ordinary session of a superuser on the run's database, whose time stands still. Nobody else writes any more. */
  db: pg.Client
  facts: { points: readonly JudgedPoint[] }
  witnesses: Observations
  /** The gateway's own proof: `proveBooks`. */
  verify(): Promise<readonly InvariantResult[]>
}

/** What a finished run broke. Empty: everything is as it must be. */
export async function checkRun({ db, facts, witnesses, verify }: FinishedRun): Promise<Violation[]> {
  const { violations, untold } = checkRows(await loadRows(db), { facts, witnesses })
  return [...violations, ...checkAvailability(witnesses), ...brokenInvariants(await verify(), untold)]
}

/** All rules but the gateway's own proof. `untold`: payments that may differ from the book, because nobody told of it. */
export function checkRows(
  rows: RunRows,
  { facts, witnesses }: Pick<FinishedRun, 'facts' | 'witnesses'>,
): { violations: Violation[]; untold: ReadonlySet<string> } {
  const stories = storiesOf(rows)
  const { exchanges, orders, received, asked, sent, bankLines } = witnesses
  const accountsOf = (connector: PointConnectorName) =>
    new Set(facts.points.filter((point) => point.connector === connector).map((point) => point.connectorAccountId))
  const ownAccountIds = accountsOf('own-account')
  // What a gateway said it had taken counts as told, wherever it was kept.
  const taken = orders.flatMap(({ key, acknowledged = [] }) => acknowledged.map((body) => ({ key, body })))
  const told = toldTotals([...rows.notifications, ...taken])
  const book = checkBooks(orders, stories, {
    ...{ nowMs: rows.nowMs, ownAccountIds, onceAccountIds: accountsOf('sim_plain'), told },
  })
  const points = new Map(rows.points.map((point) => [point.id, point]))
  const pointIds = new Map<string, string>(facts.points.map(({ name, pointId }) => [name, pointId]))
  const violations = [
    ...verifyLedger(rows, stories),
    ...checkRules(rows, stories),
    ...checkAcknowledged(rows.notifications, taken),
    ...book.violations,
    ...checkStatements(rows, stories, { exchanges, bankLines }),
    ...checkRefunds(stories, { points, orders, sent, exchanges }),
    ...checkLinks(rows, stories, exchanges),
    ...checkWithdrawals(rows, stories, { pointIds, exchanges }),
    ...checkCallbacks(stories, {
      ...{ nowMs: rows.nowMs, points, receivers: facts.points, received, inbox: rows.inbox, fed: fedIn(exchanges) },
    }),
    ...checkAnswers(stories, { pointIds, exchanges, received }),
    ...checkOperators(rows, stories, { exchanges, points: facts.points }),
    ...checkAsked(stories, asked),
    ...checkLiveness(rows, stories),
  ]
  return { violations, untold: book.untold }
}
