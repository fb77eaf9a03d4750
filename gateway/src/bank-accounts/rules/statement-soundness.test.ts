import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckedStatement, waitOf } from './statement-soundness.ts'

const statement: CheckedStatement = {
  ...{ environment: 'live', adds_up: true, doubts: [], opening_minor: '100', closing_minor: '150' },
  ...{ credit_minor: '50', debit_minor: '0', expected_opening_minor: '100', surplus_minor: '0' },
  ...{ accepted: false, opening_agreed: false, anchored: true, is_ahead: false, kind: 'booked', uploaded_by: null },
}
const waits = (change: Partial<CheckedStatement>) => waitOf({ ...statement, ...change })

test('a live statement takes effect by itself where its balances prove its lines and it joins the one before', () => {
  assert.equal(waits({}), null)
  assert.equal(waits({ anchored: false, expected_opening_minor: null, opening_agreed: true }), null)
  assert.equal(waits({ adds_up: null }), null, 'a computed opening balance that joins')
})

test('a live statement without balances, without one before or with a contradiction waits until it is accepted', () => {
  const broken: [Partial<CheckedStatement>, string][] = [
    [{ adds_up: null, opening_minor: null, closing_minor: null }, 'no_balances'],
    [{ adds_up: null, opening_minor: null }, 'no_balances'],
    [{ adds_up: null, closing_minor: '151' }, 'no_balances'],
    [{ expected_opening_minor: null }, 'first'],
    [{ anchored: false }, 'first'],
    [{ adds_up: false }, 'contradiction'],
    [{ expected_opening_minor: '99' }, 'contradiction'],
    [{ surplus_minor: '1' }, 'contradiction'],
    [{ doubts: [{}] }, 'contradiction'],
  ]
  for (const [change, why] of broken) {
    assert.equal(waits(change), why, JSON.stringify(change))
    assert.equal(waits({ ...change, accepted: true }), null)
  }
})

test('a statement of the future waits whoever accepts it; test money needs no more than no contradiction', () => {
  assert.equal(waits({ is_ahead: true, accepted: true }), 'future')
  assert.equal(waits({ environment: 'test', adds_up: null, opening_minor: null, is_ahead: true }), null)
  assert.equal(waits({ environment: 'test', adds_up: false }), 'contradiction')
})

test('a report of a live account takes effect where no person uploaded it and its file contradicts nothing', () => {
  const report = { kind: 'intraday', adds_up: null, opening_minor: null, closing_minor: null } as const
  assert.equal(waits(report), null)
  assert.equal(waits({ ...report, uploaded_by: 'ana' }), 'uploaded_report')
  assert.equal(waits({ ...report, uploaded_by: 'ana', environment: 'test' }), null)
  assert.equal(waits({ ...report, uploaded_by: 'ana', accepted: true }), null)
  assert.equal(waits({ ...report, doubts: [{}] }), 'contradiction')
  assert.equal(waits({ ...report, is_ahead: true }), 'future')
})
