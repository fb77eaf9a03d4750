import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { checkMonth } from '../support/check-month.ts'
import { setUp } from '../support/set-up.ts'
import { testSeed } from '../support/test-seed.ts'

describe('the statements of a random month', () => {
  it('add up to the cent, by the raw rows', async () => {
    const world = await setUp({ after })
    const figures = await checkMonth(world, { payments: 300, seed: testSeed }).catch((error: unknown) => {
      throw new Error(`seed ${testSeed}`, { cause: error })
    })
    assert.ok(figures.entries > 400, JSON.stringify(figures))
  })
})
