import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { methods } from '../../src/core/payment-methods/index.ts'
import { type ReadOptions, readPayin, readPayout } from '../../src/core/payment-methods/read-request.ts'
import { card, cardFieldPaths, cardNested, payinTable, payoutTable, type Row } from './payment-methods-spec-data.ts'

const now = new Date('2026-11-20T12:00:00Z')
const strict: ReadOptions = { checks: 'strict', now }
const lenient: ReadOptions = { checks: 'lenient', now }

describe('the service codes', () => {
  test('are the 14 of the spec, with whatever came since', () => {
    const codes: readonly string[] = methods.map(({ code }) => code)
    const specified = [...Object.keys(payinTable), card.code]
    assert.equal(specified.length, 14)
    assert.deepEqual(
      specified.filter((code) => !codes.includes(code)),
      [],
    )
  })

  test('all have a pay-in, and all but the card a payout', () => {
    for (const code of Object.keys(payinTable)) {
      assert.ok(readPayin(bodyOf(code, payinTable[code]), strict).ok, code)
      assert.ok(readPayout(bodyOf(code, payoutTable[code]), strict).ok, code)
    }
    assert.ok(readPayin(cardNested, strict).ok)
    const refused = readPayout({ service_code: card.code, amount: 1, reference: 'r' }, strict)
    assert.ok(!refused.ok && refused.unknownServiceCode)
    assert.equal(refused.problems[0]?.code, 'unknown_service_code')
  })
})

for (const [table, read] of [
  [payinTable, readPayin],
  [payoutTable, readPayout],
] as const) {
  for (const [code, row] of Object.entries(table)) {
    describe(`${code} ${read === readPayin ? 'pay-in' : 'payout'}`, () => {
      const body = bodyOf(code, row)

      test('needs the fields of the table and nothing else', () => {
        const result = read(body, strict)
        assert.ok(result.ok, inspect(result))
        assert.deepEqual(result.warnings, [])
        assert.equal(result.request.currency, row.currency)
        for (const name of Object.keys(body)) {
          const without = read({ ...body, [name]: undefined }, strict)
          assert.ok(!without.ok, `${name} is not needed`)
          assert.deepEqual(
            without.problems.map((problem) => [problem.param, problem.code]),
            [[name, 'required']],
          )
        }
      })

      for (const [name, values] of Object.entries(row.enums ?? {})) {
        test(`${name} takes ${values.join(', ')} in any case and nothing else`, () => {
          for (const value of values) {
            const result = read({ ...body, ...row.fitting?.[value], [name]: value.toLowerCase() }, lenient)
            assert.ok(result.ok, `${value}: ${inspect(result)}`)
            assert.equal(result.request.details[name], value)
          }
          const refused = read({ ...body, [name]: 'SOMETHING_ELSE' }, lenient)
          assert.ok(!refused.ok)
          assert.deepEqual(
            refused.problems.map((problem) => [problem.param, problem.code]),
            [[name, 'not_allowed']],
          )
        })
      }
    })
  }
}

describe('the pay-in lives by default', () => {
  for (const [code, row] of Object.entries({ ...payinTable, [card.code]: card })) {
    test(`${code}: ${row.hours} hours`, () => {
      const result = readPayin(code === card.code ? cardNested : bodyOf(code, row), strict)
      assert.ok(result.ok)
      assert.equal(result.request.expiresAt.getTime() - now.getTime(), (row.hours ?? 0) * 3_600_000)
      assert.equal(result.request.kind, row.kind)
    })
  }

  test('and reports the credited amount for PIX_BR and BT_AR only', () => {
    const withAmount = methods.filter(({ payin }) => 'callbackAmount' in payin && payin.callbackAmount)
    assert.deepEqual(new Set(withAmount.map(({ code }) => code)), new Set(['BT_AR', 'PIX_BR']))
  })
})

