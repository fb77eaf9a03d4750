import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkVector, type IdentifierVector } from '../../../test/vectors/check-vector.ts'
import { readVectors } from '../../../test/vectors/read-vectors.ts'
import type { Country } from '../values/country.ts'
import type { Checked } from './checked.ts'
import { checkDeclaredDocument, checkPayerDocument } from './documents.ts'

const VECTOR_COUNT = 54

test('every document vector has its stated result', () => {
  const vectors = readVectors<IdentifierVector>('documents.json')
  assert.equal(vectors.length, VECTOR_COUNT)
  for (const vector of vectors) {
    const [country, type] = vector.type.split('_')
    assert.ok(country && type)
    const result = checkDeclaredDocument(country as Country, type, vector.input)
    checkVector(vector, result)
    assert.equal(result.type, type)
  }
})

describe('a wrong check digit is reported with the right one', () => {
  const cases: [Country, string, string, string][] = [
    ['AR', 'CUIT', '20267565392', 'check digit should be 3'],
    ['AR', 'CUIT', '30-50001091-9', 'check digit should be 2'],
    ['BR', 'CPF', '390.533.447-06', 'check digits should be 05'],
    ['BR', 'CNPJ', '12.ABC.345/01DE-36', 'check digits should be 35'],
    ['CL', 'RUT', '12.531.909-3', 'check digit should be 2'],
    ['CL', 'RUN', '10.000.013-1', 'check digit should be K'],
    ['CO', 'NIT', '2131234325', 'check digit should be 1'],
    ['EC', 'CI', '1714307104', 'check digit should be 3'],
    ['EC', 'RUC', '1792060347001', 'check digit should be 6 (digit 10)'],
    ['EC', 'RUC', '0160000520001', 'check digit should be 1 (digit 9)'],
    ['MX', 'RFC', 'GODE561231GR7', 'check digit should be 8'],
    ['MX', 'CURP', 'BOXW310820HNERXN08', 'check digit should be 9'],
    ['PE', 'DNI', '12345678-2', 'check digit should be 1 (or the letter E)'],
    ['PE', 'RUC', '20512333798', 'check digit should be 7'],
    ['PY', 'RUC', '80028061-1', 'check digit should be 0'],
    ['UY', 'CI', '1.234.567-3', 'check digit should be 2'],
    ['UY', 'RUT', '211003420018', 'check digit should be 7'],
    ['VE', 'RIF', 'J-00002961-1', 'check digit should be 0'],
  ]
  for (const [country, type, input, message] of cases) {
    test(`${country} ${type}`, () => {
      const [finding] = checkDeclaredDocument(country, type, input).findings
      assert.equal(finding?.code, 'invalid_check_digit')
      assert.ok(String(finding?.message).startsWith(message), String(finding?.message))
    })
  }
})

test('a Uruguayan RUT without a possible check digit is reported as such', () => {
  const numbers = Array.from({ length: 60 }, (_, index) => `21${String(100_000 + index)}0010`)
  const messages = numbers
    .map((number) => checkDeclaredDocument('UY', 'RUT', number).findings[0]?.message ?? '')
    .map(String)
  assert.ok(messages.includes('no check digit fits: another digit is wrong'))
  assert.ok(messages.every((message) => message !== 'check digit should be 10'))
})

