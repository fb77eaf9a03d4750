import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LineRule, type LineToExplain, ruleFor } from './judge-by-rules.ts'

const rule: LineRule = {
  ...{ id: 'a', sign: 'D', textContains: 'comisión  spei', bankCode: null, amountMaxMinor: 500n, class: 'fee' },
}
const line: LineToExplain = { sign: 'D', amountMinor: 500n, text: 'Cobro COMISION SPEI 14/06', bankCode: 'NCHG' }

test('a rule takes lines of its sign, text and code up to its amount, however the bank writes letters and spaces', () => {
  assert.equal(ruleFor(line, [rule])?.id, 'a')
  assert.equal(ruleFor({ ...line, amountMinor: 501n }, [rule]), undefined)
  assert.equal(ruleFor({ ...line, sign: 'C' }, [rule]), undefined)
  assert.equal(ruleFor({ ...line, text: 'comision' }, [rule]), undefined)
  assert.equal(ruleFor(line, [{ ...rule, bankCode: 'nchg' }])?.id, 'a')
  assert.equal(ruleFor({ ...line, bankCode: null }, [{ ...rule, bankCode: 'NCHG' }]), undefined)
  assert.equal(ruleFor({ ...line, text: '' }, [{ ...rule, bankCode: 'NCHG', textContains: null }])?.id, 'a')
  assert.equal(ruleFor(line, [{ ...rule, textContains: null }]), undefined, 'a rule without any condition')
})

test('a rule takes whole words only: a payee whose name begins like a tax is none', () => {
  const tax: LineRule = { ...rule, textContains: 'IVA', class: 'tax' }
  assert.equal(ruleFor({ ...line, text: 'TRANSFERENCIA A IVAN PRUEBA' }, [tax]), undefined)
  assert.equal(ruleFor({ ...line, text: 'Percepción (I.V.A.)' }, [tax]), undefined)
  assert.equal(ruleFor({ ...line, text: 'COBRO-IVA/14' }, [tax])?.id, 'a')
})

test('where two rules disagree none decides', () => {
  const other: LineRule = { ...rule, id: 'b', textContains: 'cobro' }
  assert.equal(ruleFor(line, [rule, other])?.id, 'a')
  assert.equal(ruleFor(line, [rule, { ...other, class: 'tax' }]), undefined)
})
