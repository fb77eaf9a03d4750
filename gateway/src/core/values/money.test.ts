import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/test-seed.ts'
import { amountNumber, formatAmount, formatTwoDecimals, parseAmount, readProviderAmount } from './money.ts'

const minor = (value: unknown, currency: 'ARS' | 'CLP' | 'PYG' = 'ARS') => {
  const read = parseAmount(value, currency)
  return read.ok ? read.minor : read.code
}

describe('parseAmount', () => {
  it('parses numbers and their decimal text alike, without floating-point arithmetic', () => {
    assert.equal(minor(263.9), 26390n)
    assert.equal(minor(582.42), 58242n)
    assert.equal(minor('1250.50'), 125050n)
    assert.equal(minor(1e3), 100000n)
    assert.equal(minor(0.01), 1n)
  })

  it('drops no cent: more decimals than the currency has are refused, trailing zeros do not count', () => {
    assert.equal(minor(10.555), 'amount_precision')
    assert.equal(minor('10.500'), 1050n)
    assert.equal(minor(10.5, 'CLP'), 'amount_precision')
    assert.equal(minor('10.50', 'PYG'), 'amount_precision')
    assert.equal(minor('10.00', 'CLP'), 10n)
    assert.equal(minor(1e-7), 'amount_precision')
  })

  it('reads a JSON number with 15 significant digits, because more are the noise of binary arithmetic', () => {
    assert.equal(minor(0.1 + 0.2), 30n)
    assert.equal(minor(1.1 * 3), 330n)
    assert.equal(minor(99_999_999_999.99), 9_999_999_999_999n)
    assert.equal(minor('0.30000000000000004'), 'amount_precision')
    assert.equal(minor(10.505), 'amount_precision')
    assert.equal(minor(1500.5, 'CLP'), 'amount_precision')
    fc.assert(
      fc.property(fc.bigInt(1n, 9_999_999_999_999n), (cents) => {
        // What a client's arithmetic makes of an amount: up to one part in 2^52 beside it.
        const exact = Number(formatAmount(cents, 'ARS'))
        for (const noisy of [exact, exact * (1 + Number.EPSILON), exact * (1 - Number.EPSILON)]) {
          assert.equal(minor(noisy), cents)
        }
      }),
    )
  })

  it('refuses zero, negative, infinite and non-numeric values with a specific code', () => {
    assert.equal(minor(0), 'amount_too_small')
    assert.equal(minor(-1), 'amount_too_small')
    assert.equal(minor('0.00'), 'amount_too_small')
    assert.equal(minor(Number('1e400')), 'invalid_format')
    assert.equal(minor(1e21), 'amount_too_large')
    assert.equal(minor('12,50'), 'invalid_format')
    assert.equal(minor('1e3'), 'invalid_format')
    assert.equal(minor(null), 'invalid_type')
    assert.equal(minor([10]), 'invalid_type')
  })

  it('accepts at most 13 digits of minor units', () => {
    assert.equal(minor('99999999999.99'), 9_999_999_999_999n)
    assert.equal(minor('100000000000.00'), 'amount_too_large')
    assert.equal(minor(9_999_999_999_999, 'CLP'), 9_999_999_999_999n)
    assert.equal(minor(10_000_000_000_000, 'CLP'), 'amount_too_large')
  })

  it('round-trips every amount that a JSON number can represent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_999_999_999_999n }), fc.constantFrom('ARS', 'CLP'), (value, currency) => {
        const wire = JSON.stringify(amountNumber(value, currency as 'ARS' | 'CLP'))
        assert.equal(minor(JSON.parse(wire), currency as 'ARS' | 'CLP'), value)
      }),
    )
  })
})

describe('the message about a wrong amount', () => {
  const message = (value: unknown, currency: 'ARS' | 'CLP' = 'ARS') => {
    const read = parseAmount(value, currency)
    return read.ok ? 'fine' : String(read.message)
  }

  it('names what the currency allows', () => {
    assert.match(message('10.555'), /more decimals than ARS allows: ARS has 2 decimals/)
    assert.match(message('10.5', 'CLP'), /CLP has no decimals/)
    assert.match(message('100000000000'), /at most 99999999999\.99 ARS/)
    assert.match(message('10000000000000', 'CLP'), /at most 9999999999999 CLP/)
  })

  it('names the format of an amount', () => {
    assert.match(message(null), /number, or its decimal text/)
    assert.match(message('12,50'), /plain decimal number/)
    for (const none of ['0', '-1', 0, -0.5]) assert.match(message(none), /greater than 0/)
  })

  it('distinguishes too many digits from a too large amount; leading zeros do not count', () => {
    assert.match(message('1234567890123.456'.replace('.456', '.45')), /at most/, 'fifteen digits are exact')
    assert.match(message('12345678901234.56'), /more than 15 significant digits/)
    assert.match(message('1000000000000001', 'CLP'), /more than 15 significant digits/)
    assert.equal(minor('000000000000000000010.50'), 1050n)
  })

  it('is about the amount when JavaScript writes an exponent', () => {
    assert.match(message(2 ** -20), /more decimals than ARS allows/)
    assert.match(message(1e21), /significant digits/)
  })
})

describe('formatting', () => {
  it('writes the decimals of the currency', () => {
    assert.equal(formatAmount(1050n, 'ARS'), '10.50')
    assert.equal(formatAmount(5n, 'ARS'), '0.05')
    assert.equal(formatAmount(1050n, 'CLP'), '1050')
    assert.equal(formatAmount(-1050n, 'ARS'), '-10.50')
    assert.equal(formatAmount(0n, 'ARS'), '0.00')
  })

  it('writes exactly two decimals for a callback in every currency', () => {
    assert.equal(formatTwoDecimals(1000n, 'BRL'), '10.00')
    assert.equal(formatTwoDecimals(1000n, 'CLP'), '1000.00')
  })
})

describe('readProviderAmount', () => {
  it('reads what formatAmount writes, as text and as a JSON number', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 999_999_999_999_999n),
        fc.constantFrom('ARS' as const, 'CLP' as const),
        (cents, currency) => {
          const text = formatAmount(cents, currency)
          assert.equal(readProviderAmount(text, currency), cents)
          assert.equal(readProviderAmount(JSON.parse(text), currency), cents)
        },
      ),
    )
    assert.equal(formatAmount(150_000n, 'ARS'), '1500.00')
  })

  it('rounds nothing: more digits than a number keeps, more decimals than the currency has, signs and words are unreadable', () => {
    for (const text of ['0.30000000000000004', '99999999999999.99', '1234567890123456789', '10.505', '-1.00', '1e21']) {
      assert.equal(readProviderAmount(JSON.parse(text), 'ARS'), undefined, text)
      assert.equal(readProviderAmount(text, 'ARS'), undefined, text)
    }
    for (const value of [
      0.1 + 0.2,
      null,
      undefined,
      {},
      ['10.00'],
      true,
      '',
      ' 10.00',
      '10,00',
      '0x10',
      '1e3',
      Number.NaN,
    ]) {
      assert.equal(readProviderAmount(value, 'ARS'), undefined, String(value))
    }
  })
})
