import type { FirstAnswer, ReceivedCallback } from '../receiver.ts'
import { codes } from '../run/bodies.ts'
import type { Check, Checks } from '../run/check.ts'
import { demand, demandEqual, demandMatch, demandText, NoCallback, NotChecked, RuleBroken } from '../run/expect.ts'
import {
  callbacksOf,
  expectedHash,
  paidCard,
  type Settled,
  type Settlement,
  type Subject,
  settledPayin,
  toldPayout,
  withCallbacks,
} from '../run/subject.ts'

const paid: Settlement = { outcome: 'paid', status: 'COMPLETED' }
const statuses = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED']
/** With six digits or without, with a suffix or, for cards, without. */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/
const hexDigest = /^[0-9a-f]{64}$/i
const requiredFields = ['transaction_id', 'api_key', 'security_hash', 'status', 'message']
const knownFields = [...requiredFields, 'amount', 'reference', 'updated_at', 'pay_type']
const extraFields = [
  'sender_name',
  'sender_document_number',
  'beneficiary_name',
  'beneficiary_document_number',
  'beneficiary_bank_name',
  'endToEndId',
]

/** Delivery, body and hash of callbacks. */
export const callbackChecks: Checks = {
  'callback-comes': comes(async (subject) => await settledPayin(subject, 'BT_AR', paid), true),
  'card-callback-comes': comes(paidCard, false),
  'payout-callback-comes': {
    ...comes(async (subject) => await toldPayout(subject, 'BT_AR'), false),
    needs: ['receiver', 'decisions'],
  },
  'callback-by-post': looks(({ callback }) => demandEqual(callback.method, 'POST', about('the method', callback))),
  'callback-content-type': looks(({ callback }) => {
    demandMatch(callback.contentType, /^application\/json\b/, about('the content type application/json', callback))
  }),
  'callback-is-an-object': looksAtAll((callback) => {
    const { json } = callback
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    demand(isObject, callback.text, about('an object', callback))
  }),
  ...Object.fromEntries(
    requiredFields.map((name) => [
      `callback-has-${name.replaceAll('_', '-')}`,
      looks(({ callback }) => {
        const found = callback.json?.[name]
        demand(found !== undefined && found !== null, found, about(`the field ${name}`, callback))
      }),
    ]),
  ),
  'callback-transaction-id': looks(({ callback, created }) => {
    const wanted = created.data.transaction_id
    if (callback.json.transaction_id === undefined) return
    demandEqual(callback.json.transaction_id, wanted, about('transaction_id', callback))
  }),
  'callback-status': looksAtAll((callback) => {
    const status = callback.json?.status
    if (status === undefined) return
    demand(statuses.includes(status), status, about('a status of the list', callback))
  }),
  'callback-message': looks(({ callback }) => {
    if (callback.json.message === undefined) return
    demandText(callback.json.message, about('message to be a text', callback))
  }),
  'callback-reference': looks(({ callback, created }) => {
    if (callback.json.reference === undefined || created.data.reference === undefined) return
    demandEqual(callback.json.reference, created.data.reference, about('reference', callback))
  }),
  'callback-updated-at': looks(({ callback }) => {
    if (callback.json.updated_at === undefined) return
    demandMatch(callback.json.updated_at, isoTime, about('updated_at as an ISO 8601 time', callback))
  }),
  'callback-pay-type': looks(({ callback, created }) => {
    if (callback.json.pay_type === undefined) return
    const isPayin = 'expired_at' in created.data || 'redirect_url' in created.data
    demandEqual(callback.json.pay_type, isPayin ? 'payin' : 'payout', about('pay_type', callback))
  }),
  'callback-optional-fields-always': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      for (const { callback } of await samples(subject)) {
        for (const name of ['reference', 'updated_at', 'pay_type']) {
          demandText(callback.json[name], about(`${name} to be a text`, callback))
        }
      }
    },
  },
  ...Object.fromEntries(['PIX_BR', 'BT_AR'].map((code) => [`callback-amount-${code}`, amountOf(code)])),
  'callback-amount-of-others': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      for (const code of Object.keys(codes).filter((each) => !['PIX_BR', 'BT_AR'].includes(each))) {
        const { callback } = await toldPayout(subject, code)
        demandEqual(callback.json.amount, undefined, about(`amount of ${code}`, callback))
      }
    },
  },
  'callback-amount-only-where-booked': {
    needs: ['receiver', 'adapter', 'decisions'],
    run: async (subject) => {
      const { callback } = await settledPayin(subject, 'BT_AR', { outcome: 'declined', status: 'ERROR' })
      demandEqual(callback.json.amount, undefined, about('amount of a failed payment', callback))
    },
  },
  'api-key-range': looks(({ callback }) => {
    const text = apiKeyText(callback)
    if (text === undefined) return
    const value = Number(text)
    const holds = Number.isInteger(value) && value >= 1 && value <= 9_999_999_999
    demand(holds, text, about('api_key between 1 and 9999999999', callback))
  }),
  'api-key-is-an-integer': looks(({ callback }) => {
    if (apiKeyText(callback) === undefined) return
    const inBytes = /"api_key"\s*:\s*("[^"]*"|[^,}\s]+)/.exec(callback.text)?.[1]
    const expected = 'api_key to be a JSON integer, without quotes, leading zeros or another form'
    demandMatch(inBytes, /^(0|-?[1-9]\d*)$/, about(expected, callback))
  }),
  'api-key-is-random': {
    needs: ['receiver'],
    run: async (subject) => {
      const found = (await samples(subject)).map(({ callback }) => apiKeyText(callback))
      const seen = found.filter((text) => text !== undefined)
      const expected = 'callbacks of different transactions to have different api_keys'
      demand(new Set(seen).size === seen.length, seen.join(', '), { expected })
    },
  },
  'security-hash-form': looks(({ callback }) => {
    const hash = callback.json.security_hash
    if (hash === undefined) return
    demandMatch(hash, hexDigest, about('security_hash to be 64 hex digits', callback))
  }),
  'security-hash-in-lower-case': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      for (const { callback } of await samples(subject)) {
        demandMatch(callback.json.security_hash, /^[^A-Z]*$/, about('security_hash in lower case', callback))
      }
    },
  },
  'security-hash': {
    needs: ['receiver'],
    run: async (subject) => {
      const { credentials } = withCallbacks(subject)
      for (const { callback } of await samples(subject)) {
        const text = apiKeyText(callback)
        const hash = callback.json.security_hash
        // Another form breaks the rule about the form.
        if (text === undefined || !hexDigest.test(String(hash))) continue
        const wanted = expectedHash(credentials, text)
        // The right hash is not shown: it would authenticate what another gateway wrote.
        demandEqual(
          hash.toLowerCase() === wanted,
          true,
          about('security_hash fits api_key and auth_point_id', callback),
        )
      }
    },
  },
  'callback-only-known-fields': {
    needs: ['receiver'],
    run: async (subject) => {
      for (const { callback } of await samples(subject)) {
        const unknown = Object.keys(callback.json).filter((name) => !knownFields.includes(name))
        const strange = unknown.filter((name) => !extraFields.includes(name))
        demandEqual(strange.join(', '), '', about('fields that version 1.0 does not know', callback))
      }
    },
  },
  'callback-extra-fields-off': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      for (const { callback } of await samples(subject)) {
        const found = extraFields.filter((name) => name in callback.json)
        demandEqual(found.join(', '), '', about('additional fields that nobody asked for', callback))
      }
    },
  },
  'card-callback-fields': {
    needs: ['receiver'],
    run: async (subject) => {
      const { callback } = await paidCard(subject)
      // The five that every callback must have break rules of their own.
      for (const name of ['reference', 'updated_at']) {
        demand(callback.json[name] !== undefined, callback.json[name], about(`the field ${name}`, callback))
      }
    },
  },
  'card-callback-updated-at': {
    needs: ['receiver'],
    run: async (subject) => {
      const { callback } = await paidCard(subject)
      if (callback.json.updated_at === undefined) return
      const withoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/
      demandMatch(callback.json.updated_at, withoutZone, about('updated_at without a time zone suffix', callback))
    },
  },
  'other-callbacks-updated-at-in-utc': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      for (const { callback } of [await settledPayin(subject, 'BT_AR', paid), await toldPayout(subject, 'BT_AR')]) {
        const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/
        demandMatch(callback.json.updated_at, utc, about('updated_at with microseconds and Z', callback))
      }
    },
  },
  'retry-after-a-server-error': retry(500),
  'retry-after-a-refusal': retry(401),
  'retry-after-another-success-code': retry(204),
  'retry-after-a-redirect': retry(302),
  'retry-without-an-answer': retry('cut'),
  'redirect-is-not-followed': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const { receiver } = withCallbacks(subject)
      // A second delivery shows that the first one has ended.
      const { length } = await deliveries(subject, 302)
      if (length < 2) throw new NotChecked('the callback did not come again')
      const followed = receiver.received.find(({ path }) => path.endsWith('/moved'))
      demandEqual(followed?.path, undefined, { expected: 'the redirected request' })
    },
  },
  'retry-is-the-same-callback': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const [first, second] = await deliveries(subject, 500)
      if (second === undefined) throw new NotChecked('the callback did not come again')
      demandEqual(second.text, first?.text, about('the bytes of the second delivery', second))
    },
  },
}

