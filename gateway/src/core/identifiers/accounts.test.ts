import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/test-seed.ts'
import { checkVector, type IdentifierVector } from '../../../test/vectors/check-vector.ts'
import { readVectors } from '../../../test/vectors/read-vectors.ts'
import { say } from '../texts/messages/say.ts'
import { bankOfAccount, checkAccount } from './accounts.ts'
import { checkAlias, checkCbu, makeCbu } from './ar/accounts.ts'
import { type Checked, isRefused } from './checked.ts'
import { checkClabe, makeClabe } from './mx/clabe.ts'
import { checkCci } from './pe/accounts.ts'

const VECTOR_COUNT = 24

const CHECKS = new Map<string, (raw: string) => Checked>([
  ['AR_CBU', checkCbu],
  ['AR_ALIAS', checkAlias],
  ['MX_CLABE', checkClabe],
  ['PE_CCI', checkCci],
  ['VE_ACCT', (raw) => checkAccount('VE', raw)],
])

test('every account vector has its stated result', () => {
  const vectors = readVectors<IdentifierVector>('accounts.json')
  assert.equal(vectors.length, VECTOR_COUNT)
  for (const vector of vectors) {
    const check = CHECKS.get(vector.type)
    assert.ok(check, vector.type)
    checkVector(vector, check(vector.input))
  }
})

test('a wrong CBU is reported with the wrong block and the right digit', () => {
  const messagesOf = (raw: string) => checkCbu(raw).findings.map((finding) => String(finding.message))
  assert.deepEqual(messagesOf('2850590840090418135201'), ['check digit should be 9 in the first block (digit 8)'])
  assert.deepEqual(messagesOf('2850590940090418135202'), ['check digit should be 1 in the second block (digit 22)'])
  assert.equal(messagesOf('2850590840090418135202').length, 2)
  assert.deepEqual(messagesOf('285059094009041813520'), ['a CBU has 22 digits, not 21'])
})

test('a number that starts with 000 is a CVU and belongs to no bank', () => {
  assert.equal(checkCbu('0000003100065557211734').type, 'CVU')
  assert.equal(checkCbu('2850590-9 4009041813520-1').type, 'CBU')
  assert.equal(bankOfAccount('AR', '0000003100065557211734'), undefined)
  assert.equal(bankOfAccount('AR', '2850590-9 4009041813520-1')?.name, 'Banco Macro S.A.')
})

test('a wrong alias is reported with the forbidden character', () => {
  assert.match(String(checkAlias('niño.azul').findings[0]?.message), /no "ñ"/)
  assert.match(String(checkAlias('mi alias largo').findings[0]?.message), /no spaces/)
  assert.match(String(checkAlias('2850590940090418135201').findings[0]?.message), /22 digits are a CBU/)
  assert.deepEqual(checkAlias(' Cuarto.Centro-9 '), { type: 'ALIAS', normalised: 'cuarto.centro-9', findings: [] })
})

test('a CLABE of a bank outside the list is flagged and not refused', () => {
  const result = checkClabe('032180000118359719')
  assert.deepEqual(result.findings, [
    { severity: 'soft', code: 'unknown_bank', message: say('id.bank_code_unknown', { code: '032' }) },
  ])
  assert.equal(String(checkClabe('032 180 00011835971 1').findings[0]?.message), 'check digit should be 9')
})

test('every CLABE that is made is accepted, and with any one digit changed it is refused', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
  fc.assert(
    fc.property(
      digits(3),
      digits(3),
      digits(11),
      fc.nat(17),
      fc.integer({ min: 1, max: 9 }),
      (bank, city, account, place, step) => {
        const clabe = makeClabe({ bank, city, account })
        assert.ok(!isRefused(checkClabe(clabe)))
        assert.equal(clabe.slice(0, 17), bank + city + account)
        assert.ok(isRefused(checkClabe(withDigitMoved(clabe, place, step))))
      },
    ),
  )
})

test('a CLABE cannot be made of parts of another length', () => {
  assert.equal(makeClabe({ bank: '646', city: '180', account: '00000000001' }).length, 18)
  assert.throws(() => makeClabe({ bank: '64', city: '1800', account: '00000000001' }), RangeError)
  assert.throws(() => makeClabe({ bank: '646', city: '180', account: '0000000001' }), RangeError)
})

