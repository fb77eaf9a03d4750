import assert from 'node:assert/strict'
import { it } from 'node:test'
import { callsWithoutLease, writesWithoutLease } from './lease-watch.ts'

const gatewayOf = (pid: number) => ({ 1: 'G1', 2: 'G2' })[pid]
const write = { pid: 1, owner: 'G1' as string | null, attempt_id: 'a', fence: 3, outcome: 'unknown' }

it('who holds the lease writes, and again where the answer to its commit was lost', () => {
  assert.deepEqual(writesWithoutLease([write, { ...write, owner: null }], gatewayOf), [])
})

it('nobody else writes: neither under a lease of another one, nor behind one that it never held', () => {
  for (const wrong of [
    { ...write, pid: 2 },
    { ...write, owner: null, pid: 2 },
    { ...write, owner: null, fence: 4 },
  ]) {
    const found = writesWithoutLease([write, wrong], gatewayOf)
    assert.deepEqual(
      found.map(({ rule }) => rule),
      ['outcome-without-lease'],
    )
  }
})

it('an order is sent by who holds its lease, while it lasts', () => {
  const lease = { key: 'k', owner: 'G1', at_ms: 10, until_ms: 20 }
  const call = { key: 'k', gateway: 'G1', atMs: 15 }
  assert.deepEqual(callsWithoutLease([call, { ...call, gateway: undefined, atMs: 99 }], [lease]), [])
  for (const wrong of [
    { ...call, gateway: 'G2' },
    { ...call, key: 'another' },
    { ...call, atMs: 21 },
    { ...call, atMs: 9 },
  ]) {
    const rules = callsWithoutLease([call, wrong], [lease]).map(({ rule }) => rule)
    assert.deepEqual(rules, ['call-without-lease'])
  }
})
