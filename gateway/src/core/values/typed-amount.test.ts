import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/test-seed.ts'
import { languages } from '../texts/messages/languages.ts'
import { type CurrencyCode, currencyDecimals } from './currency.ts'
import { amountMinorMax, formatAmount } from './money.ts'
import { printAmount, printDecimal, printForViewer } from './printed-amount.ts'
import { readTypedAmount, readTypedCount } from './typed-amount.ts'

const currencies = Object.keys(currencyDecimals) as CurrencyCode[]

/** Typed text, currency, and the exact decimal text that it means. */
const meanings: readonly (readonly [string, CurrencyCode | undefined, string])[] = [
  ['250.000', 'CLP', '250000'],
  ['25.000', 'CLP', '25000'],
  ['25.000', 'BRL', '25000'],
  ['1.500', 'BRL', '1500'],
  ['1,500', 'MXN', '1500'],
  ['1,500', 'CLP', '1500'],
  ['1.5', 'BRL', '1.50'],
  ['1,5', 'ARS', '1.50'],
  ['1234,5', 'ARS', '1234.50'],
  ['1.234,56', 'BRL', '1234.56'],
  ['1,234.56', 'BRL', '1234.56'],
  ['1.234.567', 'CLP', '1234567'],
  ['1,234,567.8', 'USD', '1234567.80'],
  ['1 234 567,89', 'EUR', '1234567.89'],
  ['1\u202f234\u00a0567'.replace('\u00a0', '\u202f'), 'CLP', '1234567'],
  ['1234.56', 'PEN', '1234.56'],
  ['0.50', 'USD', '0.50'],
  ['007', 'CLP', '7'],
  ['0', 'CLP', '0'],
  ['+500', 'CLP', '500'],
  ['$250.000 CLP', 'CLP', '250000'],
  ['CLP 250.000', 'CLP', '250000'],
  ['R$\u00a089,90', 'BRL', '89.90'],
  ['S/.12', 'PEN', '12'],
  ['Bs.1.250,50', 'VES', '1250.50'],
  ['Gs. 250.000', 'PYG', '250000'],
  ['1.500 u$s', 'USD', '1500'],
  ['1.500', undefined, '1500'],
  ['1.5', undefined, '1.50'],
  ['$ 1.500', undefined, '1500'],
]

