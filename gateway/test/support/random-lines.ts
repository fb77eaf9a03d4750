import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  type LineToMatch,
  type MatchCandidate,
  type MatchSettings,
  matchLines,
} from '../../src/bank-accounts/rules/match.ts'
import { numericReference, symbols, textReference } from '../../src/connectors/own-account/references.ts'

const key = 'a key of a random world'
const linesPerWorld = 5_000
const ordersPerWorld = 4_000

/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const givenNames = 'ANA LUIS MARIA JOSE PEDRO CARLA JUAN ROSA PABLO INES MARCOS ELENA'.split(' ')
const familyNames = 'GARCIA PEREZ NUNEZ SILVA SOUZA ROJAS DIAZ VEGA LOPEZ CASTRO MENDEZ RUIZ'.split(' ')
const words =
  'PAGO PARA CASA TRANSFERENCIA DE TERCEROS COMPRA FACTURA CUOTA A P RECIBIDA SPEI PIX GRACIAS PASTRANA'.split(' ')

interface SentLine {
  line: LineToMatch
  /** The only order that the money may be given to by itself. */
  truth: string | undefined
  mayBeAutomatic: boolean
}

/** Orders with few amounts, payers with several equal orders, old and numeric references; lines with every mistake. */
class World {
  readonly random: () => number
  readonly orders: MatchCandidate[]
  readonly base: number
  /** Where an amount alone may decide, nobody sends the amount of another own order without a right reference. */
  readonly amountsAreTrusted: boolean

  constructor(seed: number, amountsAreTrusted: boolean) {
    this.amountsAreTrusted = amountsAreTrusted
    this.random = seeded(seed)
    this.base = seed * 100_000
    this.orders = Array.from({ length: ordersPerWorld }, (_, at) => this.order(at))
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    assert.ok(item !== undefined)
    return item
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.below(10)).join('')
  }

  order(at: number): MatchCandidate {
    const sequence = BigInt(this.base + at)
    const isNumericReference = at % 4 === 1
    const isOld = at % 10 === 9
    const old = `P${sequence.toString(36).toUpperCase().padStart(7, '0')}`
    const reference = isNumericReference ? numericReference(key, sequence) : isOld ? old : textReference(key, sequence)
    const payer = this.below(ordersPerWorld / 3)
    return {
      transactionId: `order-${at}`,
      connectorAccountId: at % 20 === 0 ? 'second' : 'first',
      currency: 'MXN',
      state: this.pick(['PENDING', 'PENDING', 'PENDING', 'EXPIRED', 'COMPLETED']),
      expectedMinor: BigInt(1 + this.below(60)) * 5_000n,
      receivedMinor: 0n,
      createdDay: this.pick(['2030-06-10', '2030-06-12', '2030-06-13']),
      targetReference: reference,
      isNumericReference,
      ownNumbers: at % 30 === 0 ? [`7001${String(sequence).padStart(14, '0')}`] : [],
      payerName: `${givenNames[payer % 12]} ${familyNames[Math.floor(payer / 12) % 12]}`,
      payerDocument: String(20_000_000 + payer * 977),
      hasUnlinkedManualMoney: at % 40 === 0,
      ...(at % 6 === 0 ? { payerReference: this.digits(8) } : {}),
    }
  }

  /** One mistake of the payer. */
  mistaken(right: string): string {
    const at = this.below(right.length)
    const [before, letter, after] = [right.slice(0, at), right.charAt(at), right.slice(at + 1)]
    const wrong = this.pick([...`${symbols}0O1IL -`])
    const swapped = before + after.charAt(0) + letter + after.slice(1)
    return this.pick([before + wrong + after, before + after, before + letter + letter + after, swapped])
  }

  noise(): string {
    const phone = `TEL ${this.pick([this.digits(7), `55 ${this.digits(7)}`, `+52 55 ${this.digits(4)} ${this.digits(4)}`])}`
    const day = this.pick(['14062030', '2030-06-14', '14/06/30', '1406203'])
    return this.pick([...words, this.pick(words), phone, day, this.digits(6), this.digits(9)])
  }

  line(): SentLine {
    const order = this.pick(this.orders)
    const stranger = this.random() < 0.1
    const named = this.written(order)
    const isExact =
      this.random() < 0.85 || (this.amountsAreTrusted && !named.text.includes(order.targetReference ?? ''))
    const amountMinor = isExact ? order.expectedMinor : BigInt(1 + this.below(60)) * 5_000n
    const [isHint, isLump, reversal] = [this.random() < 0.05, this.random() < 0.05, this.random() < 0.02]
    const second = this.pick(this.orders)
    const line: LineToMatch = {
      connectorAccountId: this.random() < 0.9 ? 'first' : 'second',
      sign: 'C',
      amountMinor,
      currency: 'MXN',
      bookingDay: '2030-06-14',
      reversal,
      isHint,
      isLump,
      text: [this.noise(), named.text, this.noise(), this.noise()].join(this.pick([' ', ' ', '', '/'])),
      ...(this.random() < 0.6 ? { partyName: stranger ? second.payerName : order.payerName } : {}),
      ...(this.random() < 0.6 && !stranger ? { partyDocument: order.payerDocument } : {}),
      ...named.fields,
    }
    const mayBeAutomatic =
      !isHint &&
      !isLump &&
      !reversal &&
      !order.hasUnlinkedManualMoney &&
      line.connectorAccountId === order.connectorAccountId
    return { line, truth: named.isAmbiguous ? undefined : order.transactionId, mayBeAutomatic }
  }

  /** How the payer wrote the reference of the order that the money is for. */
  written(order: MatchCandidate): { text: string; fields: Partial<LineToMatch>; isAmbiguous: boolean } {
    const reference = order.targetReference ?? ''
    const other = this.pick(this.orders).targetReference ?? ''
    const way = this.below(10)
    const column = order.isNumericReference && this.random() < 0.6
    const text = (value: string, isAmbiguous = false) =>
      column && !isAmbiguous
        ? {
            text: '',
            fields: { structuredReference: this.random() < 0.5 ? value.padStart(7, '0') : value },
            isAmbiguous,
          }
        : { text: ` ${value} `, fields: {}, isAmbiguous }
    if (way <= 2) return text(reference)
    if (way <= 5) return text(this.mistaken(reference))
    if (way === 6) return text(`${reference} ${other}`, other !== reference)
    if (way === 7) return text(`${reference.slice(0, 3)} ${reference.slice(3)}`)
    const [own] = order.ownNumbers
    if (own !== undefined) return { text: '', fields: { structuredReference: own }, isAmbiguous: false }
    const typed = order.payerReference
    return { text: '', fields: typed === undefined ? {} : { bankRef: typed }, isAmbiguous: false }
  }
}

