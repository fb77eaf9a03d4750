import { type CurrencyCode, currencyDecimals } from '../../src/core/values/currency.ts'
import type { Exchange, Violation } from '../stages/virtual/parts.ts'
import type { RunRows } from './rows.ts'
import { Findings, groupBy, type JudgedPoint, nameOf, type Story } from './story.ts'

export interface OperatorContext {
  exchanges: readonly Exchange[]
  points: readonly JudgedPoint[]
}

/** What an operator asked for once, however often it was tried: by its operation id, or by its proposal. */
interface Asked {
  act: string
  action: string
  detail: Readonly<Record<string, string>>
  outcome: 'done' | 'refused' | 'unknown'
}

/** What operators were told stands in the books: decisions about transactions, and money for points exactly once. */
export function checkOperators(rows: RunRows, stories: readonly Story[], context: OperatorContext): Violation[] {
  const found = new Findings()
  const asked = askedIn(context.exchanges)
  const byId = new Map(stories.map((story) => [story.id, story]))
  for (const { act, action, detail, outcome } of asked) {
    const story = byId.get(detail['transactionId'] ?? '')
    if (outcome !== 'done' || !story) continue
    const counted = story.history.some(({ source }) => source === 'operator')
    const { amount } = detail
    const arrivedMinor = action === 'confirm' && amount ? signedMinor(amount, story.currency as CurrencyCode) : 0n
    const isIn = story.payType !== 'payin' || story.receivedMinor >= arrivedMinor
    found.check(counted && isIn, 'operator-lost', () => {
      return `${act} was told that ${action} ${amount ?? ''} of ${nameOf(story)} is done, and it is not`
    })
  }
  for (const { act, request, reply } of context.exchanges) {
    const oneself = 'operation' in request && request.operation.startsWith('oneself ')
    const isDone = oneself && reply.kind === 'done' && reply.detail === 'done'
    found.check(!isDone, 'proposal-by-oneself', () => `${act}: whoever proposed it decided about it too`)
  }
  checkFunds(rows, { asked, points: context.points, found })
  return found.list
}

const actions: ReadonlySet<string> = new Set([
  ...['confirm', 'fail', 'close_attention', 'suspense_accept', 'suspense_return', 'fund', 'correction'],
])

/** What decides about nothing. */
const notTries: ReadonlySet<string> = new Set(['propose', 'withdraw', 'oneself'])

function askedIn(exchanges: readonly Exchange[]): readonly Asked[] {
  const tries = exchanges.flatMap((exchange) => {
    const { request } = exchange
    if (!('operation' in request)) return []
    const [word, action = word] = request.operation.split(' ')
    const id = word === 'decide' ? request.detail['proposal_id'] : request.detail['operation_id']
    const isLoginAttempt = word !== undefined && action !== undefined && actions.has(action) && !notTries.has(word)
    return isLoginAttempt && id ? [{ ...exchange, action, id, detail: request.detail }] : []
  })
  return [...groupBy(tries, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    // Whoever decides about a proposal hears what became of it.
    const isProposal = first.detail['proposal_id'] !== undefined
    const isDone = own.some(({ reply }) => reply.kind === 'done' && (!isProposal || reply.detail === 'done'))
    const isUnknown = own.some(({ reply }) => reply.kind === 'broken')
    const outcome = isDone ? 'done' : isUnknown ? 'unknown' : 'refused'
    return [{ act: first.act, action: first.action, detail: first.detail, outcome }]
  })
}

/** More sums than these are not tried out. */
const unknownMax = 10

function checkFunds(
  rows: RunRows,
  { asked, points, found }: { asked: readonly Asked[]; points: readonly JudgedPoint[]; found: Findings },
): void {
  const orders = asked.filter(({ action }) => action === 'fund' || action === 'correction')
  for (const point of points) {
    for (const { currency, availableMinor } of point.funds) {
      const own = orders.filter(({ detail }) => detail['pointId'] === point.pointId && detail['currency'] === currency)
      const minors = (outcome: Asked['outcome']) =>
        own
          .filter((order) => order.outcome === outcome)
          .map(({ detail }) => signedMinor(detail['amount'] ?? '0', currency))
      const wanted = BigInt(availableMinor) + minors('done').reduce((sum, minor) => sum + minor, 0n)
      const unknown = minors('unknown')
      if (unknown.length > unknownMax) continue
      let possible = [wanted]
      for (const minor of unknown) possible = [...possible, ...possible.map((sum) => sum + minor)]
      const funded = fundedMinor(rows, { pointId: point.pointId, currency })
      found.check(possible.includes(funded), 'funds-once', () => {
        return `${point.name} was given ${funded} ${currency} by hand, ordered was ${possible.join(' or ')}`
      })
    }
  }
}

function fundedMinor(rows: RunRows, { pointId, currency }: { pointId: string; currency: CurrencyCode }): bigint {
  const own = new Map(
    rows.accounts
      .filter((each) => each.pointId === pointId && each.currency === currency)
      .map((each) => [each.id, each]),
  )
  return rows.transfers.reduce((sum, { transactionId, debit, credit, amountMinor }) => {
    if (transactionId !== null) return sum
    if (own.get(credit)?.kind === 'available') return sum + amountMinor
    return own.get(debit)?.kind === 'available' ? sum - amountMinor : sum
  }, 0n)
}

/** `-12.50` in minor units. */
function signedMinor(text: string, currency: CurrencyCode): bigint {
  const decimals = currencyDecimals[currency]
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const minor = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
  return text.startsWith('-') ? -minor : minor
}
