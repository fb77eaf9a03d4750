import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { methodFor } from './index.ts'
import { type ReadOptions, readPayin, readPayout } from './read-request.ts'

const now = new Date('2026-11-20T12:00:00Z')
const strict: ReadOptions = { checks: 'strict', now }
const lenient: ReadOptions = { checks: 'lenient', now }
const suffix = ' (a live point refuses this)'

/** The reading of a code's example with some fields changed. */
function payout(code: string, change: Record<string, unknown>, options: ReadOptions = strict) {
  return readPayout({ ...methodFor(code)?.payout?.example, ...change }, options)
}

function payin(code: string, change: Record<string, unknown>, options: ReadOptions = strict) {
  return readPayin({ ...methodFor(code)?.payin?.example, ...change }, options)
}

/** The result in short form: problems, or warnings marked with `~`. */
function reported(result: ReturnType<typeof readPayin> | ReturnType<typeof readPayout>): string[] {
  if (!result.ok) return result.problems.map(({ param, code }) => `${param} ${code}`)
  return result.warnings.map(({ param, code }) => `~${param} ${code}`)
}

describe('a wrong check digit', () => {
  test('refuses on a strict point and warns on a lenient one with the reason', () => {
    const change = { payer_doc_id: '20-26756539-2' }
    assert.deepEqual(reported(payin('BT_AR', change)), ['payer_doc_id invalid_check_digit'])
    const result = payin('BT_AR', change, lenient)
    assert.ok(result.ok)
    assert.equal(String(result.warnings[0]?.message), `payer_doc_id: check digit should be 3${suffix}`)
    assert.equal(result.request.details['payer_doc_id'], '20267565392')
  })

  test('of a soft document only warns, without mention of live points', () => {
    for (const options of [strict, lenient]) {
      const result = payin('BT_VE', { payer_doc_id: 'V-11470283-3' }, options)
      assert.deepEqual(reported(result), ['~payer_doc_id invalid_check_digit'])
      assert.ok(result.ok && !String(result.warnings[0]?.message).endsWith(suffix))
    }
  })

  test('of a document that the service does not need only warns', () => {
    assert.deepEqual(reported(payin('DEBIN_AR', { payer_doc_id: '20267565392' })), [
      '~payer_doc_id invalid_check_digit',
    ])
    assert.deepEqual(reported(payin('BT_UY', { payer_doc_id: '12345673' })), ['~payer_doc_id invalid_check_digit'])
  })
})

describe('a document sent as a JSON number', () => {
  test('is taken with a warning where its digits are a valid one as they stand', () => {
    for (const [code, number] of [
      ['BT_AR', 20267565393],
      ['BT_CO', 1004922993],
      ['BT_PE', 12345678],
    ] as const) {
      const result = payin(code, { payer_doc_id: number })
      assert.deepEqual(reported(result), ['~payer_doc_id unusual'])
      assert.ok(
        result.ok && /a JSON number loses leading zeros: send a string$/.test(String(result.warnings[0]?.message)),
      )
      assert.equal(result.request.details['payer_doc_id'], String(number))
    }
    assert.deepEqual(reported(payin('BT_VE', { payer_doc_id: 12345678 })), [
      '~payer_doc_id assumed',
      '~payer_doc_id unusual',
    ])
  })

  test('is refused on every point where a check fails, also one that only warns of a string, and where it reads as a passport', () => {
    const wrong = [
      payin('PIX_BR', { payer_doc_id: 1234567890 }, lenient),
      payin('BT_AR', { payer_doc_id: 20267565392 }, lenient),
      payin('BT_PE', { payer_doc_id: 1234567 }, lenient),
      payin('BT_UY', { payer_doc_id: 12345673 }, lenient),
      payin('BT_EC', { payer_doc_id: 171430710 }, lenient),
    ]
    for (const result of wrong) {
      assert.deepEqual(reported(result), ['payer_doc_id use_a_string'])
      assert.ok(
        !result.ok && /a JSON number loses leading zeros: send a string$/.test(String(result.problems[0]?.message)),
      )
    }
    const passport = payout('BT_EC', { account_doc_type: 'PAS', account_doc_id: 171430710 }, lenient)
    assert.deepEqual(reported(passport), ['account_doc_id use_a_string'])
  })
})

describe('the Argentine account', () => {
  test('is read as the declared type', () => {
    const asAlias = { account_type: 'alias', account: 'Cuarto.Centro.Naipe' }
    const result = payout('BT_AR', asAlias)
    assert.ok(result.ok)
    assert.equal(result.request.details['account'], 'cuarto.centro.naipe')
    assert.equal(result.request.details['account_type'], 'ALIAS')
    assert.deepEqual(reported(payout('BT_AR', { ...asAlias, account_type: 'CBU' })), ['account invalid_format'])
    assert.deepEqual(reported(payout('BT_AR', { account_type: 'ALIAS' })), ['account invalid_format'])
  })

  test('may be a CVU under the type CBU', () => {
    assert.deepEqual(reported(payout('BT_AR', { account: '0000003100065557211734' })), [])
  })
})

