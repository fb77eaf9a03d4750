import { useMatches, useRouterState } from '@tanstack/react-router'
import { currencyDecimals } from '../../../gateway/src/core/values/currency.ts'
import { isDay } from '../../../gateway/src/core/values/days.ts'

/** Whether a page can read the value. */
type Reads = (value: string) => boolean

/** Anything: the server refuses what it cannot read, and the page shows its refusal. */
const text: Reads = () => true
const day: Reads = (value) => isDay(value)
const oneOf = (values: readonly string[]): Reads => values.includes.bind(values)
const environment = oneOf(['test', 'live'])
const currency = oneOf(Object.keys(currencyDecimals))

const transactions = {
  ...{ search: text, status: text, service_code: text, reason: text, currency: text },
  ...{ amount_from: text, amount_to: text, from: day, to: day, payment_link_id: text },
}

/** What may stand behind the `?` of a page's address, by the page's route; a page that is not here takes nothing. */
export const addresses = {
  '/p/$pointId/overview': {
    ...{ days: oneOf(['1', '7', '30']), table: oneOf(['volumes', 'methods', 'declines', 'pending']) },
    ...{ volume: (value: string) => /^(payin|payout)-[A-Z]{3}$/.test(value), measure: oneOf(['amount', 'count']) },
  },
  '/p/$pointId/payments': transactions,
  '/p/$pointId/payouts': transactions,
  '/p/$pointId/refunds': transactions,
  '/p/$pointId/balances': { currency, from: day, to: day, type: text },
  '/p/$pointId/balances/report': { currency, month: (value: string) => isDay(`${value}-01`) },
  '/p/$pointId/payment-links': { reference: text },
  '/p/$pointId/withdrawals': { currency },
  '/p/$pointId/create': { kind: oneOf(['payin', 'payout']), service_code: text, again: text },
  '/p/$pointId/requests': {
    ...{ status: text, method: text, route: text, problem_code: text, request_id: text, transaction_id: text },
    ...{ from: day, to: day },
  },
  '/p/$pointId/webhooks': {
    tab: oneOf(['endpoint', 'deliveries', 'verify', 'secrets']),
    ...{ reference: text, state: text, status: text, transaction_id: text, from: day },
  },
  '/operator/': { environment },
  '/operator/proposals': { state: oneOf(['open', 'decided']) },
  '/operator/merchants': { search: text },
  '/operator/points/$pointId': { tab: oneOf(['money', 'limits', 'settings', 'page', 'changes']) },
  '/operator/transactions': {
    ...{ text, environment, status: text, pay_type: text, service_code: text, connector_account_id: text },
    ...{ merchant_id: text, point_id: text, created_from: day, created_to: day },
  },
  '/operator/banks/lines': {
    view: oneOf(['all', 'waiting', 'unexplained', 'to_return']),
    ...{ search: text, bank_account_id: text, sign: oneOf(['C', 'D']), amount: text, from: day, to: day },
    order: oneOf(['newest', 'oldest']),
  },
  '/operator/ledger': {
    ...{ view: oneOf(['purses', 'accounts', 'journal']), environment, account_id: text, currency: text, kind: text },
  },
  '/operator/banks/$accountId/days': { day },
  '/audit': { actor: text, action: text, object: text, result: text, from: day, to: day },
} satisfies Record<string, Record<string, Reads>>

export type Addressed = keyof typeof addresses
export type ParameterOf<Page extends Addressed> = keyof (typeof addresses)[Page] & string

export interface AddressFault {
  name: string
  value: string
  kind: 'unknown' | 'twice' | 'unreadable'
}

/** What of the shown page's address the page cannot follow, and the parameters that it can. */
export function useAddressFaults(): { faults: readonly AddressFault[]; rest: Record<string, string> } {
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const known: Readonly<Record<string, Reads>> = addresses[route as Addressed] ?? {}
  const given = [...new URLSearchParams(search)]
  const faults = given.flatMap(([name, value]): AddressFault[] => {
    const reads = Object.hasOwn(known, name) ? known[name] : undefined
    if (!reads) return [{ name, value, kind: 'unknown' }]
    if (given.filter(([each]) => each === name).length > 1) return [{ name, value, kind: 'twice' }]
    return value === '' || reads(value) ? [] : [{ name, value, kind: 'unreadable' }]
  })
  const faulty = new Set(faults.map(({ name }) => name))
  return { faults, rest: Object.fromEntries(given.filter(([name]) => !faulty.has(name))) }
}
