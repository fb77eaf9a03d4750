import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { NotificationsRead, ProviderEvent, RawNotification } from '../../src/core/connectors/connector.ts'
import { type Outcome, rejectReasons } from '../../src/core/values/outcome.ts'
import { movedMinor, type OpenOrder, refundedMinor } from './book.ts'

/** The header, in lower case, in which a notification is signed. */
export const signatureHeader = 'x-sim-signature'

const signingSecret = 'signs the notifications of all simulated providers'

/** An order in the words of the port, as it stands now. */
export function outcomeOf(order: OpenOrder): Outcome {
  const providerReference = `SIM-${order.connector}-${order.number}`
  const creditedMinor = movedMinor(order, 'executed')
  const takenBackMinor = movedMinor(order, 'came_back')
  const amountMinor = takenBackMinor + refundedMinor(order)
  const { currency } = order
  if (amountMinor > 0n) {
    const reversals = order.refunds.length > 0 ? { reversals: reversalsOf(order, takenBackMinor) } : {}
    return { kind: 'reversed', amountMinor, creditedMinor, currency, providerReference, ...reversals }
  }
  if (creditedMinor > 0n) return completed(order, { creditedMinor, currency, providerReference })
  switch (order.state) {
    case 'open':
      return { kind: 'pending', providerReference, ...(order.next ? { next: order.next } : {}) }
    case 'refused':
    case 'rejected':
    case 'cancelled':
      return { kind: 'rejected', reason: order.reason ?? 'other', detail: { code: 'SIM' } }
  }
}

/** What the provider took back itself, in its list of what went back of a pay-in. The others are refunds, by their keys. */
export const takenBackId = 'taken back'

function reversalsOf({ refunds }: OpenOrder, takenBackMinor: bigint) {
  const own = takenBackMinor > 0n ? [{ id: takenBackId, amountMinor: takenBackMinor, isDone: true }] : []
  const asked = refunds.map((refund) => {
    const isDone = movedMinor(refund, 'executed') > movedMinor(refund, 'came_back')
    return { id: refund.key, amountMinor: refund.orderedMinor, isDone }
  })
  return [...own, ...asked]
}

function completed(
  order: OpenOrder,
  paid: { creditedMinor: bigint; currency: string; providerReference: string },
): Outcome {
  const document = order.sender ?? order.payerDocument
  const sender = order.direction === 'in' && document !== undefined ? { sender: { name: 'A Payer', document } } : {}
  return { kind: 'completed', ...paid, endToEndId: `E${paid.providerReference}`, ...sender }
}

/** The text of a notification; bigint as text. */
export function writeNotification({ eventId, key, outcome }: ProviderEvent): string {
  const numbers = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return JSON.stringify({ id: eventId, key, outcome }, numbers)
}

export function signatureOf(body: string | Buffer): string {
  return createHmac('sha256', signingSecret).update(body).digest('hex')
}

const minor = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
const text = z.string().max(255)
const money = { currency: text, providerReference: text }
const detail = z.object({ code: text })
const notification = z.object({
  id: text,
  key: text,
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('completed'),
      creditedMinor: minor,
      endToEndId: text,
      ...money,
      sender: z.object({ name: text, document: text }).exactOptional(),
    }),
    z.object({
      ...{ kind: z.literal('reversed'), amountMinor: minor, creditedMinor: minor, ...money },
      reversals: z.array(z.object({ id: text, amountMinor: minor, isDone: z.boolean() })).exactOptional(),
    }),
    z.object({ kind: z.literal('rejected'), reason: z.enum(rejectReasons), detail }),
    z.object({ kind: z.literal('pending'), providerReference: text }),
  ]),
})

/** Undefined where the signature is wrong or the text is none of a simulated provider. */
export function readNotifications({ body, headers }: RawNotification): NotificationsRead | undefined {
  if (headers[signatureHeader] !== signatureOf(body)) return undefined
  const read = notification.safeParse(JSON.parse(body.toString('utf8')))
  if (!read.success) return undefined
  return { events: [{ eventId: read.data.id, key: read.data.key, outcome: read.data.outcome }] }
}
