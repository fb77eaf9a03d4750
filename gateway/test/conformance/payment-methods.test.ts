import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { methods } from '../../src/core/payment-methods/index.ts'
import type { Operation, OperationName, PaymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import { type ReadOptions, readPayin, readPayout } from '../../src/core/payment-methods/read-request.ts'
import { cardNestedSchema, payinSchema, payoutSchema } from '../../src/core/payment-methods/request-schema.ts'
import { withChange } from './payment-methods-bodies.ts'

const now = new Date('2026-11-20T12:00:00Z')
const strict: ReadOptions = { checks: 'strict', now }
const lenient: ReadOptions = { checks: 'lenient', now }

for (const { method, name, operation } of everyOperation()) {
  const read = name === 'payin' ? readPayin : readPayout

  describe(`${method.code} ${name}`, () => {
    test('a strict point accepts the example without a warning', () => {
      const result = read(operation.example, strict)
      assert.ok(result.ok, inspect(result))
      assert.deepEqual(result.warnings, [])
      assert.equal(result.request.serviceCode, method.code)
      assert.equal(result.request.currency, method.currency)
      assert.equal(result.request.kind, operation.kind)
    })

    test('the example fits the documented schema', () => {
      const schema = operation.kind === 'card' ? cardNestedSchema(method) : documented(method, name)
      assert.deepEqual(schema.safeParse(operation.example).error?.issues, undefined)
    })

    test('there is at least one example of a refusal', () => {
      assert.ok(operation.rejects.length > 0)
    })

    for (const reject of operation.rejects) {
      const body = withChange(operation.example, reject.change)

      test(`a strict point refuses exactly ${reject.field}, because ${reject.because}`, () => {
        const result = read(body, strict)
        assert.ok(!result.ok)
        assert.deepEqual(
          result.problems.map(({ code, param }) => ({ code, param })),
          [{ code: reject.code, param: reject.field }],
        )
      })

      test(`a lenient point ${reject.strictOnly ? 'flags' : 'refuses'} it too: ${reject.because}`, () => {
        const result = read(body, lenient)
        assert.equal(result.ok, reject.strictOnly === true)
        const told = result.ok ? result.warnings : result.problems
        const found = told.find(({ param, code }) => param === reject.field && code === reject.code)
        assert.ok(found, inspect(told))
        assert.equal(String(found.message).endsWith('(a live point refuses this)'), reject.strictOnly === true)
      })
    }

    for (const missing of ['amount', 'reference', ...Object.keys(operation.required)]) {
      for (const checks of ['strict', 'lenient'] as const) {
        test(`without ${missing} a ${checks} point answers exactly that it is required`, () => {
          const path = pathIn(operation.example, missing)
          const result = read(withChange(operation.example, { [path]: undefined }), { checks, now })
          assert.ok(!result.ok)
          assert.deepEqual(
            result.problems.map(({ code, param }) => ({ code, param })),
            [{ code: 'required', param: path }],
          )
        })
      }
    }
  })
}

test('every file with a payment method is registered', () => {
  const root = new URL(
    '../../src/core/payment-methods/',
    import.meta.url.replace('/gateway/dist/test/', '/gateway/test/'),
  )
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^\w+\/[\w-]+\.ts$/.test(file),
  )
  const declared = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => /paymentMethod\(\{\s*code: '(\w+)'/.exec(readFileSync(new URL(file, root), 'utf8'))?.[1])
    .filter((code) => code !== undefined)
  assert.ok(files.length > 10)
  assert.deepEqual(new Set(declared), new Set(methods.map(({ code }) => code)))
})

function everyOperation(): { method: PaymentMethod; name: OperationName; operation: Operation }[] {
  const all: readonly PaymentMethod[] = methods
  return all.flatMap((method) =>
    (['payin', 'payout'] as const).flatMap((name) => {
      const operation = method[name]
      return operation ? [{ method, name, operation }] : []
    }),
  )
}

function documented(method: PaymentMethod, name: OperationName) {
  return name === 'payin' ? payinSchema(method) : payoutSchema(method)
}

/** Where a field stands in an example, however deep. */
function pathIn(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return ''
  for (const [key, inner] of Object.entries(value)) {
    if (key === name) return key
    const below = pathIn(inner, name)
    if (below !== '') return `${key}.${below}`
  }
  return ''
}
