/** A bank account of an operator: what its owner sees at the bank. */
export interface AccountFacts {
  /** As statements write it: a CBU, a CLABE, an IBAN or a plain number. It names the account. */
  number: string
  holder: string
  /** ISO 4217, with its number of decimals. */
  currency: string
  decimals: number
  /** IANA name: in which day a movement is booked. */
  time_zone: string
  /** Balance at the beginning of the first day, minor units as text; may be negative. */
  opening_minor: string
  /** First day of the account: `2030-06-14`. */
  opened_on: string
  /** Decides every choice that the bank makes by itself: which character of a reference is mistyped, what a fee costs. */
  seed: number
}

export interface Account {
  facts: AccountFacts
  movements: Movement[]
  /** Repeated calls under one key get the movements of the first. */
  byKey: Map<string, Movement[]>
  balanceMinor: bigint
}

/** `C` credits the account, `D` debits it. */
export type Sign = 'C' | 'D'

export interface Party {
  name: string
  document?: string
  account?: string
}

export interface Movement {
  /** From 1 within the account, in the order of booking. */
  number: number
  /** The bank's own id of it, unique within the account. */
  id: string
  kind: string
  sign: Sign
  /** Minor units as text, above 0. */
  amount_minor: string
  booking_day: string
  value_day: string
  /** Money that comes back. It never turns the sign. */
  reversal: boolean
  /** What people read: up to 200 characters of Latin letters, digits and `.,:/-`. */
  text: string
  party?: Party
  /** The number that the account's owner gave a payment. */
  end_to_end_id?: string
  /** The balance after it, minor units as text. */
  balance_minor: string
}

/** Accounts of one bank, and movements of one account: all stay in memory, about 500 bytes each. */
export const ACCOUNTS_MAX = 100
export const MOVEMENTS_MAX = 200_000

export function signedMinor({ sign, amount_minor }: Pick<Movement, 'sign' | 'amount_minor'>): bigint {
  return sign === 'C' ? BigInt(amount_minor) : -BigInt(amount_minor)
}

/** Adds a new account to the book. Throws where its number is taken. */
export function openAccount(accounts: Map<string, Account>, facts: AccountFacts): void {
  if (accounts.has(facts.number)) throw new Error(`the account ${facts.number} is opened a second time`)
  const balanceMinor = BigInt(facts.opening_minor)
  accounts.set(facts.number, { facts, movements: [], byKey: new Map(), balanceMinor })
}

/** Adds movements to the book. Throws where the account is unknown, or a number or a balance does not follow. */
export function addMovements(
  accounts: Map<string, Account>,
  { account: number, call, movements }: { account: string; call?: string; movements: Movement[] },
): void {
  const account = accounts.get(number)
  if (!account) throw new Error(`movements of the account ${number}, which was never opened`)
  for (const movement of movements) {
    account.balanceMinor += signedMinor(movement)
    const follows = movement.number === account.movements.length + 1
    if (!follows || movement.balance_minor !== String(account.balanceMinor)) {
      throw new Error(`movement ${movement.number} of the account ${number} does not follow the one before`)
    }
    account.movements.push(movement)
  }
  if (call !== undefined) account.byKey.set(call, movements)
}

/** The day of an instant in a time zone: `2030-06-14`. */
export function dayIn(timeZone: string, instantMs: number): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instantMs)
}
