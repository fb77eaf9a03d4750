import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ConnectorAccount, NotificationsRead, RawNotification } from '../connector.ts'
import { bankOrder, outcomeOf } from './answers.ts'
import { credentialsOf } from './calls.ts'

/** Notifications further from now than this are refused: the signature may be a replay. */
const notificationToleranceSeconds = 300

const notificationShape = z.object({ id: z.string().min(1).max(128), key: z.string().max(64), order: bankOrder })

/** An event of the bank, signed over time and body. */
export function readNotifications(
  raw: RawNotification,
  account: ConnectorAccount,
  now: Date,
): NotificationsRead | undefined {
  const timestamp = raw.headers['x-simbank-timestamp'] ?? ''
  const signature = raw.headers['x-simbank-signature'] ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > notificationToleranceSeconds) return undefined
  const secret = credentialsOf(account).notification_secret
  const expected = Buffer.from(
    `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(raw.body).digest('hex')}`,
  )
  const received = Buffer.from(signature)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  const read = notificationShape.safeParse(parse(raw.body))
  if (!read.success || read.data.order.key !== read.data.key) return undefined
  return { events: [{ eventId: read.data.id, key: read.data.key, outcome: outcomeOf(read.data.order) }] }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
