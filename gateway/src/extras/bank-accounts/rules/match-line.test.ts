import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  everyReferenceIn,
  mistakesIn,
  numericReference,
  textReference,
} from '../../../../test/support/reference-mistakes.ts'
import { fc } from '../../../../test/support/test-seed.ts'
import { isTextReference, symbols } from '../connector/rules/references.ts'
import { type LineToMatch, matchLine, namesIn, type OrderOfLine } from './match-line.ts'

const key = 'a key of a test'
const payoutId = '018f3a54-7b1c-7d2e-9f00-0123456789ab'

function order(sequence: bigint, change: Partial<OrderOfLine> = {}): OrderOfLine {
  return {
    ...{ transactionId: `order-${sequence}`, payType: 'payin', connectorAccountId: 'account', currency: 'ARS' },
    ...{ status: 'PENDING', amountMinor: 150_000n, receivedMinor: 0n, returnedMinor: 0n },
    ...{ createdAt: new Date('2030-06-13T12:00:00Z'), createdDay: '2030-06-13', endedDay: undefined },
    ...{ reference: textReference(key, sequence), partyDocument: '28.456.789', hasManualMoney: false },
    ...change,
  }
}

function line(change: Partial<LineToMatch> = {}): LineToMatch {
  return {
    ...{ connectorAccountId: 'account', currency: 'ARS', sign: 'C', amountMinor: 150_000n, bookingDay: '2030-06-14' },
    ...{ seenAt: new Date('2030-06-14T12:00:00Z'), reversal: false, isReturn: false, isSingle: true },
    ...{ fields: [], text: 'TRANSFERENCIA RECIBIDA' },
    ...change,
  }
}

/** The rule and the order that get the line; `wait` for a person. */
function judged(change: Partial<LineToMatch>, orders: readonly OrderOfLine[]): string {
  const given = line(change)
  const match = matchLine(given, namesIn(given), orders)
  return match.kind === 'wait' ? 'wait' : `${match.rule} ${match.order.transactionId}`
}

const own = order(1n)
const reference = own.reference ?? ''
const digits = numericReference(key, 7n)
const numbered = order(7n, { reference: digits })

test('a reference of ours is sure with the amount that is due, or with the sender’s document', () => {
  const sure = 'reference order-1'
  for (const text of [
    `PAGO ${reference} ANA`,
    `${reference.slice(0, 4)}-${reference.slice(4)}`,
    reference.toLowerCase(),
  ]) {
    assert.equal(judged({ text }, [own]), sure, text)
  }
  assert.equal(judged({ fields: [reference] }, [own]), sure)
  assert.equal(judged({ text: reference, amountMinor: 7n, partyDocument: '20-28456789-4' }, [own]), sure)
  assert.equal(judged({ text: reference, amountMinor: 50_000n }, [order(1n, { receivedMinor: 100_000n })]), sure)
  assert.equal(judged({ text: reference }, [order(1n, { status: 'EXPIRED', endedDay: '2030-05-15' })]), sure)
  assert.equal(judged({ text: `PAGO ${digits}` }, [numbered]), 'reference order-7')
  assert.equal(
    judged({ fields: [digits], amountMinor: 7n, partyDocument: '28456789' }, [numbered]),
    'reference order-7',
  )
  assert.equal(judged({ text: `${reference} OPERACION ${digits}` }, [own]), sure, 'a number of nobody is a number')
})

test('every doubt about a reference waits for a person', () => {
  const other = order(2n)
  const doubts: readonly (readonly [string, Partial<LineToMatch>, readonly OrderOfLine[]])[] = [
    ['another amount', { text: reference, amountMinor: 7n }, [own]],
    ['more than is due', { text: reference, amountMinor: 150_001n }, [own]],
    ['more than the rest', { text: reference, amountMinor: 50_001n }, [order(1n, { receivedMinor: 100_000n })]],
    ['digits in a field, more than is due', { fields: [digits], amountMinor: 150_001n }, [numbered]],
    ['another amount and another sender', { text: reference, amountMinor: 7n, partyDocument: '11111111' }, [own]],
    ['two references', { text: `${reference} ${other.reference}` }, [own, other]],
    ['a second reference of nobody known', { text: `${reference} ${other.reference}` }, [own]],
    ['another account', { text: reference }, [order(1n, { connectorAccountId: 'another' })]],
    ['another currency', { text: reference, currency: 'USD' }, [own]],
    ['several payments in one', { text: reference, isSingle: false }, [own]],
    ['money that comes back', { text: reference, isReturn: true }, [own]],
    ['a debit', { text: reference, sign: 'D' }, [own]],
    ['money confirmed by hand', { text: reference }, [order(1n, { hasManualMoney: true })]],
    ['a second payment', { text: reference }, [order(1n, { status: 'COMPLETED', endedDay: '2030-06-13' })]],
    ['31 days after the end', { text: reference }, [order(1n, { status: 'EXPIRED', endedDay: '2030-05-14' })]],
    ['an order of a later day', { text: reference }, [order(1n, { createdDay: '2030-06-16' })]],
    ['an order from after the line', { text: reference }, [order(1n, { createdAt: new Date('2030-06-14T12:00:01Z') })]],
    ['digits in a text, another amount', { text: digits, amountMinor: 7n, partyDocument: '28456789' }, [numbered]],
    ['digits beside digits', { text: `55 ${digits}` }, [numbered]],
    ['digits of a phone', { text: `TEL ${digits}` }, [numbered]],
    ['a part of a longer word', { text: `COMPRA${reference}` }, [own]],
  ]
  for (const [name, change, orders] of doubts) assert.equal(judged(change, orders), 'wait', name)
})

