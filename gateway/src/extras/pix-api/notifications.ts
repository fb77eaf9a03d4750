import { createHash } from 'node:crypto'
import { z } from 'zod'
import type {
  ConnectorAccount,
  NotificationsRead,
  ProviderEvent,
  RawNotification,
} from '../../core/connectors/connector.ts'
import { sameSecret } from '../../core/platform/ids.ts'
import { webhookSecret } from './credentials.ts'
import { isChargeKey } from './keys.ts'

const item = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  devolucoes: z
    .array(z.object({ id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/), status: z.string().max(60) }))
    .max(200)
    .default([]),
})
const push = z.object({ pix: z.array(z.unknown()).max(1_000) })

/** The shortest txid of a charge. */
const txidLengthMin = 26

/** Events of one push that are stored. */
const eventsMax = 100

/**
 * What a push prompts. The address holds a secret, and that is all: any customer of the same PSP can make the PSP send here what
 * looks right. So nothing of it is believed; each charge and refund that it names is asked about. The PSP appends `/pix` to the
 * address, which some keep in its query instead.
 */
export function readPush(raw: RawNotification, account: ConnectorAccount): NotificationsRead | undefined {
  const [, given = ''] = /^\/([0-9a-f]{64})(\/pix)?$/.exec(raw.path ?? '') ?? []
  if (!sameSecret(digest(given), digest(webhookSecret(account)))) return undefined
  const read = push.safeParse(parse(raw.body)).data
  if (!read) return undefined
  const events: ProviderEvent[] = []
  let dropped = 0
  for (const each of read.pix) {
    const { data } = item.safeParse(each)
    if (!data) dropped += 1
    else events.push(...eventsOf(data))
  }
  return { events: events.slice(0, eventsMax), dropped: dropped + Math.max(0, events.length - eventsMax) }
}

/** A payment asks about its charge, or by its own id where it has none (a static code has a shorter txid); each return about our refund that may have its id. */
function eventsOf({ endToEndId, txid, devolucoes }: z.infer<typeof item>): ProviderEvent[] {
  const states = devolucoes.map(({ id, status }) => `${id} ${status}`)
  const name = (of: string) =>
    createHash('sha256')
      .update(`${endToEndId} ${of} ${states.join(' ')}`)
      .digest('hex')
  return [
    { eventId: name('payment'), key: txid && txid.length >= txidLengthMin ? txid : endToEndId },
    ...devolucoes.filter(({ id }) => isChargeKey(id)).map(({ id }) => ({ eventId: name(id), key: id })),
  ]
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