describe('payer documents are detected by their format', () => {
  const cases: [Country, string, string, string, string][] = [
    ['AR', '20-26756539-3', 'CUIT', '20267565393', ''],
    ['AR', '20.123.456', 'DNI', '20123456', ''],
    ['AR', '2026756539', 'CUIT', '2026756539', 'hard invalid_format'],
    ['BR', '390.533.447-05', 'CPF', '39053344705', ''],
    ['BR', '12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35', ''],
    ['BR', '111.111.111-11', 'CPF', '11111111111', 'hard invalid_format'],
    ['BR', '00.000.000/0000-00', 'CNPJ', '00000000000000', 'hard invalid_format'],
    ['BR', '3905334470', 'CPF', '3905334470', 'hard invalid_format'],
    ['CL', 'CL 12.531.909–2', 'RUT', '125319092', ''],
    ['CL', '0012531909-2', 'RUT', '125319092', ''],
    ['CL', '0054.321-7', 'RUT', '543217', 'soft unusual'],
    ['CL', '4321-0', 'RUT', '43210', 'hard invalid_check_digit, soft unusual'],
    ['CL', '321-1', 'RUT', '3211', 'hard invalid_format'],
    ['CL', '000000000', 'RUT', '000000000', 'hard invalid_format'],
    ['CO', '1.004.922.993', 'CC', '1004922993', ''],
    ['CO', '1,004,922,993', 'CC', '1004922993', ''],
    ['CO', '213.123.432-1', 'NIT', '2131234321', ''],
    ['CO', '213.123.432-5', 'NIT', '2131234325', 'soft invalid_check_digit'],
    ['CO', '2131234325', 'CC', '2131234325', ''],
    ['CO', '2131234321', 'NIT', '2131234321', ''],
    ['CO', '0123', 'CE', '0123', 'soft assumed'],
    ['CO', 'AB123456', 'CE', 'AB123456', ''],
    ['CO', '1234567890123', 'CC', '1234567890123', 'hard invalid_format'],
    ['EC', '171430710-3', 'CI', '1714307103', ''],
    ['EC', '1714307104', 'CI', '1714307104', 'hard invalid_check_digit'],
    ['EC', '1763154690001', 'RUC', '1763154690001', 'soft invalid_check_digit'],
    ['EC', 'AB12345', 'PAS', 'AB12345', ''],
    ['EC', '171430710', 'PAS', '171430710', 'soft assumed'],
    ['EC', '178430710-8', 'CI', '1784307108', 'soft unusual'],
    ['EC', 'AB1', 'PAS', 'AB1', 'hard invalid_format'],
    ['PE', '12345678', 'DNI', '12345678', ''],
    ['PE', '123456781', 'DNI', '12345678', ''],
    ['PE', '12345678E', 'DNI', '12345678', ''],
    ['PE', '123456782', 'CE', '123456782', ''],
    ['PE', '12345678A', 'CE', '12345678A', 'soft assumed'],
    ['PE', '20512333798', 'RUC', '20512333798', 'hard invalid_check_digit'],
    ['PE', 'ab1234567', 'CE', 'AB1234567', ''],
    ['PE', '1234567', 'DNI', '1234567', 'hard invalid_format'],
    ['VE', 'V-12.345.678', 'CI', 'V12345678', ''],
    ['VE', '12345678', 'CI', 'V12345678', 'soft assumed'],
    ['VE', 'V012345678', 'CI', 'V12345678', ''],
    ['VE', 'J-00002961-0', 'RIF', 'J000029610', ''],
    ['VE', 'V-11470283-3', 'RIF', 'V114702833', 'soft invalid_check_digit'],
    ['VE', 'R-00002961-7', 'RIF', 'R000029617', 'soft unusual'],
    ['VE', 'R-0000296', 'RIF', 'R0000296', 'hard invalid_format'],
    ['VE', 'J-00002961', 'RIF', 'J00002961', 'hard invalid_format'],
    ['VE', 'P1234567', 'PAS', 'P1234567', 'soft assumed'],
    ['VE', '123', 'CI', '123', 'hard invalid_format'],
    ['MX', 'GODE_561231_GR8', 'RFC', 'GODE561231GR8', ''],
    ['MX', '123', 'RFC', '123', 'soft invalid_format'],
    ['MX', 'BOXW310820HNERXN08', 'CURP', 'BOXW310820HNERXN08', 'soft invalid_check_digit'],
    ['PY', '80028061-0', 'RUC', '800280610', ''],
    ['PY', '2660-4', 'RUC', '26604', 'soft invalid_check_digit'],
    ['PY', '1.234.567', 'CI', '1234567', ''],
    ['PY', '12345a-2', 'RUC', '12345A2', 'soft unusual'],
    ['PY', '!', 'PAS', '!', 'soft invalid_format'],
    ['UY', '1.234.567-3', 'CI', '12345673', 'soft invalid_check_digit'],
    ['UY', 'UY 21-100342-001-7', 'RUT', '211003420017', ''],
  ]
  for (const [country, input, type, normalised, found] of cases) {
    test(`${country} ${input}: ${type} ${found}`, () => {
      const result = checkPayerDocument(country, input)
      assert.deepEqual([result.type, result.normalised, inWords(result)], [type, normalised, found])
    })
  }
})

test('full-width digits and invisible marks of copied text are normalised', () => {
  assert.equal(checkPayerDocument('AR', '\u200b２０-26756539-3\u00a0').normalised, '20267565393')
})

test('a RUT without its check character is reported with the missing one', () => {
  const [finding] = checkPayerDocument('CL', '12531909').findings
  assert.equal(finding?.severity, 'hard')
  assert.match(String(finding?.message), /if the check character was left out, it is 2$/)
})

test('a RIF without its check digit is reported with the missing one', () => {
  assert.match(String(checkPayerDocument('VE', 'J-00002961').findings[0]?.message), /check digit 0 is missing/)
})

test('a short number is reported with the expected and the actual length', () => {
  assert.equal(
    String(checkDeclaredDocument('AR', 'CUIT', '2026756539').findings[0]?.message),
    'a CUIT has 11 digits, not 10',
  )
  assert.equal(
    String(checkDeclaredDocument('BR', 'CPF', '3905334470').findings[0]?.message),
    'a CPF has 11 digits, not 10',
  )
})

