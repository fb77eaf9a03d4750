import assert from 'node:assert/strict'
import type { Manifest } from '../../../src/core/connectors/connector.ts'
import { methodFor } from '../../../src/core/payment-methods/index.ts'
import { answerCases } from './answer-cases.ts'
import { type Case, callTimeoutMs } from './case.ts'
import { lateExecutionCases } from './late-execution-cases.ts'
import { lineCases } from './line-cases.ts'
import { notificationCases } from './notification-cases.ts'
import { portCases } from './port-cases.ts'
import { pushCases } from './push-cases.ts'
import { recordCases } from './record-cases.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { tokenCases } from './token-cases.ts'
import type { ProviderScript, UnderTest } from './under-test.ts'

export const cases: readonly Case[] = [
  ...portCases,
  ...answerCases,
  ...lineCases,
  ...tokenCases,
  ...lateExecutionCases,
  ...notificationCases,
  ...pushCases,
  ...recordCases,
]

/** Whether a case says anything about a connector. A description that lacks what its case needs fails there. */
export function applies(subject: UnderTest, each: Case): boolean {
  if (each.needs === 'nothing') return true
  const connector = subject.make('http://127.0.0.1:9')
  void connector.close?.()
  const { needs } = each
  if (needs === 'deadline' || needs === 'tombstone') {
    return connector.manifest.lateExecution.some(({ kind }) => kind === needs)
  }
  if (each.needs === 'network') return subject.provider !== undefined
  if (each.needs === 'token') return subject.provider?.token !== undefined
  if (each.needs === 'cards') return subject.provider !== undefined && takesCards(connector.manifest)
  if (each.needs === 'batch') return connector.register !== undefined
  if (each.needs === 'pushes') return subject.provider?.push !== undefined
  if (each.needs === 'prompts') return subject.provider?.prompt !== undefined
  if (each.needs === 'incoming') return connector.inquireIncoming !== undefined
  if (each.needs === 'records') return connector.providerRecords !== undefined
  if (each.needs === 'reply') return connector.notificationReply !== undefined
  if (needs === 'currency') return subject.provider !== undefined && !subject.provider.hasOneCurrency
  return connector.readNotifications !== undefined && subject.provider?.notification !== undefined
}

function takesCards({ capabilities }: Manifest): boolean {
  return capabilities.some(
    ({ serviceCode, payType }) =>
      payType === 'payin' && (serviceCode === '*' || methodFor(serviceCode)?.payin?.kind === 'card'),
  )
}

/** Runs one case; throws what it found. */
export async function runCase(subject: UnderTest, each: Case): Promise<void> {
  const provider = await scriptedProvider()
  const connector = subject.make(provider.url)
  const order = subject.order('payout')
  const { token } = subject.provider ?? {}
  let tokens = 0
  if (token) provider.answerFirst(({ path }) => (token.isRequest(path) ? token.granted(++tokens) : undefined))
  try {
    await each.run({
      subject,
      connector,
      order,
      payin: subject.order('payin'),
      key: connector.keyFor(order.transactionId, 1),
      context: { account: subject.account, timeoutMs: callTimeoutMs, notifyUrl: 'http://127.0.0.1:9/news' },
      provider,
      speaks: subject.provider ?? silence,
    })
  } finally {
    // First what a call may still be waiting for.
    await provider.close()
    await connector.close?.()
  }
}

const silence: ProviderScript = {
  answer: () => assert.fail('this connector has no provider'),
  notFound: { status: 404, body: {} },
}
