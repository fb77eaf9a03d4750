import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOtherPayer } from './payer-mismatch.ts'

describe('another payer', () => {
  it('has another document, in whatever format', () => {
    assert.equal(isOtherPayer('390.533.447-05', '39053344705'), false)
    assert.equal(isOtherPayer('12.345.678-k', '12345678K'), false)
    assert.equal(isOtherPayer('39053344705', '11144477735'), true)
  })

  it('is not detected where a document is missing, masked or cut', () => {
    for (const unknown of [undefined, null, '', '***.533.447-**', '390xx344705', '3905']) {
      assert.equal(isOtherPayer('39053344705', unknown), false, String(unknown))
      assert.equal(isOtherPayer(unknown, '39053344705'), false, String(unknown))
    }
    assert.equal(isOtherPayer('39053', '39054'), true)
  })

  it('is detected by letters too: one X in either case is a letter, two are a mask', () => {
    assert.equal(isOtherPayer('AB12345X', 'ab12345x'), false)
    assert.equal(isOtherPayer('AB12345X', 'CD12345X'), true)
    assert.equal(isOtherPayer('xaxx010101000', 'XEXX010101000'), false)
  })
})
