import type pg from 'pg'
import { secretBox } from '../../src/core/platform/secret-box.ts'
import type { InvariantResult } from '../../src/extras/verify/invariant.ts'
import type { Observations, Violation } from '../parts.ts'
import type { PointConnectorName, TemplateFacts } from '../world/points.ts'
import { checkAnswers } from './answers.ts'
import { checkAvailability } from './availability.ts'
import { checkBooks } from './book.ts'
import { brokenInvariants } from './books-proof.ts'
import { checkCallbacks, type Receiver, type ValidSecret } from './callbacks.ts'
import { fedIn, type SecretRotation, secretRotationsIn } from './exchanges.ts'
import { verifyLedger } from './ledger.ts'
import { checkLiveness } from './liveness.ts'
import { checkAcknowledged, toldTotals } from './notifications.ts'
import { checkOperators } from './operators.ts'
import { checkRefunds } from './refunds.ts'
import { checkRefusals } from './refusals.ts'
import { checkRights } from './rights.ts'
import { loadRows, type RunRows } from './rows.ts'
import { checkRules } from './rules.ts'
import { checkSchedules } from './schedules.ts'
import { storiesOf } from './story.ts'
import { checkToldBalances } from './told-balances.ts'

export interface FinishedRun {
  /** An ordinary session of a superuser on the run's database, whose time stands still. Nobody else writes any more. */
  db: pg.Client
  facts: TemplateFacts
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
  const { exchanges, orders, received, asked, sent, lastFaultAtMs } = witnesses
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
  const receivers = receiversOf(rows, facts, witnesses)
  const pointIds = new Map<string, string>(facts.points.map(({ name, pointId }) => [name, pointId]))
  const violations = [
    ...verifyLedger(rows, stories),
    ...checkRules(rows, stories),
    ...checkAcknowledged(rows.notifications, taken),
    ...book.violations,
    ...checkRefunds(stories, { points, orders, sent }),
    ...checkCallbacks(stories, {
      ...{ nowMs: rows.nowMs, points, receivers, received, inbox: rows.inbox, fed: fedIn(exchanges) },
    }),
    ...checkAnswers(stories, { pointIds, exchanges, received }),
    ...checkToldBalances(rows, { pointIds, exchanges }),
    ...checkRefusals(rows, stories, { exchanges, points: facts.points }),
    ...checkRights(stories, { exchanges, points: facts.points }),
    ...checkOperators(rows, stories, { exchanges, points: facts.points }),
    ...checkSchedules(rows, stories, { asked, lastFaultAtMs, ownAccountIds }),
    ...checkLiveness(rows, stories),
  ]
  return { violations, untold: book.untold }
}

function receiversOf(rows: RunRows, facts: TemplateFacts, { exchanges }: Observations): readonly Receiver[] {
  const box = secretBox(Buffer.from(facts.masterKey, 'base64'))
  const rotations = secretRotationsIn(exchanges)
  return facts.points.map(({ name, pointId, authApiToken, webhookSecret }) => {
    const row = rows.points.find(({ id }) => id === pointId)
    const stored = [
      [row?.webhookSecretBox, 'webhook_secret'],
      [row?.oldWebhookSecretBox, 'old_webhook_secret'],
    ] as const
    const opened = stored.flatMap(([sealed, column]) =>
      sealed ? [box.open(sealed, { table: 'points', column, rowId: pointId })] : [],
    )
    const own = rotations.filter(({ who }) => who === name)
    return { pointId, authApiToken, webhookSecrets: validSecrets(webhookSecret, own, opened) }
  })
}

/**
 * Each secret is valid until the overlap ends that its successor began with. Where an answer was lost, its secret stands in
 * the database at most, and nobody knows its times.
 */
function validSecrets(first: string, rotations: readonly SecretRotation[], stored: readonly string[]): ValidSecret[] {
  const made = rotations.flatMap((each) => each.made ?? []).sort((a, b) => a.atMs - b.atMs)
  const always = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }
  if (made.length < rotations.length) {
    const known = new Set([first, ...stored, ...made.map(({ secret }) => secret)])
    return [...known].map((secret) => ({ secret, ...always, isSure: false }))
  }
  return [{ secret: first, atMs: always.fromMs }, ...made].map(({ secret, atMs }, place) => {
    return { secret, fromMs: atMs, untilMs: made[place]?.oldUntilMs ?? always.untilMs, isSure: true }
  })
}
