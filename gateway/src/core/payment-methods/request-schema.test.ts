import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { present } from '../values/assert.ts'
import { descriptionIn } from './fields.ts'
import { methodFor, methods, registry } from './index.ts'
import type { PaymentMethod } from './payment-method.ts'
import { fieldsOf } from './registry.ts'
import { cardNestedSchema, payinBodySchema, payinSchema, payoutBodySchema, payoutSchema } from './request-schema.ts'

const targets = ['openapi-3.0', 'draft-2020-12'] as const

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A schema with a component name stands among the definitions. */
function jsonSchema(schema: z.ZodType, target: (typeof targets)[number]): JsonSchema {
  const made = z.toJSONSchema(schema, { target, io: 'input', unrepresentable: 'any' }) as JsonSchema
  const { $defs = made['definitions'] as Record<string, JsonSchema> } = made
  return present($defs[z.globalRegistry.get(schema)?.id ?? ''], 'the named schema')
}

function card(): PaymentMethod {
  const method = methodFor('CC1_IG_TRUST_WW_EUR')
  assert.ok(method)
  return method
}

describe('the documented bodies', () => {
  for (const target of targets) {
    test(`convert to ${target} with every service code in them`, () => {
      const [payins, payouts] = [payinBodySchema(), payoutBodySchema()].map((schema) =>
        JSON.stringify(z.toJSONSchema(schema, { target, io: 'input', unrepresentable: 'any' })),
      )
      for (const method of registry.methods) {
        assert.match(payins ?? '', new RegExp(`"${method.code}"`))
        assert.equal((payouts ?? '').includes(`"${method.code}"`), method.payout !== undefined)
      }
    })

    test(`show description, example and length of every field in ${target}`, () => {
      for (const method of registry.methods) {
        for (const [operation, schemaOf] of [
          [method.payin, payinSchema],
          [method.payout, payoutSchema],
        ] as const) {
          if (!operation) continue
          const { properties, required } = jsonSchema(schemaOf(method), target)
          for (const [name, field] of fieldsOf(operation)) {
            const shown = properties?.[name]
            assert.ok(typeof shown === 'object', name)
            assert.equal(shown.description, descriptionIn('en', field.description))
            assert.equal(shown['example'], field.example)
            assert.equal(shown.maxLength, field.maxLength)
            assert.deepEqual(shown.enum, field.allowed)
            assert.equal(required?.includes(name), Object.hasOwn(operation.required, name))
          }
        }
      }
    })
  }

  test('nest the card fields as in the example of the spec', () => {
    const shown = JSON.parse(JSON.stringify(jsonSchema(cardNestedSchema(card()), 'openapi-3.0')))
    const { cardDetails } = shown.properties.transactionDetails.properties
    assert.equal(cardDetails.properties.expiration.properties.payer_card_exp_month.example, '12')
    assert.deepEqual(shown.required, ['service_code', 'transactionDetails', 'customerDetails'])
  })

  test('accept every example', () => {
    for (const method of methods) {
      assert.ok(payinBodySchema().safeParse(method.payin.example).success, method.code)
      if ('payout' in method) assert.ok(payoutBodySchema().safeParse(method.payout.example).success, method.code)
    }
  })

  test('are built once', () => {
    const method = card()
    assert.equal(payinSchema(method), payinSchema(method))
    assert.throws(() => payoutSchema(method), /the payout of CC1_IG_TRUST_WW_EUR is missing/)
  })
})
