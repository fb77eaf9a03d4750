import { z } from 'zod'
import type { CallContext } from '../../core/connectors/connector.ts'
import { detailOf } from './answers.ts'
import type { PixCalls } from './calls.ts'
import { valuesOf, webhookSecret } from './credentials.ts'

const webhook = z.object({ webhookUrl: z.string().max(500) })

/**
 * Registers where the PSP tells payments of the account's Pix key, and reads it back: a PSP may take it away. Without it payments are
 * still found, by inquiries.
 */
export async function registerWebhook(call: PixCalls, context: CallContext): Promise<readonly string[]> {
  const { account, notifyUrl } = context
  if (!notifyUrl.startsWith('https://')) {
    return [
      'The gateway has no public https address (PUBLIC_URL): the PSP cannot tell payments, and they are found later.',
    ]
  }
  const path = `/webhook/${encodeURIComponent(valuesOf(account)['pix_key'] ?? '')}`
  const webhookUrl = `${notifyUrl}/${webhookSecret(account)}`
  const set = await call(context, { method: 'PUT', path, json: { webhookUrl } })
  if (set.kind === 'failed') return [`The webhook was not registered: ${set.outcome.why}.`]
  if (set.status < 200 || set.status > 299) {
    const { code, message } = detailOf(set)
    return [`The PSP refused the webhook: ${set.status} ${code}${message === undefined ? '' : ` (${message})`}.`]
  }
  const kept = await call(context, { method: 'GET', path })
  const known = kept.kind === 'answer' && kept.status === 200 ? webhook.safeParse(kept.body).data : undefined
  return known?.webhookUrl === webhookUrl ? [] : ['The PSP keeps another address for the webhook of this Pix key.']
}
