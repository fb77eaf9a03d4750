import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digitGroups, isWebAddress, typedAmount, writtenAmount, writtenInstant } from './formats.ts'

describe('formats of the payer pages', () => {
  it('write the amount in the country’s format, with exactly the currency’s decimals', () => {
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
    const written = [
      [125_050n, 'ARS', 'AR', '$ 1.250,50'],
      [125_050n, 'BRL', 'BR', 'R$ 1.250,50'],
      [1_250n, 'CLP', 'CL', '$1.250'],
      [125_050n, 'MXN', 'MX', '$1,250.50'],
      [125_050n, 'PEN', 'PE', 'S/ 1,250.50'],
      [9_999_999_999_999n, 'COP', 'CO', '$ 99.999.999.999,99'],
      [125_050n, 'VES', 'VE', 'Bs. 1.250,50'],
      [100n, 'EUR', 'WW', '€1.00'],
    ] as const
    for (const [minor, currency, country, text] of written) {
      assert.equal(plain(writtenAmount(minor, currency, { country, language: 'en' })), text)
    }
  })

  it('write the amount to copy as a bank’s app takes it: the country’s separator, no symbol, no groups', () => {
    const typed = [
      [123_456_750n, 'ARS', 'AR', '1234567,50'],
      [123_456_750n, 'BRL', 'BR', '1234567,50'],
      [1_234_567n, 'CLP', 'CL', '1234567'],
      [123_456_750n, 'MXN', 'MX', '1234567.50'],
      [123_456_700n, 'PEN', 'PE', '1234567.00'],
      [5n, 'COP', 'CO', '0,05'],
    ] as const
    for (const [minor, currency, country, text] of typed) {
      for (const language of ['en', 'es', 'pt'] as const)
        assert.equal(typedAmount(minor, currency, { country, language }), text, `${country} ${language}`)
    }
  })

  it('write the time in the country’s time zone, which is named after its place', () => {
    const at = new Date('2030-01-31T02:05:00Z')
    assert.match(writtenInstant(at, 'CO', 'en'), /^Jan 30, 2030, 21:05 Colombia Time$/)
    assert.match(writtenInstant(at, 'PE', 'es'), /^30 ene 2030, 21:05 hora de Perú$/)
    assert.match(writtenInstant(at, 'MX', 'es'), / hora de Ciudad de México$/)
    assert.match(writtenInstant(at, 'BR', 'pt'), /^30 de jan\. de 2030, 23:05 .*Brasília$/)
    assert.equal(writtenInstant(at, 'WW', 'en'), 'Jan 31, 2030, 02:05 UTC')
  })

  it('split a long number into groups without losing a digit, and keep other texts', () => {
    const clabe = '646180000000010028'
    assert.deepEqual(digitGroups(clabe), ['6461', '8000', '0000', '0100', '28'])
    assert.equal(digitGroups(clabe).join(''), clabe)
    assert.deepEqual(digitGroups('+51900000000'), ['+51', '900', '000', '000'])
    assert.deepEqual(digitGroups('+595981000000'), ['+595', '981', '000', '000'])
    for (const text of ['1234567', 'mi.alias.banco', '+5190', '']) assert.deepEqual(digitGroups(text), [text])
  })

  it('link to web addresses only', () => {
    assert.ok(isWebAddress('https://shop.example/back?a=1'))
    for (const text of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/pay', 'https://', '']) {
      assert.equal(isWebAddress(text), false, text)
    }
  })
})
