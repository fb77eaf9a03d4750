import type { AccountKind, TransferKind } from '../../src/core/ledger/rules/ledger.ts'
import type { Violation } from '../parts.ts'
import type { AccountRow, RunRows, TransferRow } from './rows.ts'
import { creditedEntry, Findings, nameOf, type Story } from './story.ts'

/** `credited`: `pending` or `available`. */
type Side = AccountKind | 'credited'

const sides: Readonly<Record<TransferKind, readonly [debit: Side, credit: Side]>> = {
  payin: ['settlement', 'credited'],
  payin_fee: ['credited', 'fees'],
  release: ['pending', 'available'],
  reserve: ['available', 'reserved'],
  payout: ['reserved', 'settlement'],
  payout_fee: ['reserved', 'fees'],
  unreserve: ['reserved', 'available'],
  return: ['settlement', 'available'],
  fee_return: ['fees', 'available'],
  reversal: ['available', 'settlement'],
  late_payout: ['available', 'settlement'],
  late_payout_fee: ['available', 'fees'],
  suspense: ['settlement', 'suspense'],
  suspense_accepted: ['suspense', 'credited'],
  suspense_returned: ['suspense', 'settlement'],
  suspense_reversed: ['suspense', 'settlement'],
  funding: ['funding', 'available'],
  correction: ['funding', 'available'],
  unknown_in: ['settlement', 'suspense'],
  unknown_used: ['suspense', 'settlement'],
  unknown_out: ['unexplained', 'settlement'],
  unknown_out_used: ['settlement', 'unexplained'],
  moved_in: ['settlement', 'transit'],
  moved_out: ['transit', 'settlement'],
  bank_cost: ['bank_costs', 'settlement'],
  bank_income: ['settlement', 'bank_costs'],
  transfer_in: ['settlement', 'transit'],
  transfer_out: ['transit', 'settlement'],
  refund_reserve: ['available', 'reserved'],
  refund: ['reserved', 'settlement'],
  refund_fee: ['fees', 'available'],
  return_fee: ['available', 'fees'],
  refund_unreserve: ['reserved', 'available'],
  refund_release: ['pending', 'available'],
  refund_withhold: ['available', 'pending'],
}

/**
 * Every transfer goes between the accounts that its kind names, stored balances are the sums of their transfers, every
 * account holds what the payments' rows say, and no reservation took an account below its overdraft.
 */
export function verifyBalances(rows: RunRows, stories: readonly Story[]): Violation[] {
  const found = new Findings()
  checkSides(rows, stories, found)
  const sums = sumsOf(rows.transfers)
  const wanted = storiedBalances(rows, stories)
  for (const account of rows.accounts) {
    const name = accountName(account)
    const sum = sums.get(account.id) ?? 0n
    if (account.balanceMinor !== null) {
      found.equal(account.balanceMinor, sum, { rule: 'balance-sum', what: `the stored balance of ${name}` })
    }
    if (account.kind === 'funding') continue
    const what = `the transfers of ${name}, by the payments' rows`
    found.equal(sum, wanted.get(keyOf(account)) ?? 0n, { rule: `balance-${account.kind}`, what })
  }
  verifyOverdraft(rows, found)
  return found.list
}

function sumsOf(transfers: readonly TransferRow[]): ReadonlyMap<bigint, bigint> {
  const sums = new Map<bigint, bigint>()
  for (const { debit, credit, amountMinor } of transfers) {
    sums.set(debit, (sums.get(debit) ?? 0n) - amountMinor)
    sums.set(credit, (sums.get(credit) ?? 0n) + amountMinor)
  }
  return sums
}

function accountName({ environment, currency, kind, pointId, accountId }: AccountRow): string {
  return `${environment} ${currency} ${kind} of ${pointId ?? accountId}`
}

function keyOf(account: Pick<AccountRow, 'currency' | 'kind' | 'pointId' | 'accountId'>): string {
  return `${account.currency}/${account.kind}/${account.pointId ?? account.accountId}`
}

function checkSides(rows: RunRows, stories: readonly Story[], found: Findings): void {
  const accounts = new Map(rows.accounts.map((account) => [account.id, account]))
  const byId = new Map(stories.map((story) => [story.id, story]))
  for (const transfer of rows.transfers) {
    const story = transfer.transactionId === null ? undefined : byId.get(transfer.transactionId)
    const [debit, credit] = sides[transfer.kind]
    const goes = (from: bigint, to: bigint) =>
      belongs(accounts.get(from), debit, { transfer, story }) && belongs(accounts.get(to), credit, { transfer, story })
    // What operators move by hand goes either way.
    const manual = transfer.kind === 'funding' || transfer.kind === 'correction'
    const fits = goes(transfer.debit, transfer.credit) || (manual && goes(transfer.credit, transfer.debit))
    const of = story ? nameOf(story) : `point ${transfer.pointId}`
    found.check(fits, 'transfer-accounts', () => {
      return `the transfer ${transfer.kind} ${transfer.id} of ${of} goes between accounts that are not its own`
    })
  }
}

