import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Country } from '../values/country.ts'
import { checkBank, checkBankAgainstAccount, findBank, listBanks } from './banks.ts'
import { makeClabe } from './mx/clabe.ts'

const COUNTS: Readonly<Record<Country, number>> = {
  AR: 69,
  BR: 511,
  CL: 30,
  CO: 50,
  EC: 21,
  MX: 104,
  PE: 7,
  PY: 22,
  UY: 13,
  VE: 29,
}
const COUNTRIES = Object.keys(COUNTS) as Country[]

test('every list is complete, has unique codes, and finds each bank by code and by name', () => {
  for (const country of COUNTRIES) {
    const banks = listBanks(country)
    assert.equal(banks.length, COUNTS[country], country)
    assert.equal(new Set(banks.map((bank) => bank.code)).size, banks.length, country)
    for (const bank of banks) {
      if (bank.code !== '000') assert.equal(findBank(country, bank.code), bank, `${country} ${bank.code}`)
      assert.equal(findBank(country, bank.name)?.code, bank.code, `${country} ${bank.name}`)
    }
  }
})

test('every alias, other code, ISPB and 5-digit code leads to its own bank', () => {
  const all = COUNTRIES.flatMap((country) => listBanks(country).map((bank) => ({ country, bank })))
  for (const { country, bank } of all) {
    const texts = [...(bank.aliases ?? []), ...(bank.alt ?? []), bank.ispb ?? bank.code, bank.banxico ?? bank.code]
    for (const text of texts.filter((candidate) => candidate !== '000')) {
      assert.equal(findBank(country, text)?.code, bank.code, `${country} ${text}`)
    }
  }
})

test('leading zeros of a code are ignored, but a longer number is no code', () => {
  assert.equal(findBank('AR', '7')?.code, '007')
  assert.equal(findBank('CL', '12')?.code, '012')
  assert.equal(findBank('EC', '0010')?.code, '010')
  assert.equal(findBank('VE', '134')?.code, '0134')
  assert.equal(findBank('BR', '00000104'), undefined)
})

test('the codes that other lists write differently are understood', () => {
  assert.equal(findBank('CL', '152')?.name, 'Prepago Los Heroes')
  assert.equal(findBank('CO', '1007')?.name, 'Bancolombia')
  assert.equal(findBank('UY', '1113')?.code, '113')
  assert.equal(findBank('PE', '070')?.name, 'Mibanco')
  assert.equal(findBank('MX', '90646')?.name, 'STP')
  assert.equal(findBank('BR', '00000208')?.code, '070')
})

test('a placeholder code finds nothing; its wallet is found by name', () => {
  assert.equal(findBank('CO', '000'), undefined)
  assert.equal(findBank('CO', '0'), undefined)
  assert.equal(findBank('CO', 'Movii')?.name, 'MOVII')
})

test('names match without accents, case, "Banco", "S.A." and the name of the country', () => {
  const cases: [Country, string, string][] = [
    ['AR', 'BANCO GALICIA', '007'],
    ['AR', 'Bco. de la Nacion Argentina', '011'],
    ['AR', 'supervielle s.a.', '027'],
    ['BR', 'Banco Itaú', '341'],
    ['BR', 'Banco do Brasil', '001'],
    ['CL', 'Banco de Chile', '001'],
    ['CL', 'Banco Santander Chile', '037'],
    ['CL', 'BancoEstado', '012'],
    ['CO', 'Banco de Bogota', '001'],
    ['CO', 'BBVA Colombia', '013'],
    ['EC', 'Produbanco', '036'],
    ['MX', 'BBVA México', '012'],
    ['MX', 'Nu México', '638'],
    ['MX', 'Mercado Pago', '722'],
    ['PE', 'Scotiabank Perú', '009'],
    ['PE', 'Banco de Crédito del Perú', '002'],
    ['PY', 'Visión Banco', '39'],
    ['UY', 'Banco República', '001'],
    ['VE', 'Banco de Venezuela', '0102'],
    ['VE', 'Provincial', '0108'],
  ]
  for (const [country, text, code] of cases) assert.equal(findBank(country, text)?.code, code, `${country} ${text}`)
})

