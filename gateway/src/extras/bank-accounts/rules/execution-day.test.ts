import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nextExecution } from './execution-day.ts'

it('a bank executes today until its cut-off, in the account’s own zone, and never at a weekend', () => {
  const on = (at: string, cutoff: string | null, timeZone = 'America/Lima') =>
    nextExecution(new Date(at), { timeZone, cutoff })
  // Friday 2030-06-14, five hours behind UTC.
  assert.equal(on('2030-06-14T22:29:00Z', '17:30:00'), '2030-06-14')
  assert.equal(on('2030-06-14T22:30:00Z', '17:30:00'), '2030-06-17')
  assert.equal(on('2030-06-15T04:59:00Z', null), '2030-06-14')
  assert.equal(on('2030-06-15T05:00:00Z', null), '2030-06-17')
  assert.equal(on('2030-06-13T23:00:00Z', '17:30'), '2030-06-14')
})
