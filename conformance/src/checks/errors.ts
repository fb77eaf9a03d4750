import { codes, newReference, payinBody, payoutBody } from '../run/bodies.ts'
import type { Checks } from '../run/check.ts'
import type { Exchange } from '../run/exchange.ts'
import { demand, demandEqual, demandText, NoCallback } from '../run/expect.ts'
import {
  create,
  findCallback,
  payinOf,
  payinPath,
  payoutOf,
  payoutPath,
  type Subject,
  settledPayin,
  withOutcomes,
} from '../run/subject.ts'

/** The words of replies, refusals, limits, and the settings of callbacks. */
export const errorChecks: Checks = {
  'pay-in-success-word': {
    run: async (subject) => {
      for (const code of Object.keys(codes)) {
        const { exchange } = await payinOf(subject, code)
        demandEqual(exchange.json.status, 'success', { expected: 'status', evidence: exchange })
      }
    },
  },
  'pay-in-fail-word': {
    run: async (subject) => {
      const refused = await refusedPayin(subject)
      demandEqual(refused.json?.status, 'fail', { expected: 'the status of a refused pay-in', evidence: refused })
    },
  },
  'payout-success-word': {
    run: async (subject) => {
      for (const code of Object.keys(codes)) {
        const { exchange } = await payoutOf(subject, code)
        demandEqual(exchange.json.status, 'success', { expected: 'status', evidence: exchange })
      }
    },
  },
  'payout-error-word': {
    run: async (subject) => {
      const refused = await refusedPayout(subject)
      demandEqual(refused.json?.status, 'error', { expected: 'the status of a refused payout', evidence: refused })
    },
  },
  'error-shape': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const { json, ...evidence } of [await refusedPayin(subject), await refusedPayout(subject)]) {
        const about = { evidence: { ...evidence, json } }
        demandEqual(json.data, null, { expected: 'data', ...about })
        demandText(json.message, { expected: 'message to be a text', ...about })
        for (const name of ['type', 'code', 'message', 'doc_url', 'request_id']) {
          demandText(json.error?.[name], { expected: `error.${name} to be a text`, ...about })
        }
        demand(Array.isArray(json.errors), json.errors, { expected: 'errors to be a list', ...about })
      }
    },
  },
  'error-lists-every-field': {
    needs: ['decisions'],
    run: async (subject) => {
      const exchange = await subject.send(payinPath, payinBody('BT_VE', { amount: -1, payer_doc_id: undefined }))
      const params = (exchange.json?.errors ?? []).map(({ param }: { param: string }) => param)
      const found = params.toSorted().join(', ')
      demandEqual(found, 'amount, payer_doc_id', { expected: 'the fields of errors', evidence: exchange })
    },
  },
  'error-codes': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [changes, code] of [
        [{ amount: undefined }, 'required'],
        [{ amount: true }, 'invalid_type'],
        [{ expired_at: '2020-01-01T00:00:00Z' }, 'expired_at_past'],
        [{ service_code: 'BT_XX' }, 'unknown_service_code'],
        [{ reference: 'r'.repeat(256) }, 'too_long'],
      ] as const) {
        const exchange = await subject.send(payinPath, payinBody('BT_AR', changes))
        const about = { expected: `error.code for ${JSON.stringify(changes)}`, evidence: exchange }
        demandEqual(exchange.json?.error?.code, code, about)
      }
    },
  },
  'http-status-of-acceptance': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const { exchange } of [await payinOf(subject, 'BT_AR'), await payoutOf(subject, 'BT_AR')]) {
        demandEqual(exchange.status, 200, { expected: 'HTTP', evidence: exchange })
      }
    },
  },
  'http-status-of-refusals': {
    needs: ['decisions'],
    run: async (subject) => {
      const body = payinBody('BT_AR')
      const told = (status: number, exchange: Exchange) =>
        demandEqual(exchange.status, status, { expected: 'HTTP', evidence: exchange })
      told(422, await refusedPayin(subject))
      told(422, await refusedPayout(subject))
      told(400, await subject.send(payinPath, undefined, { raw: '{' }))
      told(413, await subject.send(payinPath, { ...body, note: 'n'.repeat(70_000) }))
      told(415, await subject.send(payinPath, body, { headers: { 'content-type': 'text/plain' } }))
      told(404, await subject.send('/api/v1/payments/00000000-0000-4000-8000-000000000000', undefined))
    },
  },
  'no-rate-limit-on-test-points': {
    needs: ['decisions'],
    run: async (subject) => {
      const replies = await Promise.all(
        Array.from({ length: 20 }, async () => await subject.send(payinPath, payinBody('BT_AR', { amount: -1 }))),
      )
      const limited = replies.find(({ status }) => status === 429)
      demandEqual(limited?.status, undefined, { expected: 'a refusal because of too many requests', evidence: limited })
    },
  },
  'reference-length': {
    needs: ['decisions'],
    run: async (subject) => {
      const longest = newReference().padEnd(255, 'r')
      const accepted = await subject.send(payinPath, payinBody('BT_AR', { reference: longest }))
      demandEqual(accepted.json?.data?.reference, longest, { expected: 'data.reference', evidence: accepted })
      for (const reference of ['', 'line\nfeed', 7]) {
        const exchange = await subject.send(payinPath, payinBody('BT_AR', { reference }))
        demandEqual(exchange.status, 422, { expected: 'HTTP', evidence: exchange })
      }
    },
  },
  'callback-url-must-be-https': {
    needs: ['adapter', 'settings'],
    alone: true,
    run: async (subject) => {
      const taken = await withOutcomes(subject).adapter.takesCallbackUrl('http://merchant.example.com/callbacks')
      demandEqual(taken, false, { expected: 'whether an http:// address is taken' })
    },
  },
  'callback-extra-fields': {
    needs: ['receiver', 'adapter', 'settings'],
    alone: true,
    run: async (subject) => await withExtraFields(subject),
  },
}

async function withExtraFields(subject: Subject): Promise<void> {
  const { adapter } = withOutcomes(subject)
  await adapter.sendExtraFields(true)
  try {
    const paid = { outcome: 'paid', status: 'COMPLETED' } as const
    const { callback } = await settledPayin(subject, 'BT_VE', paid)
    demandText(callback.json.sender_document_number, { expected: 'sender_document_number', evidence: callback })
    const payout = await create(subject, payoutPath, payoutBody('BT_PE'))
    const told = await findCallback(subject, payout, 'COMPLETED')
    if (told === undefined) throw new NoCallback('no callback of the payout came')
    for (const name of ['beneficiary_name', 'beneficiary_document_number', 'beneficiary_bank_name']) {
      demandText(told.json[name], { expected: name, evidence: told })
    }
  } finally {
    await adapter.sendExtraFields(false)
  }
}

async function refusedPayin(subject: Subject): Promise<Exchange> {
  return await subject.once('refused pay-in', async () => await subject.send(payinPath, without(payinBody('BT_AR'))))
}

async function refusedPayout(subject: Subject): Promise<Exchange> {
  return await subject.once('refused payout', async () => await subject.send(payoutPath, without(payoutBody('BT_AR'))))
}

function without({ amount: _, ...body }: Record<string, unknown>): Record<string, unknown> {
  return body
}