function belongs(
  account: AccountRow | undefined,
  side: Side,
  { transfer, story }: { transfer: TransferRow; story: Story | undefined },
): boolean {
  if (!account) return false
  const isKind =
    side === 'credited' ? account.kind === 'pending' || account.kind === 'available' : account.kind === side
  const owner = account.pointId === null ? story?.accountId : transfer.pointId
  const isOwn = (account.pointId ?? account.accountId) === owner
  if (!story) return isKind && isOwn && transfer.transactionId === null
  const sameMoney = story.currency === account.currency && story.environment === account.environment
  return isKind && isOwn && sameMoney && story.pointId === transfer.pointId
}

/** What every account must hold by the payments' rows alone; only funding comes from the transfers. */
function storiedBalances(rows: RunRows, stories: readonly Story[]): ReadonlyMap<string, bigint> {
  const balances = new Map<string, bigint>()
  const add = (owner: { pointId: string } | { accountId: string }, currency: string, kind: AccountKind, by: bigint) => {
    const key = keyOf({ pointId: null, accountId: null, ...owner, currency, kind })
    balances.set(key, (balances.get(key) ?? 0n) + by)
  }
  const accounts = new Map(rows.accounts.map((account) => [account.id, account]))
  for (const { transactionId, pointId, credit, amountMinor } of rows.transfers) {
    const account = accounts.get(credit)
    if (transactionId !== null || pointId === null || !account) continue
    add({ pointId }, account.currency, 'available', account.kind === 'available' ? amountMinor : -amountMinor)
  }
  for (const story of stories) {
    const { pointId, accountId, currency } = story
    const held = story.payType === 'payin' ? payinHoldings(story) : payoutHoldings(story)
    for (const [kind, minor] of Object.entries(held) as [AccountKind, bigint][]) {
      const isOutside = kind === 'settlement' || kind === 'suspense'
      add(isOutside ? { accountId } : { pointId }, currency, kind, minor)
    }
  }
  return balances
}

type Holdings = Partial<Record<AccountKind, bigint>>

function payinHoldings(story: Story): Holdings {
  const here = story.receivedMinor - story.sentBackMinor
  const left = here - (story.reversedMinor < here ? story.reversedMinor : here)
  if (!creditedEntry(story)) return { suspense: story.suspenseMinor, settlement: -left }
  const pending = story.release && story.release.releasedAtMs === null ? story.release.amountMinor : 0n
  return {
    available: left - story.suspenseMinor - story.feeMinor - pending,
    pending,
    fees: story.feeMinor,
    suspense: story.suspenseMinor,
    settlement: -left,
  }
}

function payoutHoldings(story: Story): Holdings {
  const { amountMinor, feeMinor, reversedMinor, status, reason } = story
  if (story.payType === 'refund') return refundHoldings(story)
  if (status === 'PENDING') return { available: -amountMinor - feeMinor, reserved: amountMinor + feeMinor }
  if (status === 'ERROR' && reason !== 'returned') return {}
  const givenBack = story.transfers.some(({ kind }) => kind === 'fee_return') ? feeMinor : 0n
  const keptMinor = feeMinor - givenBack
  const outMinor = amountMinor - reversedMinor
  return { available: -outMinor - keptMinor, fees: keptMinor, settlement: outMinor }
}

/** A refund that is done gives its fee back. */
function refundHoldings({ amountMinor, feeMinor, reversedMinor, status }: Story): Holdings {
  if (status === 'PENDING') return { available: -amountMinor, reserved: amountMinor }
  if (status === 'ERROR') return {}
  const outMinor = amountMinor - reversedMinor
  return { available: feeMinor - outMinor, fees: -feeMinor, settlement: outMinor }
}

/** Whoever reserves holds the lock on the account while its transfer gets its id: ids are the order of the balance. */
function verifyOverdraft(rows: RunRows, found: Findings): void {
  const accounts = new Map(rows.accounts.filter(({ kind }) => kind === 'available').map((each) => [each.id, each]))
  const balances = new Map<bigint, bigint>()
  for (const { kind, debit, credit, amountMinor, transactionId } of rows.transfers) {
    balances.set(credit, (balances.get(credit) ?? 0n) + amountMinor)
    const left = (balances.get(debit) ?? 0n) - amountMinor
    balances.set(debit, left)
    const account = accounts.get(debit)
    if ((kind !== 'reserve' && kind !== 'refund_reserve') || !account) continue
    const overdraftMinor = account.overdraftMinor ?? 0n
    found.check(left >= -overdraftMinor, 'balance-overdrawn', () => {
      return `the reservation of ${transactionId} left ${left} in ${accountName(account)}, its overdraft is ${overdraftMinor}`
    })
  }
}