test('a payout’s id proves its debit and, where the bank marks a return, its return', () => {
  const payout = order(3n, { transactionId: payoutId, payType: 'payout', reference: undefined })
  const paid = { ...payout, status: 'COMPLETED', returnedMinor: 50_000n } as const
  const [debit, credit] = [{ sign: 'D', text: `PIX ${payoutId.replaceAll('-', '')}` } as const, { fields: [payoutId] }]
  assert.equal(judged(debit, [payout]), `payout_id ${payoutId}`)
  assert.equal(judged({ sign: 'D', fields: [payoutId.toUpperCase()] }, [payout]), `payout_id ${payoutId}`)
  assert.equal(judged({ ...credit, isReturn: true, amountMinor: 100_000n }, [paid]), `return ${payoutId}`)
  const typed = { text: `DEV ${payoutId}`, isReturn: true, amountMinor: 150_000n }
  assert.equal(judged(typed, [{ ...paid, returnedMinor: 0n }]), `return ${payoutId}`)
  for (const [change, is] of [
    // Somebody may have typed the id: a part of the money may be anything.
    [{ ...typed, amountMinor: 100_000n }, paid],
    [typed, paid],
    [{ ...debit, amountMinor: 149_999n }, payout],
    [{ ...debit, reversal: true }, payout],
    [{ ...debit, connectorAccountId: 'another' }, payout],
    [{ ...debit, text: `${debit.text} 018f3a54-7b1c-7d2e-9f00-0123456789ac` }, payout],
    [debit, paid],
    [credit, paid],
    [{ ...credit, isReturn: true, amountMinor: 100_001n }, paid],
    [{ ...credit, isReturn: true }, payout],
  ] as const) {
    assert.equal(
      judged(change, [is]),
      'wait',
      JSON.stringify(change, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
  }
})

test('a payout’s short reference proves what its id proves, and its return as a whole only', () => {
  for (const short of [textReference(key, 3n), numericReference(key, 3n)]) {
    const payout = order(3n, { transactionId: payoutId, payType: 'payout', reference: short })
    const refund = { ...payout, payType: 'refund' } as const
    const paid = { ...payout, status: 'COMPLETED' } as const
    const [debit, credit] = [{ sign: 'D', text: `PAGO ${short}` } as const, { text: `DEV ${short}`, isReturn: true }]
    for (const out of [payout, refund]) assert.equal(judged(debit, [out]), `payout_id ${payoutId}`)
    assert.equal(judged({ ...debit, text: `${debit.text} ${payoutId}` }, [payout]), `payout_id ${payoutId}`)
    assert.equal(judged(credit, [paid]), `return ${payoutId}`)
    for (const [what, change, orders] of [
      ['another amount', { ...debit, amountMinor: 149_999n }, [payout]],
      ['another account', { ...debit, connectorAccountId: 'another' }, [payout]],
      ['a pay-in’s', debit, [{ ...payout, payType: 'payin' }]],
      ['two payouts', { ...debit, text: `${short} ${payoutId.replace(/b$/, 'c')}` }, [payout]],
      ['no return mark', { ...credit, isReturn: false }, [paid]],
      ['a part', { ...credit, amountMinor: 100_000n }, [paid]],
      ['a second time', credit, [{ ...paid, returnedMinor: 1n }]],
    ] as const)
      assert.equal(judged(change, orders), 'wait', what)
  }
})

/** Orders and lines with few amounts, documents and accounts, so that they meet. References are of a few orders. */
const sequences = fc.bigInt({ min: 1n, max: 6n })
const amounts = fc.constantFrom(150_000n, 150_001n)
const accounts = fc.constantFrom('account', 'another')
const documents = fc.constantFrom('28.456.789', '11.222.333', undefined)
const anOrder = fc.record({
  sequence: sequences,
  isNumeric: fc.boolean(),
  amountMinor: amounts,
  connectorAccountId: accounts,
  partyDocument: documents,
  status: fc.constantFrom('PENDING' as const, 'EXPIRED' as const, 'COMPLETED' as const),
})
const aWord = fc.oneof(
  sequences.map((sequence) => textReference(key, sequence)),
  sequences.map((sequence) => numericReference(key, sequence)),
  fc.constantFrom('PAGO', 'ANA', '55', 'TEL', '004512789', payoutId),
)
const aLine = fc.record({
  words: fc.array(aWord, { maxLength: 4 }),
  amountMinor: amounts,
  connectorAccountId: accounts,
  partyDocument: documents,
})

test('an order that the line does not name changes nothing, and one from after the line gets nothing', () => {
  const made = (
    given: { sequence: bigint; isNumeric: boolean } & Partial<OrderOfLine>,
    transactionId: string,
  ): OrderOfLine => {
    const { sequence, isNumeric, ...more } = given
    const typed = isNumeric ? numericReference(key, sequence) : textReference(key, sequence)
    return order(sequence, { ...more, transactionId, reference: typed, endedDay: '2030-06-13' })
  }
  fc.assert(
    fc.property(
      aLine,
      fc.array(anOrder, { maxLength: 5 }),
      anOrder,
      fc.boolean(),
      ({ words, ...given }, others, more, isLater) => {
        const change = { ...given, text: words.join(' ') }
        const orders = others
          .filter(({ sequence, isNumeric }) => sequence !== more.sequence || isNumeric !== more.isNumeric)
          .map((each, at) => made(each, `order-${at}`))
        const added = { ...made(more, 'added'), ...(isLater ? { createdAt: new Date('2030-06-15T00:00:00Z') } : {}) }
        const [before, after] = [judged(change, orders), judged(change, [...orders, added])]
        const isNamed = words.includes(added.reference ?? '')
        if (!isNamed) assert.equal(after, before)
        else
          assert.ok(
            after === before || after === 'wait' || (!isLater && after === 'reference added'),
            `${before} ${after}`,
          )
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a reference with one mistake is no other order’s, though each that could be read in it were one', () => {
  for (let sequence = 1n; sequence <= 2n; sequence++) {
    const right = textReference(key, sequence)
    for (const wrong of mistakesIn(right, `${symbols}01ILOUV -.`)) {
      for (const text of [
        wrong,
        `PAGO ${wrong} DE JUAN`,
        `COMPRA${wrong} 12`,
        `${wrong}/X A 7`,
        `${wrong} 23 ABC 4567 KM`,
      ]) {
        const others = everyReferenceIn(text)
          .filter((each) => each !== right)
          .map((each, at) => order(BigInt(1000 + at), { reference: each }))
        const given = judged({ text }, [order(sequence), ...others])
        assert.ok(['wait', `reference order-${sequence}`].includes(given), `${right} ${text} ${given}`)
      }
    }
  }
  for (let sequence = 1n; sequence <= 10n; sequence++) {
    const right = numericReference(key, sequence)
    for (const wrong of mistakesIn(right, '0123456789')) {
      for (const field of [wrong, wrong.padStart(7, '0'), wrong.padStart(20, '0')]) {
        const read = order(999n, { reference: field.slice(-7).padStart(7, '0') })
        const given = judged({ fields: [field], amountMinor: 9n }, [order(sequence, { reference: right }), read])
        assert.equal(given, 'wait', `${right} ${field}`)
      }
    }
  }
})

test('the second part of a reference is no other order’s with the word behind it', () => {
  let tried = 0
  for (let sequence = 1n; sequence <= 2_000n; sequence++) {
    const right = textReference(key, sequence)
    const second = right.lastIndexOf('P')
    if (second < 3 || second > 6) continue
    // The character before the second part was typed as a blank.
    const begin = right.slice(second)
    const next = [...symbols].flatMap((one) => [...symbols].map((two) => `${'2'.repeat(second - 2)}${one}${two}`))
    const whole = next.map((word) => `${begin}${word}`).find((each) => isTextReference(each))
    if (whole === undefined) continue
    tried += 1
    const text = `${right.slice(0, second - 1)} ${begin} ${whole.slice(begin.length)}`
    assert.equal(judged({ text }, [order(sequence), order(9_999n, { reference: whole })]), 'wait', text)
  }
  assert.ok(tried > 100, String(tried))
})
