import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultVelocityLimits, exceededWindow, unlimitedVelocity, velocityKinds } from './card-velocity.ts'

const none = { attemptsHour: 0, declinesHour: 0, attemptsDay: 0, declinesDay: 0 }

describe('card velocity', () => {
  it('lets as many pass as the limit says, and not one more', () => {
    for (const [name, window] of [
      ['attemptsHour', 'hour'],
      ['declinesHour', 'hour'],
      ['attemptsDay', 'day'],
      ['declinesDay', 'day'],
    ] as const) {
      const limits = { ...unlimitedVelocity, [name]: 5 }
      assert.equal(exceededWindow(limits, { ...none, [name]: 4 }), undefined, name)
      assert.equal(exceededWindow(limits, { ...none, [name]: 5 }), window, name)
      assert.equal(exceededWindow({ ...limits, [name]: 0 }, none), window, 'zero closes')
    }
    assert.equal(
      exceededWindow(unlimitedVelocity, { attemptsHour: 1e6, declinesHour: 1e6, attemptsDay: 1e6, declinesDay: 1e6 }),
      undefined,
    )
  })

  it('is limited on live points, and on test points only where an operator says so', () => {
    for (const kind of velocityKinds) {
      assert.deepEqual(defaultVelocityLimits('test', kind), unlimitedVelocity)
      const { declinesHour, declinesDay } = defaultVelocityLimits('live', kind)
      assert.ok(declinesHour !== null && declinesDay !== null && declinesHour < declinesDay, kind)
    }
    assert.equal(defaultVelocityLimits('live', 'bin').attemptsHour, null)
    assert.deepEqual(defaultVelocityLimits('live', 'email'), {
      attemptsHour: 10,
      declinesHour: 6,
      attemptsDay: 30,
      declinesDay: 12,
    })
  })
})
