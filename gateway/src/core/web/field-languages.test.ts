import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../../../test/support/facts-of-texts.ts'
import { registry } from '../payment-methods/index.ts'
import type { Operation } from '../payment-methods/payment-method.ts'
import { readPayin, readPayout } from '../payment-methods/read-request.ts'
import type { FieldProblem } from '../values/problem.ts'
import { localizeFault } from './reply-problem.ts'

const now = new Date('2030-01-31T12:00:00Z')

/** Values that are wrong for most fields, each in its own way. */
const wrongValues: readonly unknown[] = [
  undefined,
  ['a'],
  { a: 1 },
  true,
  12,
  1e20,
  0,
  '0',
  '-1',
  '1.234',
  '250.000',
  '1,250.50',
  'x',
  'xy z',
  'ñandú_1',
  'hello@',
  'HTTP://shop.example/',
  'https://a:b@shop.example/',
  'ftp://shop.example/',
  '\u0000',
  '4111111111111112',
  '12',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  '12345678901',
  '20267565394',
  '111111111111',
  '1234567890123',
  '12345678901234',
  '00000000000000',
  '88345678901234567890',
  '2850590940090418135202',
  '1850590940090418135201',
  '646180157042875764',
  'V-12345678',
  'X-12345678',
  '12.345.678',
  'GODE561231GR9',
  '+5511987654321',
  '+551134567890',
  'Banco de nadie',
  '007',
  'RUT',
  'a'.repeat(400),
  '2001-01-01T00:00:00Z',
  '2200-01-01T00:00:00Z',
  'tomorrow',
  {
    a: 1,
    [`k${'x'.repeat(50)}`]: 'v',
    '': 'v',
    'a:b': 'v',
    cvv: '1',
    order: '4111111111111111',
    long: 'x'.repeat(300),
  },
  Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v'])),
]

const wrongBodies: readonly unknown[] = [
  'text',
  [],
  {},
  { service_code: 7 },
  { service_code: 'BT_XX' },
  { service_code: 'PIX_AR' },
  { service_code: 'BT_A' },
  { service_code: 'BT_AR', __proto_: 1, constructor: 2 },
]

/** Every problem and warning of many wrong requests, each message once. */
function everyFault(): FieldProblem[] {
  const found = new Map<string, FieldProblem>()
  const note = (body: unknown, name: 'payin' | 'payout', checks: 'strict' | 'lenient') => {
    const read = (name === 'payin' ? readPayin : readPayout)(body, {
      checks,
      now,
      requireHttpsRedirect: checks === 'strict',
    })
    for (const fault of [...(read.ok ? [] : read.problems), ...read.warnings]) found.set(String(fault.message), fault)
  }
  for (const name of ['payin', 'payout'] as const) {
    for (const body of wrongBodies) note(body, name, 'strict')
    for (const method of registry.methods) {
      const operation: Operation | undefined = method[name]
      if (!operation) continue
      const fields = [...Object.keys(operation.required), ...Object.keys(operation.optional)]
      for (const field of [...fields, 'amount', 'reference', 'expired_at', 'metadata', 'acount', 'payer_doc', 'urls']) {
        for (const value of wrongValues) {
          const body = { ...operation.example, [field]: value }
          note(body, name, 'strict')
          note(body, name, 'lenient')
          if (field === 'account')
            note({ ...body, account_bank: '007', account_type: 'ALIAS', bank: 'x' }, name, 'lenient')
        }
        const { [field]: missing, ...rest } = operation.example
        note({ ...rest, [`${field}x`]: missing }, name, 'strict')
      }
      for (const { change } of operation.rejects) note({ ...operation.example, ...change }, name, 'strict')
    }
  }
  return [...found.values()]
}

/** Words of English sentences that Spanish and Portuguese do not have. */
const englishWord =
  /(?<!\p{L})(the|of|must|is|not|with|which|digits?|characters?|should|be|or|and|this|has|have|an|account holder)(?!\p{L})/iu

const faultsMin = 300

describe('what is said about a field in Spanish and Portuguese', () => {
  const faults = everyFault()

  it('is tried for many faults', () => assert.ok(faults.length >= faultsMin, String(faults.length)))

  for (const language of ['es', 'pt'] as const) {
    it(`says as much as English, and nothing in English (${language})`, () => {
      const poorer = faults.flatMap((fault) => {
        const { message, detail } = localizeFault(fault, language)
        const name = fault.param.split('.').at(-1) ?? ''
        assert.ok(message.startsWith(fault.param === '' ? '' : `${fault.param}: `))
        assert.equal(detail, String(fault.message))
        const own = (text: string) => factsOf(text).filter((fact) => !fault.param.includes(fact) && fact !== name)
        const [here, there] = [own(message), own(String(fault.message))]
        const isSame = here.length === there.length && here.every((fact, at) => fact === there[at])
        const said = message.slice(fault.param.length).replace(/\b[\w.]+_[\w.]+\b|\([^)]*\(\d+\)[^)]*\)/g, '')
        return isSame && !englishWord.test(said) ? [] : [`${fault.message} | ${message}`]
      })
      assert.deepEqual(poorer, [])
    })
  }
})
