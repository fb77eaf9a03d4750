import type { TransferKind } from '../../src/core/ledger/rules/ledger.ts'
import type { CurrencyCode } from '../../src/core/values/currency.ts'
import { amountNumber } from '../../src/core/values/money.ts'
import { bookedMinor } from './callbacks.ts'
import { amountFields, type Told, type ToldAmounts } from './exchanges.ts'
import type { HistoryRow, TransferRow } from './rows.ts'
import { creditedEntry, type Findings, nameOf, type Story } from './story.ts'

type Signs = Readonly<Partial<Record<TransferKind, bigint>>>

const feeSigns: Signs = {
  payin_fee: 1n,
  payout_fee: 1n,
  late_payout_fee: 1n,
  fee_return: -1n,
  ...{ return_fee: 1n, refund_fee: -1n },
}
const netSigns: Signs = {
  ...{ payin: 1n, suspense_accepted: 1n, reversal: -1n, payin_fee: -1n, payout: -1n, late_payout: -1n },
  ...{ refund: -1n, refund_fee: 1n, return_fee: -1n },
  ...{ payout_fee: -1n, late_payout_fee: -1n, return: 1n, fee_return: 1n },
}
const suspenseSigns: Signs = { suspense: 1n, suspense_accepted: -1n, suspense_returned: -1n, suspense_reversed: -1n }
const arrivedSigns: Signs = { payin: 1n, suspense: 1n, suspense_returned: -1n }

/** The amounts that were told with a status stood in the ledger at some instant of that status, all of them together. */
export function checkToldAmounts(story: Story, answer: Told, found: Findings): void {
  const { history, transfers } = story
  if (Object.keys(answer.amounts).length === 0) return
  const possible = positionsOf(history, answer).flatMap((place) => {
    const entry = history[place] as HistoryRow
    const untilMs = Math.min(history[place + 1]?.atMs ?? answer.answeredAtMs, answer.answeredAtMs)
    const isTied = history.some(({ id, atMs }) => id !== entry.id && atMs === entry.atMs)
    const least = transfers.filter(({ atMs }) => (isTied ? atMs < entry.atMs : atMs <= entry.atMs)).length
    const most = transfers.filter(({ atMs }) => atMs <= untilMs).length
    const counts = Array.from({ length: Math.max(0, most - least) + 1 }, (_, more) => least + more)
    return counts.map((count) => amountsOf(story, entry, transfers.slice(0, count)))
  })
  const fits = possible.some((each) =>
    amountFields.every((name) => !(name in answer.amounts) || answer.amounts[name] === each[name]),
  )
  found.check(fits || possible.length === 0, 'answer-amounts', () => {
    return `${answer.act} about ${nameOf(story)} was told ${answer.status} with ${JSON.stringify(answer.amounts)}, the ledger had ${JSON.stringify(possible)}`
  })
}

/** Places of the history at which an answer was true. */
export function positionsOf(history: readonly HistoryRow[], { status, reason, answeredAtMs }: Told): readonly number[] {
  return history.flatMap((entry, place) => {
    const same = entry.status === status && (reason === undefined || entry.reason === reason)
    return same && entry.atMs <= answeredAtMs ? [place] : []
  })
}

function amountsOf(story: Story, entry: HistoryRow, transfers: readonly TransferRow[]): ToldAmounts {
  const sum = (signs: Signs) =>
    transfers.reduce((total, { kind, amountMinor }) => total + (signs[kind] ?? 0n) * amountMinor, 0n)
  const told = (minor: bigint) => amountNumber(minor, story.currency as CurrencyCode)
  const isBooked = transfers.some(({ kind }) => kind in netSigns)
  const credited = bookedMinor(transfers, entry)
  const isCredited = creditedEntry({ payType: story.payType, history: [entry] }) !== undefined
  const arrived = story.payType !== 'payin' ? 0n : sum(isCredited ? arrivedSigns : suspenseSigns)
  return {
    credited_amount: credited > 0n ? told(credited) : null,
    suspense_amount: told(sum(suspenseSigns)),
    missing_amount: arrived > 0n && arrived < story.amountMinor ? told(story.amountMinor - arrived) : null,
    fee: isBooked ? told(sum(feeSigns)) : null,
    net: isBooked ? told(sum(netSigns)) : null,
  }
}
