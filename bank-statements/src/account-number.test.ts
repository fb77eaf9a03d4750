import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparableNumber } from './account-number.ts'

test('the same account written in several ways compares equal', () => {
  for (const [text, number] of [
    ['0123/45678-9', '0123456789'],
    ['0123 45678 9', '0123456789'],
    ['032180000118359719', '032180000118359719'],
    ['2850590-9 4009041813520-1', '2850590940090418135201'],
    ['es91 2100 0418 4502 0005 1332', 'ES9121000418450200051332'],
    ['mi.alias.de.prueba', 'MI.ALIAS.DE.PRUEBA'],
    ['ana@example.com', 'ANA@EXAMPLE.COM'],
    ['+5511987654321', '+5511987654321'],
    ['10010010/123456', '10010010123456'],
  ] as const) {
    assert.equal(comparableNumber(text), number, text)
  }
})

test('what is no number of an account compares with nothing', () => {
  for (const text of ['', '   ', '"12"', "1';--", 'x'.repeat(141)])
    assert.equal(comparableNumber(text), undefined, text)
})
