import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serviceCatalogue } from './catalogue.ts'
import { methods, registry as standardRegistry } from './index.ts'
import { readPayout } from './read-request.ts'

function entryOf(code: string) {
  const entry = serviceCatalogue().find((one) => one.service_code === code)
  assert.ok(entry)
  return entry
}

describe('the catalogue', () => {
  test('lists every service code with its currency and limits', () => {
    assert.equal(serviceCatalogue().length, methods.length)
    const { operations, ...chile } = entryOf('BT_CL')
    assert.deepEqual(chile, {
      service_code: 'BT_CL',
      name: 'Bank transfer, Chile',
      country: 'CL',
      currency: 'CLP',
      decimals: 0,
      minimum_amount: 1,
      maximum_amount: 9999999999999,
    })
    assert.equal(entryOf('BT_AR').minimum_amount, 0.01)
    assert.equal(entryOf('BT_AR').maximum_amount, 99999999999.99)
    assert.equal(entryOf('PIX_BR').maximum_amount, 9999999999.99)
    assert.equal(operations.payin?.expires_after_hours, 72)
  })

  test('lists the fields of an operation, required ones first', () => {
    const fields = entryOf('BT_AR').operations.payout?.fields ?? []
    const required = ['service_code', 'amount', 'reference', 'account_type', 'account']
    assert.deepEqual(
      fields.filter((field) => field.required).map((field) => field.name),
      required,
    )
    assert.deepEqual(
      fields.slice(0, required.length).map((field) => field.name),
      required,
    )
    assert.deepEqual(fields.find((field) => field.name === 'account_type')?.allowed_values, ['CBU', 'ALIAS'])
    assert.equal(fields.find((field) => field.name === 'account_doc_id')?.accepts_number, true)
  })

  test('shows when an optional field is required nevertheless, exactly as it is judged', () => {
    const found: string[] = []
    for (const { payout } of standardRegistry.methods) {
      for (const name of Object.keys(payout?.optional ?? {})) {
        const code = String(payout?.example['service_code'])
        const field = entryOf(code).operations.payout?.fields.find((one) => one.name === name)
        // YP_PE's example has a phone as its account, which needs no account_phone.
        for (const account of [payout?.example['account'], '01050080011080271813', '19312345678012', '04141234567']) {
          const body = { ...payout?.example, account, [name]: undefined }
          const read = readPayout(body, { checks: 'strict', now: new Date() })
          const missing = read.ok
            ? undefined
            : read.problems.find((one) => one.param === name && one.code === 'required')
          if (!missing) continue
          found.push(`${code} ${name}`)
          assert.equal(field?.required, false)
          assert.equal(String(missing.message), `${name}: needed, unless ${field?.required_unless}`)
          assert.ok(field?.description.endsWith(`; required unless ${field.required_unless}`))
        }
        if (!found.includes(`${code} ${name}`)) assert.equal(field?.required_unless, undefined, `${code} ${name}`)
      }
    }
    assert.deepEqual([...new Set(found)].sort(), ['PM_VE account_bank', 'PM_VE account_phone', 'YP_PE account_phone'])
    const phone = entryOf('YP_PE').operations.payout?.fields.find((one) => one.name === 'account_phone')
    assert.equal(phone?.required_unless, 'account is itself a mobile number of PE')
  })

  test('offers expired_at for pay-ins only', () => {
    const { payin, payout } = entryOf('BT_AR').operations
    assert.ok(payin?.fields.some((field) => field.name === 'expired_at'))
    assert.ok(!payout?.fields.some((field) => field.name === 'expired_at'))
  })

  test('shows the nested paths of card fields, and no payout for cards', () => {
    const { payin, payout } = entryOf('CC1_IG_TRUST_WW_EUR').operations
    const month = payin?.fields.find((field) => field.name === 'payer_card_exp_month')
    assert.equal(month?.nested_path, 'transactionDetails.cardDetails.expiration.payer_card_exp_month')
    assert.equal(payout, undefined)
  })

  test('is plain JSON and has instructions for every operation', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(serviceCatalogue())), serviceCatalogue())
    for (const { operations } of serviceCatalogue()) {
      for (const operation of Object.values(operations)) assert.ok(operation.instructions.length > 20)
    }
  })
})