/** Without an adapter nobody may have paid, where somebody must. */
function comes(settle: (subject: Subject) => Promise<Settled>, needsPayer: boolean): Check {
  return {
    needs: ['receiver'],
    run: async (subject) => {
      try {
        await settle(subject)
      } catch (error) {
        if (!(error instanceof NoCallback) || (needsPayer && !isPaid(subject))) throw error
        throw new RuleBroken('a callback with the status COMPLETED', error.message)
      }
    },
  }
}

function isPaid({ adapter, paysItself }: Subject): boolean {
  return adapter !== undefined || paysItself
}

/** For a callback of a bank transfer, a Pix, a payout and a card. */
function looks(look: (settled: Settled) => void): Check {
  return {
    needs: ['receiver'],
    run: async (subject) => {
      for (const settled of await samples(subject)) look(settled)
    },
  }
}

/** For every callback that has come since the samples were asked for. */
function looksAtAll(look: (callback: ReceivedCallback) => void): Check {
  return {
    needs: ['receiver'],
    run: async (subject) => {
      await samples(subject)
      for (const callback of withCallbacks(subject).receiver.received) look(callback)
    },
  }
}

/** As many as there are: a gateway may not tell of a payout that it completed at once. */
async function samples(subject: Subject): Promise<Settled[]> {
  const found = await Promise.allSettled([
    settledPayin(subject, 'BT_AR', paid),
    settledPayin(subject, 'PIX_BR', paid),
    paidCard(subject),
    toldPayout(subject, 'BT_AR'),
  ])
  const settled = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = found.find((each) => each.status === 'rejected')
  if (settled.length === 0) throw failed?.reason ?? new NotChecked('no callback came')
  return settled
}

