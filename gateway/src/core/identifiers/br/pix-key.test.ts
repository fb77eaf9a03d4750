import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVectors } from '../../../../test/vectors/read-vectors.ts'
import { isRefused } from '../checked.ts'
import { checkPayerDocument } from '../documents.ts'
import { checkPixKey, checkPixKeyOwner } from './pix-key.ts'

interface PixKeyVector {
  type: string | null
  input: string
  valid: boolean
  normalised?: string
}

test('every PIX key vector has its stated type, normalised form and result', () => {
  const vectors = readVectors<PixKeyVector>('pix-keys.json')
  assert.equal(vectors.length, 6)
  for (const vector of vectors) {
    const result = checkPixKey(vector.input)
    assert.equal(isRefused(result), !vector.valid, vector.input)
    if (!vector.valid) continue
    assert.deepEqual(result, { type: vector.type, normalised: vector.normalised, findings: [] })
  }
})

test('a phone of 12 or 13 digits that starts with 55 is accepted without its plus', () => {
  assert.deepEqual(checkPixKey('5511999998888'), { type: 'phone', normalised: '+5511999998888', findings: [] })
  assert.equal(checkPixKey('55 (11) 99999-8888').normalised, '+5511999998888')
  assert.equal(checkPixKey('+55 (11) 99999-8888').normalised, '+5511999998888')
  assert.equal(checkPixKey('551132345678').normalised, '+551132345678')
})

test('eleven digits are a CPF and never a phone; the message says what a phone needs', () => {
  const result = checkPixKey('11999998888')
  assert.equal(result.type, 'cpf')
  assert.ok(isRefused(result))
  assert.match(String(result.findings[0]?.message), /a phone needs \+55 in front/)
})

test('a number that is no Brazilian mobile, or of another country, is flagged; one without a whole number is refused', () => {
  for (const phone of ['+551132345678', '+51 987-654-321', '+1 (202) 555-0123']) {
    const { type, normalised, findings } = checkPixKey(phone)
    assert.deepEqual([type, normalised], ['phone', phone.replace(/[^+\d]/g, '')])
    assert.deepEqual(
      findings.map((finding) => [finding.severity, finding.code]),
      [['soft', 'unusual']],
    )
  }
  for (const phone of ['+5551', '+1', '+0198765432', '+5198765432109876', '+']) assert.ok(isRefused(checkPixKey(phone)))
})

test('letters that only look like those of an e-mail address are not turned into them', () => {
  assert.ok(isRefused(checkPixKey('loja@ban\u212A.example')))
})

test('a wrong check digit of a tax number is refused with the right one', () => {
  assert.match(String(checkPixKey('390.533.447-06').findings[0]?.message), /check digits should be 05/)
  assert.match(String(checkPixKey('12ABC34501DE36').findings[0]?.message), /check digits should be 35/)
})

test('fourteen digits that start with 55 are a CNPJ and not a phone', () => {
  assert.equal(checkPixKey('55123456000100').type, 'cnpj')
})

test('a text that is no key is refused', () => {
  for (const key of ['', 'a@', '@b.com', 'a b@c.com', 'a@b', 'hello', '12345', `${'a'.repeat(70)}@b.com.br`]) {
    assert.ok(isRefused(checkPixKey(key)), key)
  }
  assert.match(String(checkPixKey(`${'a'.repeat(70)}@b.com.br`).findings[0]?.message), /at most 77/)
})

test('a tax number other than the document is a soft owner mismatch; other keys give no finding', () => {
  const document = checkPayerDocument('BR', '390.533.447-05')
  assert.equal(checkPixKeyOwner(checkPixKey('39053344705'), document), undefined)
  assert.equal(checkPixKeyOwner(checkPixKey('loja@example.com'), document), undefined)
  const finding = checkPixKeyOwner(checkPixKey('16.727.230/0001-97'), document)
  assert.deepEqual([finding?.severity, finding?.code], ['soft', 'owner_mismatch'])
})
