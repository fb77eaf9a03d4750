import type { MatchCandidate } from './match-types.ts'
import { plainReference } from './reference-tokens.ts'

/** Candidates by what a line may hold of them, so that no line is compared with all. */
export interface CandidateIndex {
  byOwnNumber: ReadonlyMap<string, readonly MatchCandidate[]>
  byReference: ReadonlyMap<string, readonly MatchCandidate[]>
  byPayerReference: ReadonlyMap<string, readonly MatchCandidate[]>
  /** By the amounts that they still wait for. */
  byAmount: ReadonlyMap<string, readonly MatchCandidate[]>
  /** By their whole amount, in every state. */
  byWholeAmount: ReadonlyMap<string, readonly MatchCandidate[]>
  /** By the reference and all that is left of it without one character. */
  bySimilar: ReadonlyMap<string, readonly MatchCandidate[]>
}

export function indexCandidates(candidates: readonly MatchCandidate[]): CandidateIndex {
  const [byOwnNumber, byReference, byPayerReference, bySimilar] = [
    emptyIndex(),
    emptyIndex(),
    emptyIndex(),
    emptyIndex(),
  ]
  const [byAmount, byWholeAmount] = [emptyIndex(), emptyIndex()]
  for (const candidate of candidates) {
    for (const number of new Set(candidate.ownNumbers.map(plainReference))) add(byOwnNumber, number, candidate)
    const reference = plainReference(candidate.targetReference ?? '')
    if (reference !== '') {
      add(byReference, reference, candidate)
      for (const part of withoutOne(reference)) add(bySimilar, part, candidate)
    }
    const typed = transferNumber(candidate.payerReference)
    if (typed !== '') add(byPayerReference, typed, candidate)
    add(byWholeAmount, amountKey(candidate.currency, candidate.expectedMinor), candidate)
    for (const minor of dueAmounts(candidate)) add(byAmount, amountKey(candidate.currency, minor), candidate)
  }
  return { byOwnNumber, byReference, byPayerReference, byAmount, byWholeAmount, bySimilar }
}

export function amountKey(currency: string, minor: bigint): string {
  return `${currency} ${minor}`
}

/** The number of a transfer, without zeros in front. Empty where it is too short to name one. */
export function transferNumber(number: string | undefined): string {
  const plain = plainReference(number ?? '').replace(/^0+/, '')
  return plain.length >= 4 ? plain : ''
}

/**
 * Amounts that an order still waits for: the rest of an order without its whole money. An amount that an operator
 * confirmed waits for the line that proves it.
 */
function dueAmounts(order: MatchCandidate): Set<bigint> {
  const amounts = new Set<bigint>()
  const isOpen = order.state === 'PENDING' || order.state === 'EXPIRED'
  if (isOpen && order.receivedMinor < order.expectedMinor) amounts.add(order.expectedMinor - order.receivedMinor)
  if (order.hasUnlinkedManualMoney) {
    amounts.add(order.expectedMinor)
    if (order.receivedMinor > 0n) amounts.add(order.receivedMinor)
  }
  return amounts
}

/** Candidates whose reference a word is with one wrong, exchanged, missing or doubled character. */
export function similarTo(index: CandidateIndex, word: string): MatchCandidate[] {
  const found = new Set<MatchCandidate>()
  for (const part of new Set([word, ...withoutOne(word)])) {
    for (const candidate of [...(index.bySimilar.get(part) ?? []), ...(index.byReference.get(part) ?? [])]) {
      if (isOneMistake(word, plainReference(candidate.targetReference ?? ''))) found.add(candidate)
    }
  }
  return [...found]
}

function isOneMistake(word: string, reference: string): boolean {
  if (word === reference) return false
  if (word.length === reference.length) {
    const wrong = [...word].map((letter, at) => (letter === reference[at] ? -1 : at)).filter((at) => at >= 0)
    const [one = 0, two = 0] = wrong
    if (wrong.length === 1) return true
    return wrong.length === 2 && two === one + 1 && word[one] === reference[two] && word[two] === reference[one]
  }
  const [short, long] = word.length < reference.length ? [word, reference] : [reference, word]
  return long.length === short.length + 1 && withoutOne(long).has(short)
}

function withoutOne(text: string): Set<string> {
  return new Set([...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)))
}

function emptyIndex(): Map<string, MatchCandidate[]> {
  return new Map()
}

/** Puts it behind the others of its key; nothing has an empty key. */
export function add<Each>(index: Map<string, Each[]>, key: string, each: Each): void {
  if (key === '') return
  const list = index.get(key)
  if (list) list.push(each)
  else index.set(key, [each])
}