function amountOf(code: string): Check {
  return {
    needs: ['receiver'],
    run: async (subject) => {
      const { callback, created } = await settledPayin(subject, code, paid)
      const inBytes = /"amount"\s*:\s*([^,}\s]+)/.exec(callback.text)?.[1]
      demandMatch(inBytes, /^\d+\.\d{2}$/, about('amount as a number with two decimals', callback))
      demandEqual(Number(inBytes), created.body['amount'], about('amount', callback))
    },
  }
}

function retry(firstAnswer: FirstAnswer): Check {
  return {
    needs: ['receiver'],
    run: async (subject) => {
      const [first, second] = await deliveries(subject, firstAnswer)
      const expected = `the callback again within ${subject.callbackWaitMs} ms, because the answer was not 200`
      demand(second !== undefined, 'no second delivery', { expected, evidence: first })
    },
  }
}

/** The first deliveries of a callback whose first one was answered so. */
async function deliveries(subject: Subject, firstAnswer: FirstAnswer): Promise<ReceivedCallback[]> {
  return await subject.once(`deliveries ${firstAnswer}`, async () => {
    const { receiver, callbackWaitMs } = withCallbacks(subject)
    const { created } = await settledPayin(subject, 'BT_AR', { ...paid, firstAnswer })
    const both = () => (sameStatus(callbacksOf(receiver, created)).length > 1 ? true : undefined)
    await receiver.wait(both, callbackWaitMs)
    return sameStatus(callbacksOf(receiver, created))
  })
}

function sameStatus(callbacks: readonly ReceivedCallback[]): ReceivedCallback[] {
  return callbacks.filter(({ json }) => ['COMPLETED', undefined].includes(json.status))
}

/** The decimal text of api_key as it stands in the bytes, however it is written; undefined where it is missing. */
function apiKeyText({ json, text }: ReceivedCallback): string | undefined {
  if (json?.api_key === undefined || json.api_key === null) return undefined
  const inBytes = /"api_key"\s*:\s*"?(-?\d+)/.exec(text)?.[1]
  return inBytes === undefined ? String(json.api_key) : inBytes.replace(/^(-?)0+(?=\d)/, '$1')
}

function about(expected: string, evidence: ReceivedCallback): { expected: string; evidence: ReceivedCallback } {
  return { expected, evidence }
}
