import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReplacingStatement, replacedStatements } from './replaced-statements.ts'

const statement = (id: string, changes: Partial<ReplacingStatement> = {}): ReplacingStatement => ({
  ...{ id, kind: 'booked', from_day: '2030-06-14', to_day: '2030-06-14', opening_minor: '500', page: null },
  ...changes,
})

test('a newer statement of the same days and opening balance replaces the older ones', () => {
  assert.deepEqual([...replacedStatements([statement('c'), statement('b'), statement('a')])], ['b', 'a'])
})

test('parts, pages, other days and other kinds replace nothing', () => {
  const others: Partial<ReplacingStatement>[] = [
    { opening_minor: '700' },
    { page: '2' },
    { from_day: '2030-06-13' },
    { to_day: '2030-06-15' },
    { kind: 'interim' },
  ]
  for (const changes of others) {
    assert.deepEqual([...replacedStatements([statement('b', changes), statement('a')])], [], JSON.stringify(changes))
  }
})

test('without an opening balance nothing says that two are of the same movements', () => {
  const without = { opening_minor: null }
  assert.deepEqual([...replacedStatements([statement('b', without), statement('a', without)])], [])
})