describe('an amount that a person types', () => {
  it('has groups of three digits as thousands, and one or two last digits as decimals', () => {
    for (const [text, currency, decimal] of meanings) {
      const found = readTypedAmount(text, { currency })
      assert.equal(found.ok && found.decimal, decimal, `${text} ${currency}`)
    }
  })

  it('is refused with both readings where it could mean either', () => {
    const refused = [
      ['1.50', 'CLP', ['1.50', '150']],
      ['1.5', 'PYG', ['1.5', '15']],
      ['12.3456', 'BRL', ['12.3456', '123456']],
      ['1234.567', 'BRL', ['1234.567', '1234567']],
      ['1.234,567', 'BRL', ['1234.567', '1234567']],
      ['0.500', 'BRL', ['0.500', '500']],
      ['1.234,567.89', 'BRL', ['1234567.89', '123456789']],
      ['1.234.56', 'BRL', ['1234.56', '123456']],
      ['1,23,456', 'BRL', ['123.456', '123456']],
      ['12 50', 'BRL', ['12.50', '1250']],
      ['1.250,50', 'CLP', ['1250.50', '125050']],
      [',50', 'BRL', ['0.50', '50']],
      ['1.50 CLP', undefined, ['1.50', '150']],
    ] as const
    for (const [text, currency, readings] of refused) {
      assert.deepEqual(readTypedAmount(text, { currency }), { ok: false, fault: 'ambiguous', readings }, text)
    }
  })

  it('is refused if it is not an amount, names another currency, or is negative in a field for positive amounts', () => {
    const faultOf = (text: string, currency?: CurrencyCode) => {
      const found = readTypedAmount(text, { currency })
      return found.ok ? found.decimal : found.fault
    }
    for (const text of ['', ' ', 'abc', '1e5', '1.5M', '--5', '$', '1'.repeat(19), '٣', '5-']) {
      assert.equal(faultOf(text, 'CLP'), 'not_an_amount', text)
    }
    for (const text of ['R$ 1.500', 'US$ 15', '15 ARS', '$15 MXN', '€5']) {
      assert.equal(faultOf(text, 'CLP'), 'other_currency', text)
    }
    assert.equal(faultOf('R$ 5 CLP'), 'other_currency')
    assert.equal(faultOf('-5', 'CLP'), 'negative')
    assert.equal(faultOf('-0', 'CLP'), '0')
  })

  it('may be negative in a signed field, with the sign on either side of the symbol', () => {
    for (const text of ['-1.250,50', '\u22121.250,50', '-$ 1.250,50', '$ -1.250,50', '$-1250.50 ARS']) {
      assert.deepEqual(readTypedAmount(text, { currency: 'ARS', signed: true }), {
        ok: true,
        decimal: '-1250.50',
        ...(text.endsWith('ARS') && { currency: 'ARS' }),
      })
    }
  })

  it('has the same minor units when it is pasted from a page, in every language', () => {
    const printed = fc.record({
      minor: fc.bigInt({ min: -amountMinorMax, max: amountMinorMax }),
      currency: fc.constantFrom(...currencies),
      language: fc.constantFrom(...languages),
      country: fc.constantFrom(undefined, 'AR', 'BR', 'CL', 'CO', 'EC', 'MX', 'PE', 'PY', 'UY', 'VE', 'WW'),
      withoutSymbol: fc.boolean(),
      withCode: fc.boolean(),
    })
    fc.assert(
      fc.property(printed, ({ minor, currency, withCode, ...options }) => {
        const exact = formatAmount(minor, currency)
        const text = printAmount(exact, currency, options)
        assert.equal(text.lastIndexOf('-'), minor < 0n ? 0 : -1, text)
        const found = readTypedAmount(withCode ? `${text} ${currency}` : text, { currency, signed: true })
        assert.ok(found.ok, text)
        assert.equal(minorOf(found.decimal, currency), minor, text)
      }),
      { numRuns: 20_000 },
    )
  })

  it('has the same meaning when it is pasted from a page of the dashboard', () => {
    for (const language of languages) {
      for (const currency of currencies) {
        const exact = currencyDecimals[currency] === 0 ? '-1250000' : '-1250.50'
        const text = `${printForViewer(exact, currency, { locale: language })} ${currency}`
        const found = readTypedAmount(text, { currency, signed: true })
        assert.equal(found.ok && found.decimal, exact, `${currency} ${language}`)
      }
    }
  })

  it('has the same meaning as the exact text that was sent, and as the reading that was offered', () => {
    const amount = fc.record({
      minor: fc.bigInt({ min: 0n, max: amountMinorMax }),
      currency: fc.constantFrom(...currencies),
      language: fc.constantFrom(...languages),
    })
    fc.assert(
      fc.property(amount, ({ minor, currency, language }) => {
        const exact = formatAmount(minor, currency)
        for (const text of [exact, printDecimal(exact, language)]) {
          const found = readTypedAmount(text, { currency })
          assert.equal(found.ok && minorOf(found.decimal, currency), minor, text)
        }
      }),
    )
  })

  it('keeps the typed digits with any separators between them', () => {
    const typed = fc.stringMatching(/^[0-9]{1,4}(?:[., ][0-9]{0,4}){0,4}$/)
    fc.assert(
      fc.property(typed, fc.constantFrom(...currencies, undefined), (text, currency) => {
        const found = readTypedAmount(text, { currency })
        if (!found.ok) return
        const digits = (each: string) => each.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
        const added = found.decimal.includes('.') ? digits(found.decimal).replace(/0$/, '') : digits(found.decimal)
        assert.ok(digits(found.decimal) === digits(text) || added === digits(text), `${text} ${found.decimal}`)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('a count that a person types', () => {
  it('may have thousands separators, but no decimals', () => {
    assert.deepEqual(
      ['1000', '1.000', '1,000', '1 000', '0'].map((text) => readTypedCount(text)),
      [1000, 1000, 1000, 1000, 0],
    )
    for (const text of ['', '1.0', '1,50', 'ten', '-1', '9'.repeat(10)]) {
      assert.equal(readTypedCount(text), undefined, text)
    }
  })
})

function minorOf(decimal: string, currency: CurrencyCode): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const minor = BigInt(whole + fraction.padEnd(currencyDecimals[currency], '0'))
  return decimal.startsWith('-') ? -minor : minor
}
