import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nearestName, shownName } from '../values/refuse-faults.ts'
import { registry } from './index.ts'
import { findForbiddenNames } from './json-object.ts'

describe('the nearest name', () => {
  for (const [sent, meant] of [
    ['payer_docid', 'payer_doc_id'],
    ['payerDocId', 'payer_doc_id'],
    ['Payer-Name', 'payer_name'],
    ['payer_document_id', 'payer_doc_id'],
    ['acc_type', 'account_type'],
    ['acount', 'account'],
    ['refrence', 'reference'],
    ['amuont', 'amount'],
    ['expires_at', 'expired_at'],
    ['account_interbank_code', 'account_inter_bank_code'],
    ['colour', undefined],
    ['id', undefined],
  ] as const) {
    test(`of ${sent} is ${meant ?? 'none'}`, () => assert.equal(nearestName(sent, registry.fieldNames), meant))
  }
})

describe('a displayed name', () => {
  test('is short, printable, and holds no long number', () => {
    assert.equal(shownName('a'.repeat(100)), `${'a'.repeat(64)}…`)
    assert.equal(shownName('a\u0000b\ud800'), 'a?b?')
    assert.equal(shownName('card 4111 1111 1111 1111'), 'card …')
    assert.equal(shownName('payer_name_2'), 'payer_name_2')
  })
})

describe('forbidden names', () => {
  test('are found at any depth, in objects and lists', () => {
    const body = JSON.parse('{"a":[{"b":{"__proto__":{"prototype":1}}}],"constructor":null}')
    assert.deepEqual(
      new Set(findForbiddenNames(body).map(({ param }) => param)),
      new Set(['a.0.b.__proto__', 'a.0.b.__proto__.prototype', 'constructor']),
    )
  })

  test('are limited in the reply, and a deep body is searched safely', () => {
    const many = JSON.parse(`[${'{"constructor":1},'.repeat(100)}1]`)
    assert.equal(findForbiddenNames(many).length, 20)
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    assert.deepEqual(findForbiddenNames(deep), [])
  })

  test('are not found where a name only contains one', () => {
    assert.deepEqual(findForbiddenNames({ constructor_name: 1, proto: 2 }), [])
  })
})