test('a short Uruguayan CI is padded, a short CPF or cédula never is', () => {
  assert.equal(checkDeclaredDocument('UY', 'CI', '123456-1').normalised, '01234561')
  assert.equal(checkDeclaredDocument('BR', 'CPF', '1234567890').normalised, '1234567890')
  assert.equal(checkDeclaredDocument('EC', 'CI', '171430710').normalised, '171430710')
})

test('a Colombian NIT without its check digit is accepted; a digit after a dash is checked', () => {
  assert.equal(inWords(checkDeclaredDocument('CO', 'NIT', '213123432')), '')
  assert.equal(inWords(checkDeclaredDocument('CO', 'NIT', '12345678-0')), 'soft invalid_check_digit')
})

test('a CUIT with remainder 10 has the check digit 9', () => {
  assert.equal(inWords(checkDeclaredDocument('AR', 'CUIT', '20-10000005-9')), '')
  assert.equal(inWords(checkDeclaredDocument('AR', 'CUIT', '20-10000005-0')), 'hard invalid_check_digit')
})

test('ten digits that start with 1 are a CC even when they would pass as a NIT', () => {
  assert.equal(inWords(checkDeclaredDocument('CO', 'NIT', '110000000-1')), '')
  assert.equal(checkPayerDocument('CO', '1100000001').type, 'CC')
})

test('an Ecuadorian RUC with a third digit 9 may pass as a company or as a public body', () => {
  assert.equal(inWords(checkDeclaredDocument('EC', 'RUC', '1792060346001')), '')
  assert.equal(inWords(checkDeclaredDocument('EC', 'RUC', '1791000020001')), '')
})

test('an Ecuadorian RUC with a third digit 6 may belong to a public body or a person', () => {
  assert.equal(inWords(checkDeclaredDocument('EC', 'RUC', '0160000510001')), '')
  assert.equal(inWords(checkDeclaredDocument('EC', 'RUC', '1761000007001')), '')
  assert.equal(inWords(checkDeclaredDocument('EC', 'RUC', '1763154690001')), 'soft invalid_check_digit')
  assert.equal(inWords(checkDeclaredDocument('EC', 'RUC', '1792060346000')), 'hard invalid_format')
})

test('what is a convention of a registry, or of its oldest numbers, is flagged', () => {
  const cases: [Country, string, string, string][] = [
    ['EC', 'RUC', '1771430710001', 'soft unusual'],
    ['UY', 'RUT', '23-001880-001-1', 'soft unusual'],
    ['UY', 'RUT', '21-100342-002-5', 'soft unusual'],
    ['PY', 'RUC', '4123456A-0', 'soft unusual'],
    ['PY', 'RUC', '4123456A-1', 'soft invalid_check_digit, soft unusual'],
    ['PY', 'RUC', 'A4123456-1', 'hard invalid_format'],
    ['PY', 'CI', '2660', 'soft unusual'],
  ]
  for (const [country, type, input, found] of cases) {
    assert.equal(inWords(checkDeclaredDocument(country, type, input)), found, `${country} ${type} ${input}`)
  }
})

test('documents without a known rule are checked by format', () => {
  const cases: [Country, string, string, string][] = [
    ['CL', 'PAS', 'AB-123', ''],
    ['CL', 'CE', 'AB1', 'hard invalid_format'],
    ['PE', 'PAS', 'AB1234', 'soft unusual'],
    ['PE', 'PAS', 'AB12345', ''],
    ['PE', 'CE', '1234', ''],
    ['PY', 'CRC', 'A1234', ''],
    ['PY', 'CRP', 'Á1234', 'hard invalid_format'],
    ['EC', 'CIE', 'A123', 'soft unusual'],
    ['CO', 'CE', 'A123456789012', 'soft unusual'],
    ['CO', 'PAS', 'A12345678901234567890', 'hard invalid_format'],
    ['UY', 'PAS', 'C123456', ''],
    ['VE', 'PAS', '012345678', ''],
  ]
  for (const [country, type, input, found] of cases) {
    assert.equal(inWords(checkDeclaredDocument(country, type, input)), found, `${country} ${type} ${input}`)
  }
})

test('an unknown declared type is refused with the types of the country', () => {
  const result = checkDeclaredDocument('CO', 'rut', '123456')
  assert.equal(inWords(result), 'hard invalid_format')
  assert.match(String(result.findings[0]?.message), /CC, CE, PAS, NIT/)
  assert.equal(inWords(checkDeclaredDocument('PE', 'dni', '123456782')), 'hard invalid_check_digit')
})

test('raw input above 32 characters is refused without a further check', () => {
  const long = `20-26756539-3${' '.repeat(20)}`
  assert.equal(inWords(checkPayerDocument('AR', long)), 'hard invalid_format')
  assert.equal(inWords(checkPayerDocument('AR', long.slice(0, 32))), '')
  assert.equal(inWords(checkDeclaredDocument('AR', 'CUIT', long)), 'hard invalid_format')
})

function inWords(result: Checked): string {
  return result.findings.map((finding) => `${finding.severity} ${finding.code}`).join(', ')
}