describe('the document type', () => {
  test('decides how the document is read', () => {
    assert.deepEqual(reported(payout('BT_PE', { account_doc_type: 'DNI' })), ['account_doc_id invalid_format'])
    assert.deepEqual(reported(payout('BT_PE', { account_doc_type: 'dni', account_doc_id: '12345678-1' })), [])
    assert.deepEqual(reported(payout('BT_CL', { account_doc_type: 'PAS', account_doc_id: 'AB123456' })), [])
  })

  test('may be left out in Uruguay, where the format decides', () => {
    const body = { account_doc_type: undefined, account_doc_id: '21-100342-001-7' }
    const result = payout('BT_UY', body)
    assert.ok(result.ok, JSON.stringify(reported(result)))
    assert.equal(result.request.details['account_doc_id'], '211003420017')
  })
})

describe('the bank', () => {
  test('that is unknown is flagged everywhere and kept as sent', () => {
    for (const options of [strict, lenient]) {
      const result = payout('BT_CL', { account_bank: 'Banco Imaginario' }, options)
      assert.deepEqual(reported(result), ['~account_bank unknown_bank'])
      assert.equal(result.ok && result.request.details['account_bank'], 'Banco Imaginario')
    }
  })

  test('is normalised from name or code to its code', () => {
    for (const account_bank of ['bbva', '11', '011']) {
      const result = payout('BT_PE', { account_bank })
      assert.equal(result.ok && result.request.details['account_bank'], '011')
    }
  })

  test('that contradicts the account refuses in Venezuela and Mexico, and flags in Peru', () => {
    assert.deepEqual(reported(payout('BT_VE', { account_bank: '0102' })), ['account_bank bank_mismatch'])
    assert.deepEqual(reported(payout('BT_VE', { account_bank: '0102' }, lenient)), ['~account_bank bank_mismatch'])
    assert.deepEqual(reported(payout('SPEI_MX', { account_bank: '012' })), ['account_bank bank_mismatch'])
    const peruvian = reported(payout('BT_PE', { account_bank: '002' }))
    assert.ok(peruvian.includes('~account_bank bank_mismatch'), String(peruvian))
  })
})

describe('Yape and Pago Móvil', () => {
  test('need a phone, unless the account is one', () => {
    const without = { account_phone: undefined, account: '19312345678012' }
    assert.deepEqual(reported(payout('YP_PE', without)), ['account_phone required'])
    assert.deepEqual(reported(payout('YP_PE', without, lenient)), ['~account_phone required'])
    assert.deepEqual(reported(payout('YP_PE', { account_phone: undefined, account: '+51 987 654 321' })), [])
  })

  test('have an unusable phone reported once', () => {
    assert.deepEqual(reported(payout('PM_VE', { account_phone: '0212-1234567' })), ['account_phone invalid_format'])
    assert.deepEqual(reported(payout('PM_VE', { account_phone: 584141234567 })), ['account_phone invalid_type'])
  })

  test('read the bank from the account, or require it', () => {
    assert.deepEqual(reported(payout('PM_VE', { account_bank: undefined })), [])
    const phoneOnly = { account_bank: undefined, account: '0414-1234567' }
    assert.deepEqual(reported(payout('PM_VE', phoneOnly)), ['account_bank required'])
    assert.deepEqual(reported(payout('PM_VE', phoneOnly, lenient)), ['~account_bank required'])
  })

  test('normalise mobile numbers to international format', () => {
    const result = payout('PM_VE', { account: '424 1234567', account_phone: '58 424-1234567' })
    assert.ok(result.ok, JSON.stringify(reported(result)))
    assert.equal(result.request.details['account'], '+584241234567')
    assert.equal(result.request.details['account_phone'], '+584241234567')
  })
})

describe('the PIX key', () => {
  test('of another person is flagged on every point', () => {
    for (const options of [strict, lenient]) {
      const result = payout('PIX_BR', { account: '16.727.230/0001-97' }, options)
      assert.deepEqual(reported(result), ['~account owner_mismatch'])
    }
  })

  test('may be phone, e-mail or random key, each in its own format', () => {
    for (const [account, normalised] of [
      ['5511999998888', '+5511999998888'],
      ['Fulano2019@Example.com', 'fulano2019@example.com'],
      ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
    ]) {
      const result = payout('PIX_BR', { account })
      assert.deepEqual(reported(result), [])
      assert.equal(result.ok && result.request.details['account'], normalised)
    }
  })

  test('of letters and digits keeps the letters of a company number', () => {
    const cnpj = '12.ABC.345/01DE-35'
    const result = payout('PIX_BR', { account: cnpj, account_doc_id: cnpj })
    assert.equal(result.ok && result.request.details['account'], '12ABC34501DE35')
  })
})
