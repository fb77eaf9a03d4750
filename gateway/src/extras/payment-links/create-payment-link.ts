import { writeAudit } from '../../core/audit/write-audit.ts'
import type { CoreDeps } from '../../core/deps.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { randomToken, uuidV7 } from '../../core/platform/ids.ts'
import { say } from '../../core/texts/messages/say.ts'
import { callerActor } from '../../core/values/actor.ts'
import { present } from '../../core/values/assert.ts'
import type { Caller } from '../../core/values/caller.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { getLink } from './list-payment-links.ts'
import { offeredMethods } from './offered-methods.ts'
import { readPaymentLink } from './read-payment-link.ts'
import { differencesOf, type LinkContent, type PaymentLinkRow } from './rules/payment-link.ts'
import { findLinkByReference, insertLink, savePaused } from './store/payment-links.ts'

export interface CreatedLink {
  link: PaymentLinkRow
  replayed: boolean
  warnings: readonly FieldProblem[]
}

/**
 * Makes a link of the point. A repeated reference with the same content returns its original, also after it has expired.
 * Throws `validation_failed` with every wrong field, `reference_conflict` and `point_suspended`.
 */
export async function createPaymentLink(
  deps: CoreDeps,
  { caller, origin }: { caller: Caller; origin: string | null },
  body: Record<string, unknown>,
): Promise<CreatedLink> {
  const { point, keyId } = caller
  const offer = async (wanted: Pick<LinkContent, 'currency' | 'service_codes'>) =>
    await offeredMethods(deps, point, wanted)
  const read = async (now: Date) => await readPaymentLink(body, { now, offer })
  const { content, reference, notes } = await read(deps.clock.now())
  const { warnings, problems } = notes
  const { engine } = deps.database
  if (!content || reference === undefined) {
    const isLate = problems.length > 0 && problems.every(({ code }) => code === 'expired_at_past')
    const existing = isLate && reference !== undefined && (await findLinkByReference(engine, point.pointId, reference))
    if (!existing) throw new Problem('validation_failed', { fields: problems })
    const repeated = present((await read(beforeAnyExpiry)).content, 'a link that is only late')
    return { link: settle(existing, repeated), replayed: true, warnings }
  }
  const made = {
    ...{ id: uuidV7(deps.clock.now()), point_id: point.pointId, token: randomToken(tokenBytes), reference },
    ...{ created_by_key: keyId, ...content },
  }
  return await inTransaction(engine, async (tx) => {
    const isNew = await insertLink(tx, made)
    const link = await presentLink(tx, point.pointId, reference)
    if (!isNew) return { link: settle(link, content), replayed: true, warnings }
    if (point.merchantSuspended) throw new Problem('point_suspended')
    const entry = { action: 'payment_link.create', pointId: point.pointId, objectId: made.id, detail: { reference } }
    await writeAudit(tx, { actor: callerActor(caller, origin), ...entry }, deps.clock.now())
    return { link, replayed: false, warnings }
  })
}

/** 128 bits. */
const tokenBytes = 16

const beforeAnyExpiry = new Date(0)

async function presentLink(tx: Db, pointId: string, reference: string): Promise<PaymentLinkRow> {
  return present(await findLinkByReference(tx, pointId, reference), 'a link that was written')
}

function settle(existing: PaymentLinkRow, content: LinkContent): PaymentLinkRow {
  const fields = differencesOf(existing, content)
  const [name = '', ...more] = fields
  if (name === '') return existing
  const difference =
    more.length === 0
      ? say('reference.field_differs', { name })
      : say('reference.fields_differ', { fields: fields.join(', ') })
  throw new Problem('reference_conflict', {
    message: say('reference.conflict', { difference }),
    param: 'reference',
    facts: { payment_link_id: existing.id, fields },
  })
}

/** Closes a link for a while, or opens it again. What payers began goes on. Throws `not_found`. */
export async function setPaused(
  deps: CoreDeps,
  { caller, origin }: { caller: Caller; origin: string | null },
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<PaymentLinkRow> {
  const { reference } = await getLink(deps, caller, id)
  const { pointId } = caller.point
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await savePaused(tx, id, isPaused))) return
    const action = isPaused ? 'payment_link.pause' : 'payment_link.resume'
    const entry = { action, pointId, objectId: id, detail: { reference } }
    await writeAudit(tx, { actor: callerActor(caller, origin), ...entry }, deps.clock.now())
  })
  return await getLink(deps, caller, id)
}
