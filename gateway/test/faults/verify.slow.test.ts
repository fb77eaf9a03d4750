import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { damages } from '../support/verify-damages.ts'
import { findsDamages, openVerifyWorld } from '../support/verify-world.ts'
import { eventually } from '../support/world.ts'

import './verify.test.ts'

describe('verify, run again and again', () => {
  const scene = openVerifyWorld()
  const { world, ids, run } = scene

  it('looks at what changed, and again at everything, with the same sums', async () => {
    const holds = async (...options: string[]) => {
      const { code, output } = await run(...options)
      assert.equal(code, 0, output)
    }
    await holds('--changed')
    await world.db.query(`update verify_runs set recorded_at = recorded_at - interval '5 minutes'`)
    await holds('--changed')
    const kept = await world.db.query('select count(*)::int as n from ledger_sums')
    assert.ok(kept.rows[0].n > 3)
    await holds('--changed')
    await holds()
  })

  it('is run by the gateway itself, and told by its metrics', async () => {
    await eventually(async () => {
      const metrics = await fetch(`${world.url}/metrics`)
      const text = await metrics.text()
      return text.includes('verify_violations{invariant="I3"} 0') ? true : undefined
    }, 'a run of the job')
  })

  findsDamages(scene, damages)

  it('keeps finding what changed and is broken, and keeps its alarm, until it is mended', async () => {
    // Broken half an hour ago; the last run was an hour ago.
    await world.db.query(`update verify_runs set watermark = watermark - interval '1 hour'`)
    const damage = async (status: string) =>
      await world.db.query(
        `update transactions set status = $2, updated_at = gateway_now() - interval '30 minutes' where id = $1`,
        [ids['waiting'], status],
      )
    const metric = async (expected: string) =>
      await eventually(async () => {
        const text = await (await fetch(`${world.url}/metrics`)).text()
        return text.includes(`verify_violations{invariant="I6"} ${expected}`) ? true : undefined
      }, `the metric says ${expected}`)
    await damage('EXPIRED')
    for (const which of ['the first run', 'the next one', 'one more']) {
      const { code, broken } = await run('--changed')
      assert.deepEqual([code, broken.includes('I6')], [1, true], which)
    }
    await metric('1')
    await damage('PENDING')
    assert.equal((await run('--changed')).code, 0)
    await metric('0')
  })

  it('finds nothing again when the damage is mended', async () => {
    const { broken, output } = await run()
    assert.deepEqual(broken, [], output)
  })
})