test('a text that matches several banks finds none', () => {
  assert.equal(findBank('AR', 'Buenos Aires'), undefined)
  assert.equal(findBank('VE', 'Credito'), undefined)
  assert.equal(findBank('AR', 'Banco'), undefined)
  assert.equal(findBank('AR', ''), undefined)
  assert.equal(findBank('AR', 'Galicia '.repeat(20)), undefined)
})

test('an unknown bank is flagged and its text is kept', () => {
  const unknown = checkBank('AR', ' Banco Imaginario ')
  assert.equal(unknown.normalised, 'Banco Imaginario')
  assert.deepEqual(
    unknown.findings.map((finding) => [finding.severity, finding.code]),
    [['soft', 'unknown_bank']],
  )
})

test('a known bank is normalised to its code, in Paraguay to its name', () => {
  assert.deepEqual(checkBank('CO', 'bancolombia'), { type: 'BANK', normalised: '007', findings: [] })
  assert.equal(checkBank('PY', 'itau').normalised, 'Banco Itau Paraguay')
})

test('a bank that contradicts the account is refused in Argentina, Mexico and Venezuela', () => {
  const cases: [Country, string, string][] = [
    ['AR', 'Banco Galicia', '2850590940090418135201'],
    ['AR', 'Banco de la Provincia de Buenos Aires', '0070590940090418135201'],
    ['MX', 'BANORTE', '002010077777777771'],
    ['VE', '0102', '0134-0031-85-0313070131'],
  ]
  for (const [country, bank, account] of cases) {
    const finding = checkBankAgainstAccount(country, bank, account)
    assert.deepEqual([finding?.severity, finding?.code], ['hard', 'bank_mismatch'], `${country} ${bank}`)
  }
  assert.equal(
    String(checkBankAgainstAccount('VE', '0102', '0134-0031-85-0313070131')?.message),
    'the account belongs to Banesco (0134), not to Banco de Venezuela (0102)',
  )
})

test('a bank that agrees, is unknown, or cannot be compared gives no finding', () => {
  assert.equal(checkBankAgainstAccount('AR', 'Macro', '2850590940090418135201'), undefined)
  assert.equal(checkBankAgainstAccount('MX', '40002', '002010077777777771'), undefined)
  assert.equal(checkBankAgainstAccount('AR', 'Mercado Pago', '0000003100065557211734'), undefined)
  assert.equal(checkBankAgainstAccount('AR', 'Banco Galicia', 'cuarto.centro.naipe'), undefined)
  assert.equal(checkBankAgainstAccount('CL', 'BCI', '12345678'), undefined)
})

test('a Peruvian bank that disagrees with the CCI is only flagged, because bank numbers differ between providers', () => {
  const cci = '01136600010003254221'
  assert.equal(checkBankAgainstAccount('PE', '11', cci), undefined)
  assert.equal(checkBankAgainstAccount('PE', 'Interbank', cci)?.severity, 'soft')
  assert.equal(checkBankAgainstAccount('PE', '9', cci)?.severity, 'soft')
})

test('banks of one group, acquired banks and embedded codes outside the list are only flagged', () => {
  const multivaBrokerage = makeClabe({ bank: '613', city: '180', account: '00000000001' })
  const outsideTheList = makeClabe({ bank: '032', city: '180', account: '00000000001' })
  assert.equal(checkBankAgainstAccount('MX', 'Multiva Banco', multivaBrokerage)?.severity, 'soft')
  assert.equal(checkBankAgainstAccount('MX', 'Banorte', outsideTheList)?.severity, 'soft')
  assert.equal(checkBankAgainstAccount('AR', 'Galicia', '1500590940090418135201')?.severity, 'soft')
})
