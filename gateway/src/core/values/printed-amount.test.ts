import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '../texts/messages/languages.ts'
import { type CurrencyCode, currencyDecimals } from './currency.ts'
import { printForViewer } from './printed-amount.ts'

const currencies = Object.keys(currencyDecimals) as CurrencyCode[]
const symbols = { ARS: '$', BRL: 'R$', CLP: '$', COP: '$', EUR: '€', MXN: '$', PEN: 'S/', PYG: '₲', USD: 'US$' }
const allSymbols: Record<CurrencyCode, string> = { ...symbols, UYU: '$U', VES: 'Bs.' }
const numbers = {
  en: { 0: '1,234,567', 2: '1,234,567.50', small: '1,250' },
  es: { 0: '1.234.567', 2: '1.234.567,50', small: '1.250' },
  pt: { 0: '1.234.567', 2: '1.234.567,50', small: '1.250' },
}

describe('an amount for a viewer', () => {
  for (const language of languages) {
    it(`has one grouping, mark, sign and place of the symbol for every currency in ${language}`, () => {
      for (const currency of currencies) {
        const decimals = currencyDecimals[currency]
        const exact = decimals === 0 ? '1234567' : '1234567.50'
        const expected = `${allSymbols[currency]}\u00a0${numbers[language][decimals]}`
        assert.equal(printForViewer(exact, currency, { locale: language }), expected)
        assert.equal(printForViewer(`-${exact}`, currency, { locale: language }), `\u2212${expected}`)
        assert.equal(printForViewer(exact, currency, { locale: language, signed: true }), `+${expected}`)
        assert.match(
          printForViewer(1250, currency, { locale: language }),
          new RegExp(`\u00a0${numbers[language].small}(\\D|$)`),
        )
      }
    })
  }

  it('has no sign where it is zero, and keeps digits that a double has not', () => {
    assert.equal(printForViewer('-0.00', 'USD', { locale: 'en', signed: true }), 'US$\u00a00.00')
    assert.equal(
      printForViewer('123456789012345678.91', 'VES', { locale: 'es' }),
      'Bs.\u00a0123.456.789.012.345.678,91',
    )
  })
})
