import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertAfterMs, alertsDue, suspendAfterMs } from './endpoint-alerts.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

describe('alerts', () => {
  it('are due at 15 minutes, a day and three days, and the suspension at five', () => {
    const at = (ms: number) => alertsDue({ failingSince: start, open: true }, after(ms))
    assert.deepEqual(at(alertAfterMs['15m'] - 1), [])
    assert.deepEqual(at(alertAfterMs['15m']), ['15m'])
    assert.deepEqual(at(alertAfterMs['24h']), ['15m', '24h'])
    assert.deepEqual(at(alertAfterMs['3d']), ['15m', '24h', '3d'])
    assert.deepEqual(at(suspendAfterMs - 1), ['15m', '24h', '3d'])
    assert.deepEqual(at(suspendAfterMs), ['15m', '24h', '3d', 'suspended'])
  })
  it('never suspend an endpoint whose breaker is closed', () => {
    const due = alertsDue({ failingSince: start, open: false }, after(30 * suspendAfterMs))
    assert.deepEqual(due, ['15m', '24h', '3d'])
  })
})