test('a CBU that is made is accepted, and with any one digit changed it is refused', () => {
  const cbu = makeCbu({ bank: '285', branch: '0590', account: '4009041813520' })
  assert.equal(cbu, '2850590940090418135201')
  assert.equal(checkCbu(makeCbu({ bank: '000', branch: '0003', account: '1000655572117' })).type, 'CVU')
  assert.throws(() => makeCbu({ bank: '28', branch: '0590', account: '4009041813520' }), RangeError)
  assert.deepEqual(checkCbu(cbu).findings, [])
  for (let place = 0; place < cbu.length; place += 1) {
    for (let step = 1; step <= 9; step += 1) assert.ok(isRefused(checkCbu(withDigitMoved(cbu, place, step))))
  }
})

test('a CCI with wrong check digits is flagged with the right ones', () => {
  const [finding] = checkCci('01136200010004650000').findings
  assert.equal(finding?.severity, 'soft')
  assert.match(String(finding?.message), /^check digits should be \d\d$/)
  assert.equal(String(checkCci('011-366-000100032542-22').findings[0]?.message), 'check digits should be 21')
  assert.equal(bankOfAccount('PE', '011-366-000100032542-21')?.name, 'BBVA')
})

test('a Venezuelan account is flagged for wrong digits and for an unknown bank, never refused', () => {
  const [digits] = checkAccount('VE', '01340031860313070131').findings
  assert.deepEqual([digits?.severity, String(digits?.message)], ['soft', 'check digits should be 85'])
  assert.ok(checkAccount('VE', '99990031850313070131').findings.some((finding) => finding.code === 'unknown_bank'))
  assert.equal(
    String(checkAccount('VE', '0134003185031307013').findings[0]?.message),
    'an account has 20 digits, not 19',
  )
  assert.equal(bankOfAccount('VE', '0134-0031-85-0313070131')?.name, 'Banesco')
})

test('accounts of the other countries have a number of digits and keep their leading zeros', () => {
  assert.deepEqual(checkAccount('CL', '00-1234.567'), { type: 'ACCOUNT', normalised: '001234567', findings: [] })
  assert.ok(isRefused(checkAccount('CL', '12345')))
  assert.ok(isRefused(checkAccount('CL', '1234567K')))
  assert.ok(!isRefused(checkAccount('CO', '123')))
  assert.ok(isRefused(checkAccount('EC', '1234')))
  assert.ok(!isRefused(checkAccount('PY', '123')))
  assert.ok(!isRefused(checkAccount('UY', '12')))
  assert.ok(isRefused(checkAccount('UY', '123456789012345678901')))
  assert.ok(isRefused(checkAccount('PE', '123456789')))
  assert.equal(checkAccount('PE', '01136600010003254221').type, 'CCI')
  assert.equal(checkAccount('AR', '2850590940090418135201').type, 'CBU')
  assert.equal(checkAccount('MX', '002010077777777771').type, 'CLABE')
  assert.equal(checkAccount('BR', 'loja@example.com').type, 'email')
})

test('a length that the named bank does not use is only flagged', () => {
  const unusual = (result: Checked) => result.findings.map((finding) => `${finding.severity} ${finding.code}`).join()
  assert.equal(unusual(checkAccount('PE', '12345678901', { bank: 'BCP' })), 'soft unusual')
  assert.equal(unusual(checkAccount('PE', '1234567890123', { bank: 'BCP' })), '')
  assert.equal(unusual(checkAccount('PE', '1234567890123', { bank: 'Mibanco' })), 'soft unusual')
  assert.equal(unusual(checkAccount('PE', '1234567890123', { bank: 'not in the list' })), '')
  assert.equal(unusual(checkAccount('CO', '123456789012', { bank: '1007' })), 'soft unusual')
  assert.equal(unusual(checkAccount('CO', '12345678901', { bank: 'AV Villas' })), '')
  assert.equal(unusual(checkAccount('EC', '22012345678', { bank: 'Banco Pichincha' })), 'soft unusual')
  assert.equal(unusual(checkAccount('UY', '1234567', { bank: 'BROU' })), 'soft unusual')
  assert.equal(unusual(checkAccount('CL', '123456785', { accountType: 'RUT' })), 'soft unusual')
  assert.equal(unusual(checkAccount('CL', '12345678', { accountType: 'RUT' })), '')
})

test('an account text above 64 characters is refused without a further check', () => {
  for (const country of ['AR', 'CL', 'MX', 'VE'] as const) {
    const result = checkAccount(country, '1'.repeat(65))
    assert.ok(isRefused(result))
    assert.match(String(result.findings[0]?.message), /at most 64/)
  }
})

function withDigitMoved(digits: string, place: number, step: number): string {
  return digits.slice(0, place) + ((Number(digits.charAt(place)) + step) % 10) + digits.slice(place + 1)
}
