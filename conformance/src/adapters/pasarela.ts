import type { Exchange } from '../run/exchange.ts'
import { NotChecked } from '../run/expect.ts'
import type { Adapter, Call, Outcome } from './adapter.ts'

export interface PasarelaOptions {
  call: Call
  /** A key with the scopes `webhook` and `settings`: it may not be the one that pays out. */
  settingsKey: string | undefined
  /** Undefined: callbacks go where the point sends them already. */
  receiverUrl: string | undefined
}

/** Service codes whose currency has no decimals: there the scenario stands in the last five digits of the amount. */
const withoutDecimals = ['BT_CL', 'BT_PY']

const events: Readonly<Record<Outcome, string>> = {
  paid: 'paid',
  declined: 'declined',
  expired: 'expire',
  'taken back': 'reversed',
}

/** Drives a test point of Pasarela by its documented API: `PUT /api/v1/webhook` and the simulator controls. */
export function pasarela({ call, settingsKey, receiverUrl }: PasarelaOptions): Adapter {
  const webhook = async (body: object): Promise<Exchange> => {
    if (settingsKey === undefined) throw new NotChecked('the adapter has no --settings-key')
    return await call('PUT', '/api/v1/webhook', { key: settingsKey, body })
  }
  /** The settings of before, which `restore` puts back. */
  let before: { url: string | null; extra_fields: boolean; send_refunds?: boolean } | undefined
  return {
    name: 'pasarela',
    followsDecisions: true,
    prepare: async () => {
      if (settingsKey === undefined) return { sendsCallbacks: false }
      const found = await call('GET', '/api/v1/webhook', { key: settingsKey })
      const settings = found.json?.data
      const asksForRefunds = settings?.send_refunds === true ? { send_refunds: true } : {}
      if (found.status === 200 && settings)
        before = { url: settings.url, extra_fields: settings.extra_fields, ...asksForRefunds }
      if (receiverUrl === undefined) return { sendsCallbacks: false }
      const taken = await webhook({ url: receiverUrl, ...(before?.send_refunds ? { send_refunds: false } : {}) })
      if (taken.status === 200) return { sendsCallbacks: true }
      const said = String(taken.json?.message ?? taken.status).slice(0, textLengthMax)
      return { sendsCallbacks: false, refusal: `the gateway refuses the receiver (${receiverUrl}): ${said}` }
    },
    restore: async () => {
      if (before) succeed(await webhook(before))
    },
    heldAmount: (code) => scenario(code, '01'),
    failingPayoutAmount: (code) => scenario(code, '03'),
    slowPayoutAmount: (code) => scenario(code, '01'),
    make: async (id, outcome) => {
      const body = { event: events[outcome] }
      succeed(await call('POST', `/api/v1/test/payments/${id}/simulate`, { body }))
    },
    takesCallbackUrl: async (url) => {
      const answer = await webhook({ url })
      const usual = receiverUrl ?? before?.url
      if (answer.status === 200 && usual !== undefined) await webhook({ url: usual })
      return answer.status === 200
    },
    sendExtraFields: async (on) => succeed(await webhook({ extra_fields: on })),
  }
}

/** A reply may be a whole page. */
const textLengthMax = 500

/** docs/test-data.md of Pasarela: a major part that ends in 777 chooses what happens. */
function scenario(code: string, number: string): number {
  return Number(withoutDecimals.includes(code) ? `777${number}` : `777.${number}`)
}

function succeed(answer: Exchange): void {
  if (answer.status !== 200)
    throw new NotChecked(
      `${answer.method} ${answer.url} answered ${answer.status}: ${answer.text.slice(0, textLengthMax)}`,
    )
}
