import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankLine, Exchange } from '../stages/virtual/parts.ts'
import type { LineRow, RunRows, TransferRow } from './rows.ts'
import { checkStatements } from './statements.ts'
import type { Story } from './story.ts'

/** A pay-in over 1000 that a line of the statement paid. `line`, `book`: what is changed about it; null: it is not there. */
function rulesBroken(changed: {
  line?: Partial<LineRow> | null
  twice?: true
  book?: Partial<BankLine>
  transfers?: readonly [kind: TransferRow['kind'], amountMinor: bigint, bankLineId: string | null][]
  refused?: true
}): string[] {
  const bankLine = { atMs: 0, amountMinor: 1_000n, text: 'P22K47XM', bankReference: 'SIM1', transactionId: 'payin' }
  const line = { ...bankLine, id: 'line', state: 'applied', transferId: null, ...changed.line } as LineRow
  const lines = changed.line === null ? [] : changed.twice ? [line, { ...line, id: 'twin' }] : [line]
  const book = { ...bankLine, ...changed.book }
  const transfers = (changed.transfers ?? [['payin', line.amountMinor, 'line']]).map(
    ([kind, amountMinor, bankLineId], place) => {
      return { id: BigInt(place), kind, amountMinor, bankLineId, transactionId: 'payin' } as TransferRow
    },
  )
  const story = { id: 'payin', payType: 'payin', reference: 'one', amountMinor: 1_000n, history: [], transfers }
  const exchange: Exchange = {
    ...{ act: 'imports', who: 'operator', sentAtMs: 0, answeredAtMs: 0 },
    request: { operation: 'import statement', detail: { lines: '1' } },
    reply: { kind: changed.refused ? 'refused' : 'done', detail: '' },
  }
  const rows = { bankLines: lines, transfers } as unknown as RunRows
  const context = { exchanges: [exchange], bankLines: [book] }
  return [...new Set(checkStatements(rows, [story as unknown as Story], context).map(({ rule }) => rule))].sort()
}

test('a line moves its money once, for the order that it names, and nothing surer than it is', () => {
  const waiting = { state: 'in_suspense', transactionId: null } as const
  const arrived: [TransferRow['kind'], bigint, string] = ['unknown_in', 1_000n, 'line']
  assert.deepEqual(rulesBroken({}), [])
  assert.deepEqual(rulesBroken({ refused: true, line: null }), ['statement-refused'])
  assert.deepEqual(rulesBroken({ line: null }), ['line-lost'])
  assert.ok(rulesBroken({ twice: true }).includes('line-twice'))
  assert.deepEqual(rulesBroken({ line: { ...waiting, state: 'new' }, transfers: [arrived] }), [
    'line-left',
    'line-not-applied',
  ])
  assert.deepEqual(rulesBroken({ line: waiting, transfers: [arrived] }), ['line-not-applied'])
  assert.ok(rulesBroken({ transfers: [arrived, ['payin', 1_000n, 'line']] }).includes('line-money'))
  assert.deepEqual(rulesBroken({ line: waiting, transfers: [arrived, ['payin', 1_000n, null]] }), [
    'line-money-of-order',
    'line-not-applied',
  ])
  assert.deepEqual(rulesBroken({ book: { transactionId: null } }), ['line-of-another'])
  const more = { amountMinor: 1_300n }
  assert.deepEqual(rulesBroken({ line: more, book: more }), ['line-surer-than-it-is'], 'more than is due')
  const less = { amountMinor: 700n }
  assert.deepEqual(rulesBroken({ line: less, book: less }), ['line-surer-than-it-is'], 'less than is due')
  assert.deepEqual(
    rulesBroken({ line: { ...waiting, ...more }, book: more, transfers: [['unknown_in', 1_300n, 'line']] }),
    [],
  )
})