describe('the card pay-in', () => {
  test('takes the structure of the example and the flat form of the table alike', () => {
    const flat = { ...card.fields, service_code: card.code }
    const [first, second] = [readPayin(cardNested, strict), readPayin(flat, strict)]
    assert.ok(first.ok && second.ok, inspect([first, second]))
    const { card: firstCard, method: _first, ...one } = first.request
    const { card: secondCard, method: _second, ...other } = second.request
    assert.deepEqual(one, other)
    assert.deepEqual(firstCard, secondCard)
    assert.equal(first.request.currency, 'EUR')
    assert.deepEqual([...first.warnings, ...second.warnings], [])
  })

  test('names every missing field by its place in the nested form', () => {
    const result = readPayin({ service_code: card.code, customerDetails: {}, transactionDetails: {} }, strict)
    assert.ok(!result.ok)
    const params = result.problems.map(({ param, code }) => `${param} ${code}`)
    assert.deepEqual(new Set(params), new Set(Object.values(cardFieldPaths).map((path) => `${path} required`)))
  })

  test('names every missing field of the flat form by its plain name', () => {
    const result = readPayin({ service_code: card.code, payer_name: 'PAGADOR' }, strict)
    assert.ok(!result.ok)
    const expected = Object.keys(cardFieldPaths).filter((name) => name !== 'payer_name')
    assert.deepEqual(new Set(result.problems.map(({ param }) => param)), new Set(expected))
  })
})

describe("the spec's examples beyond its tables", () => {
  test('payer_name on BT_PE and BT_CL payouts is taken without a warning', () => {
    for (const code of ['BT_PE', 'BT_CL']) {
      const result = readPayout({ ...bodyOf(code, payoutTable[code]), payer_name: 'PAGADOR DE PRUEBA' }, strict)
      assert.ok(result.ok)
      assert.deepEqual(result.warnings, [])
      assert.equal(result.request.details['payer_name'], 'PAGADOR DE PRUEBA')
    }
  })

  test('inter_bank_code stands for account_inter_bank_code, alone or beside it', () => {
    const { account_inter_bank_code: cci, ...others } = bodyOf('BT_PE', payoutTable['BT_PE'])
    const bodies = [
      { ...others, inter_bank_code: cci },
      { ...others, inter_bank_code: cci, account_inter_bank_code: cci },
      { ...others, inter_bank_code: '01136600010003254221', account_inter_bank_code: cci },
    ]
    for (const body of bodies) {
      const result = readPayout(body, strict)
      assert.ok(result.ok)
      assert.deepEqual(result.warnings, [])
      assert.equal(result.request.details['account_inter_bank_code'], '01136600010003254221')
      assert.equal('inter_bank_code' in result.request.details, false)
    }
    for (const other of [{ inter_bank_code: '00219300123456789012' }, { inter_bank_code: 7 }]) {
      const refused = readPayout({ ...others, ...other, account_inter_bank_code: cci }, strict)
      assert.deepEqual(!refused.ok && refused.problems.map(({ param, code }) => [param, code]), [
        ['inter_bank_code', 'contradiction'],
      ])
    }
  })

  test('companies are taken with NIT in Colombia and RUC in Ecuador', () => {
    for (const [code, type, id, normalised] of [
      ['BT_CO', 'NIT', '213.123.432-1', '2131234321'],
      ['BT_EC', 'RUC', '1792060346-001', '1792060346001'],
    ] as const) {
      const body = { ...bodyOf(code, payoutTable[code]), account_doc_type: type, account_doc_id: id }
      const result = readPayout(body, strict)
      assert.ok(result.ok, inspect(result))
      assert.equal(result.request.details['account_doc_id'], normalised)
    }
  })

  test('expired_at is taken by every pay-in', () => {
    for (const [code, row] of Object.entries(payinTable)) {
      const result = readPayin({ ...bodyOf(code, row), expired_at: '2026-12-01T00:00:00.123456Z' }, strict)
      assert.ok(result.ok)
      assert.equal(result.request.expiresAt.toISOString(), '2026-12-01T00:00:00.123Z')
    }
  })
})

function bodyOf(code: string, row: Row | undefined): Record<string, unknown> {
  assert.ok(row, code)
  return { service_code: code, amount: 1500, reference: 'reference 1', ...row.fields }
}
