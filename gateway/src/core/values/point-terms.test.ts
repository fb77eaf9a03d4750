import assert from 'node:assert/strict'
import { it } from 'node:test'
import { releaseDelaySeconds } from './point-terms.ts'

it('live card credits are pending for a week, all others not, unless the point has an agreed delay', () => {
  assert.equal(releaseDelaySeconds({ environment: 'live', card: true, agreed: null }), 604_800)
  assert.equal(releaseDelaySeconds({ environment: 'test', card: true, agreed: null }), 0)
  assert.equal(releaseDelaySeconds({ environment: 'live', card: false, agreed: null }), 0)
  assert.equal(releaseDelaySeconds({ environment: 'live', card: true, agreed: 0 }), 0)
  assert.equal(releaseDelaySeconds({ environment: 'test', card: false, agreed: 60 }), 60)
})
