import { createHash } from 'node:crypto'
import type { Outcome } from '../../values/outcome.ts'
import type { CallContext, CancelResult, Connector, Manifest } from '../connector.ts'
import { isNamed, outcomeOfAnswer, problemOf } from './answers.ts'
import { type PixCalls, pixCalls } from './calls.ts'
import { chargeBody } from './charge.ts'
import { credentialsOf } from './credentials.ts'
import { readNotifications } from './read-notifications.ts'
import { pixSetUp } from './set-up.ts'

const hourMs = 3_600_000

const manifest: Manifest = {
  name: 'pix-api',
  environments: ['live', 'test'],
  capabilities: [{ serviceCode: 'PIX_BR', payType: 'payin' }],
  instructions: 'in_request',
  // The same charge under the same txid is an update of it, never a second one.
  sameKeySameResult: true,
  // Nobody can pay a charge that the provider does not find: its code was never given to anybody.
  lateExecution: [{ kind: 'not_found_is_final' }],
  visibilityWindowMs: 60_000,
  inquiries: { perSecond: 10, depositDelaysMs: [hourMs, 6 * hourMs, 24 * hourMs] },
}

const removed = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'

/**
 * Pay-ins by Pix through any provider that speaks the Brazilian central bank's Pix API (2.9.0): immediate charges, whose
 * code the payer scans or pastes. Contract-tested against the published description; not certified at a provider.
 */
export function pixApi(): Connector & { close(): Promise<void> } {
  const calls = pixCalls()
  const ask = async (key: string, context: CallContext) =>
    await calls.call(context, { method: 'GET', path: `/cob/${key}` })
  return {
    manifest,
    keyFor: txidOf,
    submit: async (order, key, context) => {
      const credentials = credentialsOf(context.account)
      const body = chargeBody(order, credentials)
      const answer = await calls.call(context, { method: 'PUT', path: `/cob/${key}`, body })
      const outcome = outcomeOfAnswer({ key, credentials, order }, answer)
      return outcome.kind === 'not_found' ? { kind: 'unknown', why: 'unmapped' } : withCode(outcome)
    },
    inquire: async (key, context) =>
      outcomeOfAnswer({ key, credentials: credentialsOf(context.account) }, await ask(key, context)),
    cancel: async (key, context) => await cancel(calls, key, context),
    readNotifications: (raw, account) => readNotifications(raw, account),
    setUp: pixSetUp(calls),
    close: calls.close,
  }
}

/** A txid has 26 to 35 letters and digits. That of the first attempt is the transaction's id without its dashes. */
export function txidOf(transactionId: string, attempt: number): string {
  const id = transactionId.replaceAll('-', '')
  return attempt === 1 ? id : createHash('sha256').update(`${id}/${attempt}`).digest('hex').slice(0, 32)
}

/** A charge without a code cannot be paid: the inquiry asks for it again. */
function withCode(outcome: Outcome): Outcome {
  return outcome.kind === 'pending' && outcome.instructions === undefined
    ? { kind: 'unknown', why: 'unreadable' }
    : outcome
}

async function cancel(calls: PixCalls, key: string, context: CallContext): Promise<CancelResult> {
  const credentials = credentialsOf(context.account)
  const half = { ...context, timeoutMs: context.timeoutMs / 2 }
  const path = `/cob/${key}`
  const answer = await calls.call(half, { method: 'PATCH', path, body: { status: removed } })
  if (answer.kind === 'failed') return 'unknown'
  const found = problemOf(answer.body)
  if (answer.status === 404)
    return isNamed(found, 'CobNaoEncontrado') || isNamed(found, 'NaoEncontrado') ? 'not_found' : 'unknown'
  // A charge that is not active any more was paid, or removed before: its record says which.
  if (answer.status !== 200 && answer.status !== 400) return 'unknown'
  const seen = answer.status === 200 ? answer : await calls.call(half, { method: 'GET', path })
  const outcome = outcomeOfAnswer({ key, credentials }, seen)
  if (outcome.kind === 'rejected' && outcome.detail?.code === removed) return 'cancelled'
  return outcome.kind === 'completed' || outcome.kind === 'reversed' ? 'too_late' : 'unknown'
}
