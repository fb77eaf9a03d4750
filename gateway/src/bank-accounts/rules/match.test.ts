import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { key, line, order, settings } from '../../../test/support/matching.ts'
import { numericReference, textReference } from '../../connectors/own-account/references.ts'
import {
  type LineToMatch,
  type MatchCandidate,
  type MatchDecision,
  type MatchedCandidate,
  type MatchReason,
  type MatchReasonCode,
  type MatchRule,
  type MatchSettings,
  matchLine,
  matchLines,
} from './match.ts'

const one = order(1n)
const reference = textReference(key, 1n)
const [other] = [order(2n, { payerName: 'Otra Persona', payerDocument: '30111222' })]

interface Seen {
  kind: MatchDecision['kind']
  orders: string[]
  rule: MatchRule | undefined
  score: number | undefined
  codes: MatchReasonCode[]
}

function of(decision: MatchDecision): Seen {
  const matched: readonly MatchedCandidate[] =
    decision.kind === 'apply' ? [decision.matched] : decision.kind === 'propose' ? decision.matched : decision.nearest
  return {
    kind: decision.kind,
    orders: matched.map(({ transactionId }) => transactionId),
    rule: matched[0]?.rule,
    score: matched[0]?.score,
    codes: matched[0]?.reasons.map(({ code }: MatchReason) => code) ?? [],
  }
}

const decided = (
  change: Partial<LineToMatch>,
  orders: MatchCandidate[] = [one, other],
  use: Partial<MatchSettings> = {},
) => of(matchLine(line(change), orders, { ...settings, ...use }))

