import { type Bank, record } from '../bank/bank.ts'
import { type Account, dayIn, MOVEMENTS_MAX, type Movement, type Party, type Sign } from './account.ts'
import { choose, mistyped } from './chance.ts'

/** What can happen on an account, by the name of its control. */
export const MOVEMENT_KINDS = [
  'deposit',
  'typo',
  'other_amount',
  'twice',
  'no_reference',
  'other_sender',
  'payout',
  'payout_returned',
  'fee',
  'tax',
  'interest',
] as const

export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export interface MovementInput {
  kind: MovementKind
  /** Minor units; without it the bank chooses the amount of a fee, a tax or interest. */
  amountMinor: bigint | undefined
  /** What the payer was told to quote, or the key of a payout. */
  reference: string | undefined
  party: Party | undefined
  /** `2030-06-14`; today without it. Never before the day of the last movement, never after today. */
  bookingDay: string | undefined
  /** At most the booking day, which is the default: a transfer of Friday night that is booked on Monday. */
  valueDay: string | undefined
  /** Repeated calls with one key book once. */
  call: string | undefined
}

export type Booked =
  | { movements: readonly Movement[] }
  | { refused: 'day_is_closed' | 'day_is_to_come' | 'account_is_full' }

/** Whether the kind needs an amount and a reference of the caller. */
export function needsOf(kind: MovementKind): { amount: boolean; reference: boolean } {
  const isBanks = kind === 'fee' || kind === 'tax' || kind === 'interest'
  return { amount: !isBanks, reference: !isBanks && kind !== 'no_reference' }
}

/** Books what happened, as one or two movements. A repeated `call` returns what it booked first. */
export function bookMovements(bank: Bank, account: Account, input: MovementInput): Booked {
  const known = input.call === undefined ? undefined : account.byKey.get(input.call)
  if (known) return { movements: known }
  const today = dayIn(account.facts.time_zone, bank.clock.nowMs())
  const last = account.movements.at(-1)?.booking_day ?? account.facts.opened_on
  // A clock that was shifted back leaves the last day open.
  const bookingDay = input.bookingDay ?? (today > last ? today : last)
  if (bookingDay < last) return { refused: 'day_is_closed' }
  if (input.bookingDay !== undefined && bookingDay > today) return { refused: 'day_is_to_come' }
  const drafts = draftsOf(account, input)
  if (account.movements.length + drafts.length > MOVEMENTS_MAX) return { refused: 'account_is_full' }
  const valueDay = input.valueDay !== undefined && input.valueDay < bookingDay ? input.valueDay : bookingDay
  let balanceMinor = account.balanceMinor
  const movements = drafts.map((draft, index): Movement => {
    const number = account.movements.length + index + 1
    balanceMinor += draft.sign === 'C' ? draft.amountMinor : -draft.amountMinor
    return {
      number,
      // Unique at this bank for ever, as the numbers of real banks are.
      id: `SB${bookingDay.replaceAll('-', '').slice(2)}${String(number).padStart(7, '0')}`,
      kind: input.kind,
      sign: draft.sign,
      amount_minor: String(draft.amountMinor),
      booking_day: bookingDay,
      value_day: valueDay,
      reversal: input.kind === 'payout_returned',
      text: plainText(draft.text),
      ...(draft.party && { party: draft.party }),
      ...(draft.endToEndId !== undefined && { end_to_end_id: draft.endToEndId }),
      balance_minor: String(balanceMinor),
    }
  })
  const call = input.call === undefined ? {} : { call: input.call }
  record(bank, { type: 'movements_booked', account: account.facts.number, ...call, movements })
  return { movements }
}

interface Draft {
  sign: Sign
  amountMinor: bigint
  text: string
  party?: Party
  endToEndId?: string
}

function draftsOf(account: Account, input: MovementInput): Draft[] {
  const { kind, reference = '' } = input
  const by = [account.facts.seed, account.movements.length] as const
  const amountMinor = input.amountMinor ?? ownAmount(account, kind)
  const party = input.party ?? { name: 'Simulated Payer' }
  const credit = (text: string, change: Partial<Draft> = {}): Draft => ({
    sign: 'C',
    amountMinor,
    text,
    party,
    ...change,
  })
  switch (kind) {
    case 'deposit':
      return [credit(`TRANSFER ${reference}`)]
    case 'typo':
      return [credit(`TRANSFER ${mistyped(reference, ...by)}`)]
    case 'other_amount':
      return [credit(`TRANSFER ${reference}`, { amountMinor: otherAmount(amountMinor, ...by) })]
    case 'twice':
      return [credit(`TRANSFER ${reference}`), credit(`TRANSFER ${reference}`)]
    case 'no_reference':
      return [credit('TRANSFER')]
    case 'other_sender':
      return [credit(`TRANSFER ${reference}`, { party: otherParty(party, ...by) })]
    case 'payout':
      return [{ sign: 'D', amountMinor, text: `PAYMENT ${reference}`, party, endToEndId: reference }]
    case 'payout_returned':
      return [credit(`RETURN OF PAYMENT ${reference}`, { endToEndId: reference })]
    case 'fee':
      return [{ sign: 'D', amountMinor, text: 'ACCOUNT FEE' }]
    case 'tax':
      return [{ sign: 'D', amountMinor, text: 'TAX ON DEBITS AND CREDITS' }]
    case 'interest':
      return [{ sign: 'C', amountMinor, text: 'INTEREST' }]
  }
}

/** 0.01 to 50.00 in a currency of two decimals. */
function ownAmount({ facts, movements }: Account, kind: MovementKind): bigint {
  return BigInt(1 + choose(5_000, kind, facts.seed, movements.length))
}

/** 1 to 20 % less or more, and never nothing. */
function otherAmount(amountMinor: bigint, ...by: (string | number)[]): bigint {
  const part = (amountMinor * BigInt(1 + choose(20, 'percent', ...by))) / 100n || 1n
  const isLess = choose(2, 'less', ...by) === 0 && part < amountMinor
  return isLess ? amountMinor - part : amountMinor + part
}

/** Somebody else's document: no payer of a gateway has it but by chance of one in ten thousand million. */
function otherParty(party: Party, ...by: (string | number)[]): Party {
  const digits = String(choose(90_000, 'one', ...by) + 10_000) + String(choose(90_000, 'two', ...by) + 10_000)
  return { ...party, name: 'Another Payer', document: digits }
}

/** Only what every statement format can carry. */
function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 .,:/-]/g, '')
    .slice(0, 200)
    .trim()
}
