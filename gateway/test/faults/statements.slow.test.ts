import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { checkMonth } from '../support/check-month.ts'
import { setUp } from '../support/set-up.ts'
import { testSeed } from '../support/test-seed.ts'

describe('the statements of a random month of 50,000 payments', () => {
  it('add up to the cent, by the raw rows', async (t) => {
    const world = await setUp({ after })
    const figures = await checkMonth(world, { payments: 50_000, seed: testSeed }).catch((error: unknown) => {
      throw new Error(`seed ${testSeed}`, { cause: error })
    })
    t.diagnostic(JSON.stringify({ seed: testSeed, ...figures }))
    assert.ok(figures.entries > 70_000, JSON.stringify(figures))
  })
})
