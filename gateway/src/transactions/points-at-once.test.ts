import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { aPoint, setUp } from '../../test/support/set-up.ts'
import { createPoint } from '../callbacks/create-point.ts'
import type { Caller } from '../values/caller.ts'
import { allPointsOf } from './points-at-once.ts'

const world = await setUp({ after })

describe('a list of all points', () => {
  it('is of one environment and one merchant, of a person alone, and of 50 points at most', async () => {
    const first = await aPoint(world)
    await aPoint(world)
    const add = async (environment: 'test' | 'live') =>
      (await createPoint(world, { merchantId: first.merchantId, environment, name: 'more', actor: 'test' })).pointId
    const second = await add('test')
    const live = await add('live')
    const point = { pointId: first.pointId, merchantId: first.merchantId, environment: 'test' }
    const person = { side: 'merchant', merchantId: first.merchantId }
    const at = (environment: 'test' | 'live') => ({ point: { ...point, environment }, person }) as unknown as Caller
    assert.deepEqual(await allPointsOf(world, at('test')), {
      ids: [first.pointId, second],
      names: new Map([
        [first.pointId, 'Test point'],
        [second, 'more'],
      ]),
      leftOut: 0,
    })
    assert.deepEqual(await allPointsOf(world, at('live')), {
      ids: [live],
      names: new Map([[live, 'more']]),
      leftOut: 0,
    })
    await assert.rejects(allPointsOf(world, { point } as unknown as Caller), { code: 'not_found' })
    for (let made = 2; made < 52; made++) await add('test')
    const many = await allPointsOf(world, at('test'))
    assert.deepEqual([many.ids.length, many.ids[0], many.leftOut], [50, first.pointId, 2])
  })
})
