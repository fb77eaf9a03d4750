import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { btAr } from '../../src/core/payment-methods/ar/bt-ar.ts'
import { serviceCatalogue } from '../../src/core/payment-methods/catalogue.ts'
import { choice, fullName, hard } from '../../src/core/payment-methods/fields.ts'
import { methodFor } from '../../src/core/payment-methods/index.ts'
import { paymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import { readPayin, readPayout } from '../../src/core/payment-methods/read-request.ts'
import { buildRegistry } from '../../src/core/payment-methods/registry.ts'
import { payinBodySchema, payoutBodySchema } from '../../src/core/payment-methods/request-schema.ts'
import { say } from '../../src/core/texts/messages/say.ts'

const madeUp = paymentMethod({
  code: 'QR_XX',
  name: 'Made up for this test',
  country: 'PE',
  currency: 'PEN',
  payin: {
    kind: 'qr',
    expiresAfterHours: 5,
    required: {
      shop_code: {
        description: say('desc.account_number'),
        example: 'ABCD',
        maxLength: 8,
        check: (value) => ({
          normalised: value.toUpperCase(),
          findings: /^[A-Z]{4}$/i.test(value)
            ? []
            : [hard('invalid_format', say('id.letters_and_digits', { subject: 'it' }))],
        }),
      },
    },
    optional: { payer_name: fullName(say('desc.full_name_payer'), 'PAGADOR DE PRUEBA') },
    example: { service_code: 'QR_XX', amount: 1, reference: 'made-up-1', shop_code: 'ABCD' },
    rejects: [],
  },
  payout: {
    kind: 'transfer',
    required: { account_type: choice(say('desc.kind_target_account'), ['WALLET']) },
    optional: {},
    example: { service_code: 'QR_XX', amount: 1, reference: 'made-up-2', account_type: 'WALLET' },
    rejects: [],
  },
})

const registry = buildRegistry([madeUp, btAr])
const options = { checks: 'strict', now: new Date('2026-11-20T12:00:00Z'), registry } as const

describe('a service code that is declared in one place', () => {
  test('is read like every other', () => {
    const result = readPayin({ ...madeUp.payin.example, shop_code: 'abcd' }, options)
    assert.ok(result.ok)
    assert.equal(result.request.kind, 'qr')
    assert.equal(result.request.currency, 'PEN')
    assert.deepEqual(result.request.details, { shop_code: 'ABCD' })
    assert.equal(result.request.expiresAt.toISOString(), '2026-11-20T17:00:00.000Z')
  })

  test('has its own field refused by its own rule', () => {
    const result = readPayin({ ...madeUp.payin.example, shop_code: 'A1' }, options)
    assert.ok(!result.ok)
    const [problem, ...others] = result.problems
    assert.deepEqual([problem?.code, problem?.param, others], ['invalid_format', 'shop_code', []])
    assert.equal(String(problem?.message), 'shop_code: it has only letters A to Z and digits')
  })

  test('makes its field known to the other codes and to the search for misspelt names', () => {
    const kept = readPayin({ ...btAr.payin.example, shop_code: 'ABCD' }, options)
    assert.ok(kept.ok)
    assert.equal(kept.request.details['shop_code'], 'ABCD')
    const warned = readPayin({ ...btAr.payin.example, shopcode: 'ABCD' }, options)
    assert.ok(warned.ok)
    assert.match(String(warned.warnings[0]?.message), /did you mean shop_code\?/)
  })

  test('can be paid out', () => {
    const result = readPayout({ ...madeUp.payout.example, account_type: 'wallet' }, options)
    assert.ok(result.ok)
    assert.deepEqual(result.request.details, { account_type: 'WALLET' })
  })

  test('stands in the catalogue and in the documented bodies', () => {
    assert.deepEqual(
      serviceCatalogue('en', registry).map((entry) => entry.service_code),
      ['QR_XX', 'BT_AR'],
    )
    for (const schema of [payinBodySchema(registry), payoutBodySchema(registry)]) {
      assert.match(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })), /QR_XX/)
    }
  })

  test('is unknown where it is not registered', () => {
    assert.equal(methodFor('QR_XX'), undefined)
    const result = readPayin(madeUp.payin.example, { checks: 'strict', now: options.now })
    assert.ok(!result.ok && result.unknownServiceCode)
  })
})
