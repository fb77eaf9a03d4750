import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ConnectorAccount, ProviderEvent, RawNotification } from '../connector.ts'
import { credentialsOf } from './credentials.ts'

const item = z.looseObject({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
  txid: z.string().optional(),
  chave: z.string().optional(),
  devolucoes: z
    .array(z.looseObject({ id: z.string().max(64), status: z.string().max(40) }))
    .max(100)
    .optional(),
})

const pushed = z.object({ pix: z.array(z.unknown()).max(500) })

/** Keys of this gateway: 32 hexadecimal digits. */
const ownTxid = /^[0-9a-f]{32}$/

/**
 * The payments of a push, each as a bell: the gateway asks the provider about the charge. The push proves nothing, because
 * any customer of the same provider can have it sent to this address for a key of their own. The provider appends `/pix` to
 * the address. Undefined where the address lacks the account's secret. Payments without a charge of ours are no event.
 */
export function readNotifications(
  raw: RawNotification,
  account: ConnectorAccount,
): readonly ProviderEvent[] | undefined {
  const { notification_secret: secret, pix_key: key } = credentialsOf(account)
  if (raw.arrival && !isAddressed(raw.arrival.path, secret)) return undefined
  const read = pushed.safeParse(parse(raw.body))
  if (!read.success) return []
  return read.data.pix.flatMap((each) => {
    const found = item.safeParse(each)
    if (!found.success) return []
    const { txid, chave, endToEndId, devolucoes } = found.data
    if (txid === undefined || !ownTxid.test(txid) || (chave !== undefined && chave !== key)) return []
    const part = Buffer.from(JSON.stringify({ pix: [each] }))
    return [{ eventId: eventId(endToEndId, devolucoes ?? []), key: txid, outcome: { kind: 'inquire' } as const, part }]
  })
}

/** A payment, and each state of its returns, is an event of its own. */
function eventId(endToEndId: string, returns: readonly { id: string; status: string }[]): string {
  if (returns.length === 0) return endToEndId
  const states = returns.map(({ id, status }) => `${id}=${status}`).sort()
  return `${endToEndId}:${createHash('sha256').update(states.join('\n')).digest('hex').slice(0, 32)}`
}

function isAddressed(path: string, secret: string): boolean {
  const given = Buffer.from(path.replace(/\/pix$/, '').slice(1))
  const wanted = Buffer.from(secret)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
