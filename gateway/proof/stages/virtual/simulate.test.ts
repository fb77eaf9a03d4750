import assert from 'node:assert/strict'
import { it } from 'node:test'
import { playSeeds } from './support/play-seeds.ts'

it('the simulator finds nothing wrong in a short seed that every change is held to', async () => {
  const [told] = await playSeeds(12, { events: 100 })
  assert.deepEqual(told?.violations, [], told?.log.join(''))
  assert.ok((told?.counts['payin COMPLETED'] ?? 0) > 0, 'a run in which nothing happens breaks no rule')
})