/** Random lines of `worlds` worlds in each setting: not one is applied to a wrong order. The counts are printed. */
export function matchRandomLines(worlds: number): void {
  for (const amountAndDocumentIsAutomatic of [false, true]) {
    const way = amountAndDocumentIsAutomatic ? 'amount and document apply' : 'amount and document are proposed'
    it(`gives no random line to a wrong order where ${way}`, (test) => {
      const settings: MatchSettings = { automatic: true, autoFrom: 95, proposeFrom: 50, amountAndDocumentIsAutomatic }
      const counts = { apply: 0, propose: 0, none: 0 }
      const rules = new Map<string, number>()
      let proposedRight = 0
      const wrong: string[] = []
      for (let seed = 1; seed <= worlds; seed++) {
        const world = new World(seed + (amountAndDocumentIsAutomatic ? 10 : 0), amountAndDocumentIsAutomatic)
        const sent = Array.from({ length: linesPerWorld }, () => world.line())
        const decisions = matchLines(
          sent.map(({ line }) => line),
          world.orders,
          settings,
        )
        for (const [at, decision] of decisions.entries()) {
          const { line, truth, mayBeAutomatic } = sent[at] ?? assert.fail()
          counts[decision.kind] += 1
          if (decision.kind === 'propose' && decision.matched.some(({ transactionId }) => transactionId === truth))
            proposedRight += 1
          if (decision.kind !== 'apply') continue
          rules.set(decision.matched.rule, (rules.get(decision.matched.rule) ?? 0) + 1)
          if (decision.transactionId === truth && mayBeAutomatic) continue
          wrong.push(
            `${seed}: ${line.text} ${line.structuredReference} for ${truth}: ${decision.transactionId} ${decision.matched.reasons.map(({ code }) => code).join()}`,
          )
        }
      }
      const perRule = [...rules]
        .sort()
        .map(([rule, count]) => `${rule} ${count}`)
        .join(', ')
      test.diagnostic(
        `${worlds * linesPerWorld} lines: ${counts.apply} applied (${perRule}), ${counts.propose} proposed (${proposedRight} with the right order), ${counts.none} neither; ${wrong.length} wrong`,
      )
      assert.deepEqual(wrong, [])
      assert.ok(counts.apply > 1_000 * worlds && proposedRight > 1_000 * worlds)
    })
  }
}