describe('a line and the orders', () => {
  it('M1: a number of the order alone applies any amount', () => {
    const owner = order(3n, { ownNumbers: ['012180001234567891', 'E2E-77-ABC'] })
    for (const change of [
      { endToEndId: 'e2e77abc' },
      { txId: 'E2E-77-ABC' },
      { structuredReference: '012180001234567891' },
      { text: 'SPEI A CLABE 012180001234567891' },
    ]) {
      const found = decided({ ...change, amountMinor: 7n }, [one, owner])
      assert.deepEqual([found.kind, found.orders, found.rule, found.score], ['apply', ['order-3'], 'M1', 100])
      assert.deepEqual(found.codes, ['own_number', 'amount_differs'])
    }
    assert.equal(decided({ txId: reference }).rule, 'M1')
  })

  it('M2: a reference applies any amount, and in parts of words with more evidence', () => {
    for (const text of [
      reference,
      `pago ${reference.toLowerCase()}.`,
      `PAGO ${reference.slice(0, 4)}-${reference.slice(4)} GRACIAS`,
    ]) {
      const found = decided({ text, amountMinor: 9n })
      assert.deepEqual([found.kind, found.orders, found.rule, found.score], ['apply', ['order-1'], 'M2', 98], text)
    }
    const joined = `TRANSFERENCIA${reference}`
    assert.deepEqual([decided({ text: joined }).kind, decided({ text: joined }).score], ['apply', 96])
    assert.deepEqual(
      [decided({ text: joined, amountMinor: 9n }).kind, decided({ text: joined, amountMinor: 9n }).score],
      ['propose', 80],
    )
    assert.equal(decided({ text: `${reference}7` }).kind, 'propose')
  })

  it('M2: amount and sender both differing are proposed', () => {
    const both = decided({ text: reference, amountMinor: 9n, partyDocument: '30111222' })
    assert.equal(both.kind, 'propose')
    assert.ok(both.codes.includes('amount_and_sender_differ'))
    assert.equal(decided({ text: reference, partyDocument: '30111222' }).kind, 'apply')
    assert.equal(decided({ text: reference, amountMinor: 9n, partyName: 'OTRA PERSONA' }).kind, 'propose')
    assert.equal(
      decided({ text: reference, amountMinor: 9n, partyDocument: '27-28456789-4', partyName: 'X Y' }).kind,
      'apply',
    )
  })

  it('M2: digits count in their column, and in a text with the amount', () => {
    let sequence = 5n
    while (numericReference(key, sequence).startsWith('0')) sequence += 1n
    const number = numericReference(key, sequence)
    const spei = order(sequence, { targetReference: number, isNumericReference: true })
    const kind = (change: Partial<LineToMatch>) => decided(change, [spei]).kind
    assert.equal(kind({ structuredReference: number, amountMinor: 9n }), 'apply')
    assert.equal(kind({ structuredReference: `000${number}`, amountMinor: 9n }), 'propose')
    assert.equal(kind({ text: `PAGO ${number}` }), 'apply')
    assert.equal(kind({ text: `PAGO ${number}`, amountMinor: 9n }), 'propose')
    assert.equal(kind({ text: `PAGO ${number}`, partyDocument: '30111222' }), 'propose')
    for (const text of [`TEL ${number}`, `TEL 55 ${number}`, `${number}-30`, `55${number}`]) {
      assert.notEqual(kind({ text }), 'apply', text)
    }
  })

  it('M3: the payer’s number, the amount and the sender apply; without the sender it is proposed', () => {
    const typed = order(4n, { payerReference: '0000457812', payerPhone: '+58 412 555 1234' })
    assert.deepEqual(decided({ bankRef: '457812', partyDocument: '28456789' }, [typed, other]).score, 95)
    assert.equal(decided({ bankRef: '457812', partyDocument: '28456789' }, [typed, other]).kind, 'apply')
    assert.equal(decided({ bankRef: '457812', partyAccount: '04125551234' }, [typed, other]).kind, 'apply')
    assert.deepEqual(
      [decided({ bankRef: '457812' }, [typed]).kind, decided({ bankRef: '457812' }, [typed]).score],
      ['propose', 80],
    )
    assert.equal(decided({ bankRef: '457812', partyDocument: '30111222' }, [typed]).kind, 'propose')
    assert.notEqual(decided({ bankRef: '457812', partyDocument: '28456789', amountMinor: 9n }, [typed]).kind, 'apply')
    const twice = [typed, order(5n, { payerReference: '457812' })]
    assert.deepEqual(decided({ bankRef: '457812', partyDocument: '28456789' }, twice).kind, 'propose')
    assert.equal(decided({ bankRef: '457812', partyDocument: '28456789' }, twice).orders.length, 2)
  })

  it('M4: amount and document, one order and one line; automatic where the account says so', () => {
    const change = { partyDocument: '27284567894' }
    const found = decided(change)
    assert.deepEqual([found.kind, found.orders, found.rule, found.score], ['propose', ['order-1'], 'M4', 85])
    assert.equal(decided(change, [one, other], { amountAndDocumentIsAutomatic: true }).kind, 'apply')
    const auto = { ...settings, amountAndDocumentIsAutomatic: true }
    const twins = matchLines([line(change), line(change)], [one], auto)
    assert.deepEqual(
      twins.map((each) => [of(each).kind, of(each).score]),
      [
        ['propose', 60],
        ['propose', 60],
      ],
    )
    assert.equal(of(matchLine(line(change), [one], auto, [line(change)])).kind, 'propose')
    assert.equal(of(matchLine(line(change), [one], auto, [line({ text: reference })])).kind, 'propose')
    assert.equal(of(matchLine(line(change), [one], auto, [line({ partyDocument: '30111222' })])).kind, 'apply')
    const orders = decided(change, [one, order(7n)], { amountAndDocumentIsAutomatic: true })
    assert.deepEqual([orders.kind, orders.orders.length, orders.score], ['propose', 2, 60])
    // The text names another order, with and without a mistake, or one that is gone.
    for (const sequence of [2n, 900n]) {
      const text = textReference(key, sequence)
      assert.notDeepEqual(
        of(matchLine(line({ ...change, text }), [one, other], auto)).orders.slice(0, sequence === 2n ? 9 : 0),
        ['order-1'],
      )
      assert.notEqual(of(matchLine(line({ ...change, text }), [one], auto)).kind, 'apply')
    }
    const typo = `${textReference(key, 2n).slice(0, 7)}0`
    assert.equal(of(matchLine(line({ ...change, text: typo }), [one, other], auto)).kind, 'propose')
  })

  it('M5: amount, name and three business days; M6: the amount alone', () => {
    const named = { partyName: 'NUNEZ MARIA JOSE', bookingDay: '2030-06-18' }
    assert.deepEqual([decided(named).kind, decided(named).rule, decided(named).score], ['propose', 'M5', 70])
    assert.ok(decided(named).codes.includes('near_in_time'))
    const late = decided({ ...named, bookingDay: '2030-06-20' }, [one])
    assert.deepEqual([late.kind, late.rule, late.score], ['propose', 'M6', 50])
    const holidays = new Set(['2030-06-17', '2030-06-18'])
    assert.equal(decided({ ...named, bookingDay: '2030-06-20' }, [one], { holidays }).rule, 'M5')
    assert.deepEqual([decided({}).kind, decided({}).orders.length], ['propose', 2])
    assert.equal(of(matchLine(line(), [one], settings, [line()])).codes.includes('several_lines'), true)
    assert.equal(decided({ amountMinor: 9n }).kind, 'none')
    assert.equal(decided({ currency: 'USD', text: reference }).kind, 'none')
  })

  it('is never automatic for hints, lumps, reversals, other accounts, later orders and money confirmed manually', () => {
    const change = { text: reference }
    assert.equal(decided(change).kind, 'apply')
    const lines: Partial<LineToMatch>[] = [
      { isHint: true },
      { isLump: true },
      { reversal: true },
      { connectorAccountId: 'second' },
    ]
    for (const each of lines) {
      assert.equal(decided({ ...change, ...each }).kind, 'propose', Object.keys(each).join())
      const auto = { amountAndDocumentIsAutomatic: true }
      assert.notEqual(
        decided({ ...each, partyDocument: '28456789' }, [one], auto).kind,
        'apply',
        Object.keys(each).join(),
      )
    }
    const orders: Partial<MatchCandidate>[] = [
      { hasUnlinkedManualMoney: true },
      { hasUnlinkedManualMoney: true, state: 'COMPLETED', receivedMinor: 150_000n },
      { createdDay: '2030-06-20' },
      { state: 'EXPIRED', endedDay: '2030-05-01', createdDay: '2030-05-01' },
    ]
    for (const each of orders)
      assert.equal(decided(change, [order(1n, each)]).kind, 'propose', Object.keys(each).join())
    assert.equal(decided({}, [order(1n, orders[1])]).kind, 'propose')
    assert.equal(decided(change, [one], { automatic: false }).kind, 'propose')
    assert.equal(decided(change, [one], { autoFrom: 99 }).kind, 'propose')
    assert.equal(decided({ ...change, sign: 'D' }).kind, 'none')
    assert.equal(
      decided(change, [order(1n, { state: 'COMPLETED', receivedMinor: 150_000n, endedDay: '2030-06-14' })]).kind,
      'apply',
    )
  })

  it('proposes all orders of several references, and applies none', () => {
    const two = decided({ text: `${reference} ${textReference(key, 2n)}` })
    assert.deepEqual([two.kind, two.orders, two.score], ['propose', ['order-1', 'order-2'], 60])
    const gone = decided({ text: `${reference} ${textReference(key, 900n)}` })
    assert.deepEqual([gone.kind, gone.orders, gone.score], ['propose', ['order-1'], 60])
    assert.equal(decided({ text: `${reference} ${reference}` }).kind, 'apply')
  })

  it('knows references without a check character, with less certainty', () => {
    const [old, next] = [
      order(8n, { targetReference: 'P00004X8' }),
      order(9n, { targetReference: 'P00004X9', payerDocument: '30111222' }),
    ]
    const text = 'PAGO P00004X8'
    assert.deepEqual([decided({ text }, [old, next]).kind, decided({ text }, [old, next]).score], ['propose', 84])
    assert.ok(decided({ text }, [old, next]).codes.includes('unchecked_reference'))
    assert.equal(decided({ text, partyDocument: '28456789' }, [old, next]).kind, 'apply')
    assert.equal(decided({ text, amountMinor: 9n, partyDocument: '28456789' }, [old]).kind, 'propose')
    const twin = order(9n, { targetReference: 'P00004X9' })
    assert.equal(decided({ text, partyDocument: '28456789' }, [old, twin]).kind, 'propose')
  })
})
