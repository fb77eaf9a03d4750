import assert from 'node:assert/strict'
import { it } from 'node:test'
import { documentsAgree, namesAgree } from './sender.ts'

it('compares documents in the forms of banks', () => {
  const pairs = [
    ['28.456.789', '20-28456789-4', 'agrees'],
    ['7456789', '27074567894', 'agrees'],
    ['28456789', '30284567894', 'differs'],
    ['12.345.678-5', '12345678', 'agrees'],
    ['12345678', '123456783', 'differs'],
    ['001234567', '1234567', 'agrees'],
    ['529.982.247-25', '00052998224725', 'agrees'],
    ['11.222.333/0001-81', '11222333000181', 'agrees'],
    ['V-12345678', '12345678', 'agrees'],
    ['1710034065', '1710034065001', 'agrees'],
    ['***.982.247-**', '52998224725', 'unknown'],
    ['***.982.248-**', '52998224725', 'differs'],
    ['GOMC800101ABC', 'GOMC800101HDFRRL09', 'unknown'],
    ['', '28456789', 'unknown'],
    ['00000000', '00000000', 'unknown'],
  ] as const
  for (const [one, other, found] of pairs) {
    assert.equal(documentsAgree(one, other), found, `${one} ${other}`)
    assert.equal(documentsAgree(other, one), found, `${other} ${one}`)
  }
})

it('compares names by their words', () => {
  assert.equal(namesAgree('NUÑEZ, MARIA JOSE', 'María José Núñez'), 'agrees')
  assert.equal(namesAgree('JUAN PEREZ', 'Juan Carlos Pérez de la Vega'), 'agrees')
  assert.equal(namesAgree('JUAN GOMEZ', 'Juan Pérez'), 'differs')
  assert.equal(namesAgree('JUAN', 'Juan Pérez'), 'unknown')
  assert.equal(namesAgree('CASA DE LA SA', 'FERRETERIA DE LA SA'), 'differs')
  assert.equal(namesAgree(undefined, 'Juan Pérez'), 'unknown')
})
