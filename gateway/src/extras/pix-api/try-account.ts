import type { CallContext, Trial } from '../../core/connectors/connector.ts'
import { detailOf } from './answers.ts'
import { instantText } from './bodies.ts'
import type { PixCalls } from './calls.ts'
import { valuesOf } from './credentials.ts'

const minuteMs = 60_000

/** Lists the payments of the last minute: it needs address, certificate, token and scope, and changes nothing. */
export async function tryPixAccount(
  call: PixCalls,
  context: Pick<CallContext, 'account' | 'timeoutMs'> & { now: Date },
): Promise<Trial> {
  const now = context.now.getTime()
  const query = { inicio: instantText(now - minuteMs), fim: instantText(now) }
  const listed = await call(context, { method: 'GET', path: '/pix', query })
  if (listed.kind === 'failed') {
    const { outcome } = listed
    return { kind: 'fails', why: hints[outcome.why] ?? `There was no answer that can be read: ${outcome.why}.` }
  }
  if (listed.status !== 200) {
    const { code, message } = detailOf(listed)
    const hint = listed.status === 404 ? ' Does the address lack its path, such as /v2?' : ''
    return {
      kind: 'fails',
      why: `GET /pix: ${listed.status} ${code}${message === undefined ? '' : ` (${message})`}.${hint}`,
    }
  }
  const { pix_key: key = '' } = valuesOf(context.account)
  const webhook = await call(context, { method: 'GET', path: `/webhook/${encodeURIComponent(key)}` })
  const isKnown = webhook.kind === 'answer' && webhook.status === 200
  const said = isKnown ? 'has a webhook, which the gateway’s will replace' : 'has no webhook yet'
  return { kind: 'works', said: `GET /pix: 200. The Pix key ${said}.` }
}

/** What most often lies behind a call that was not answered. */
const hints: Readonly<Record<string, string>> = {
  connect_failed: 'The address does not answer, or the certificate is not the one that the PSP knows.',
  refused_by_us:
    'The PSP refused client id or secret. Or the address is not public, and CALLBACK_ALLOW_CIDRS does not name its network.',
  rate_limited: 'Try again in a minute.',
}
