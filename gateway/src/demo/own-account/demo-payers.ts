import type { DemoMovement } from './account-at-bank.ts'

/** A payer of the demonstration: what their order is, and what they do at the bank. */
export interface DemoPayer {
  reference: string
  amountMinor: bigint
  name: string
  document: string
  /** Undefined: the payer never pays. */
  pays: Exclude<DemoMovement['kind'], 'fee' | 'tax'> | undefined
  /** What the bank books beside it. */
  bankTakes: 'fee' | 'tax' | undefined
}

/** Of twenty payers twelve do everything right. */
const habits: readonly [DemoPayer['pays'], DemoPayer['bankTakes']?][] = [
  ['deposit'],
  ['deposit'],
  ['typo'],
  ['deposit', 'fee'],
  ['twice'],
  ['deposit'],
  ['no_reference'],
  ['deposit'],
  ['other_amount'],
  ['deposit'],
  ['deposit', 'tax'],
  ['other_sender'],
  ['deposit'],
  ['typo'],
  [undefined],
  ['deposit'],
  ['deposit'],
  ['no_reference'],
  ['deposit'],
  ['deposit'],
]

/** Made-up people with documents whose check digits are right. */
const people: readonly [name: string, document: string][] = [
  ['Ana Prueba', '20111111120'],
  ['Bruno Prueba', '20223334440'],
  ['Carla Prueba', '20301112220'],
  ['Diego Prueba', '20289990004'],
  ['Elena Prueba', '20334445551'],
  ['Franco Prueba', '20256667771'],
  ['Gala Prueba', '20182229998'],
]

/** The payer of a number from 0 on: always the same. */
export function demoPayer(index: number): DemoPayer {
  const [pays, bankTakes] = habits[index % habits.length] ?? ['deposit']
  const [name, document] = people[index % people.length] ?? ['Ana Prueba', '20111111120']
  // From 1,000.00 to 50,000.00; equal amounts come now and then, as in a shop with few prices.
  const amountMinor = BigInt(1_000 + ((index * 7_919) % 99) * 500) * 100n
  return { reference: `own-account-${index + 1}`, amountMinor, name, document, pays, bankTakes }
}
