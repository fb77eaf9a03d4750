import { toPayHoursDefault } from '../../core/platform/config/config.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { MailDeps } from '../mail/deps.ts'
import { forgetOldMails, queueMailsAbout } from '../mail/outbox.ts'
import type { RetentionDeps } from '../retention/run-retention.ts'
import { alertKinds, alertReaders, lastsWhileTrue } from './rules/alert-kinds.ts'
import type { AlertLimits } from './store/alert-findings.ts'
import {
  deleteOldAlerts,
  eventKinds,
  insertAlertRow,
  insertFound,
  lastingKinds,
  lockAlerts,
  noteAddress,
  readSeenAddresses,
  resolveEvents,
  resolveGone,
  resolveRecovered,
} from './store/alerts.ts'

type AlertDeps = Pick<AlertsDeps, 'database' | 'secretBox' | 'notify' | 'mail' | 'log'>

/** An index finds each kind within milliseconds. A slower statement must not delay the other kinds. */
const kindMaxMs = 5_000

/** Addresses per round, from the sessions and the audit log of the last hour. */
const addressesMax = 500

/**
 * Evaluates alerts: writes one for each new condition, ends those whose condition is over, and queues mails for the
 * people who may see them and want them. One process at a time evaluates; the others skip. Returns 0: the next round
 * handles the rest.
 */
export async function evaluateAlerts(
  deps: AlertDeps,
  limits: AlertLimits = { toPayHours: toPayHoursDefault },
): Promise<number> {
  const queued = await inTransaction(deps.database.engine, async (tx) => {
    if (!(await lockAlerts(tx))) return 0
    const created = [...(await resolveRecovered(tx))]
    for (const kind of lastingKinds)
      await apart(deps, tx, { kind, work: async () => void (await resolveGone(tx, kind)) })
    await resolveEvents(
      tx,
      alertKinds.filter((kind) => !lastsWhileTrue(kind)),
    )
    for (const kind of [...lastingKinds, ...eventKinds]) {
      await apart(deps, tx, { kind, work: async () => void created.push(...(await insertFound(tx, kind, limits))) })
    }
    created.push(...(await newAddresses(deps, tx)))
    return await queueMailsAbout(deps, tx, { alertIds: created, readers: alertReaders })
  })
  if (queued > 0) deps.notify('mails')
  return 0
}

/**
 * Evaluates one kind in a savepoint. A statement that fails or takes too long is rolled back and logged, and the other
 * kinds continue. The next round tries again.
 */
async function apart(
  deps: Pick<AlertDeps, 'log'>,
  tx: Db,
  { kind, work }: { kind: string; work(): Promise<void> },
): Promise<void> {
  await tx.query({ text: `savepoint one_kind; set local statement_timeout = ${kindMaxMs}` })
  try {
    await work()
    await tx.query({ text: 'release savepoint one_kind' })
  } catch (error) {
    // Also fails if the connection is lost. Then the whole round fails.
    await tx.query({ text: 'rollback to savepoint one_kind' })
    deps.log.error({ err: error, kind }, 'alerts of one kind could not be evaluated')
  }
}

/** Deletes old alerts and mails. Returns the number of rows. */
export async function forgetOldAlerts(deps: Pick<PlatformDeps, 'database'>): Promise<number> {
  return Math.max(await deleteOldAlerts(deps.database.engine), await forgetOldMails(deps))
}

/** Alerts about sign-ins from an address that the person never used before. */
async function newAddresses(deps: AlertDeps, tx: Db): Promise<string[]> {
  const created: string[] = []
  for (const { userId, merchantId, address, at } of await readSeenAddresses(tx, addressesMax)) {
    const hash = deps.secretBox.keyedHash('known-address', address)
    if ((await noteAddress(tx, userId, hash)) !== 'another') continue
    const id = await insertAlertRow(tx, {
      merchantId,
      userId,
      kind: 'sign_in_new_address',
      object: `address ${userId} ${hash.toString('hex').slice(0, 16)}`,
      subject: `address ${userId} ${hash.toString('hex').slice(0, 16)} ${at.getTime()}`,
      facts: { address },
    })
    if (id !== undefined) created.push(id)
  }
  return created
}

export interface AlertsDeps extends RetentionDeps, MailDeps {}
