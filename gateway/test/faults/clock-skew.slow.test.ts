import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gatewayRoot } from '../support/processes.ts'
import { eventually, openWorld } from '../support/world.ts'

/** How far a provider's timestamp may lie from the true time, in seconds. */
const toleranceSeconds = 300
/** Closer to that limit than the clocks of this test are wrong. */
const marginSeconds = 10

/** A process whose machine's clock is wrong. */
const shifted = (seconds: number) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(join(gatewayRoot, 'test', 'support', 'shift-clock.mjs'))}`,
  CLOCK_SHIFT_MS: String(seconds * 1_000),
})

describe('processes on machines whose clocks are 20 seconds ahead and behind', () => {
  const world = openWorld({ env: shifted(20) })
  const urls: Record<string, string> = {}
  before(async () => {
    urls['ahead'] = world.url
    urls['behind'] = (await world.anotherGateway(shifted(-20))).url
  })

  /** A provider's notification, signed at this distance from the true time. */
  async function notify(url: string, awaySeconds: number): Promise<number> {
    const { rows } = await world.db.query(`select id from connector_accounts where environment = 'test'`)
    const { notification_secret: secret } = JSON.parse(readFileSync(join(world.folder, 'credentials.json'), 'utf8'))
    const timestamp = String(Math.floor(Date.now() / 1_000) + awaySeconds)
    const key = `nobody${awaySeconds}`
    const body = JSON.stringify({ id: `${key}-${url}`, key, order: { key, state: 'pending', amount_minor: '1' } })
    const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
    const answer = await fetch(`${url}/provider-notifications/${rows[0].id}`, {
      method: 'POST',
      headers: { 'x-simbank-timestamp': timestamp, 'x-simbank-signature': `v1=${signature}` },
      body,
    })
    return answer.status
  }

  for (const side of ['ahead', 'behind']) {
    it(`judge a provider’s signatures by the true time: ${side}`, async () => {
      const url = urls[side] ?? ''
      const inside = toleranceSeconds - marginSeconds
      const outside = toleranceSeconds + marginSeconds
      assert.deepEqual([await notify(url, -inside), await notify(url, inside)], [200, 200])
      assert.deepEqual([await notify(url, -outside), await notify(url, outside)], [401, 401])
    })

    it(`show how wrong the clock is: ${side}`, async () => {
      const text = await (await fetch(`${urls[side]}/metrics`)).text()
      const seconds = Number(/^node_clock_ahead_seconds (\S+)$/m.exec(text)?.[1])
      assert.equal(Math.round(seconds / 10) * 10, side === 'ahead' ? 20 : -20, text)
    })
  }

  it('tell operators once for the machine', async () => {
    const open = async () => {
      const { rows } = await world.db.query(
        `select facts from alerts where kind = 'clock_skew' and resolved_at is null`,
      )
      return rows
    }
    const found = await eventually(async () => ((await open()).length > 0 ? await open() : undefined), 'the alert')
    assert.equal(found.length, 1)
    assert.equal(Math.round(Math.abs(found[0].facts.seconds) / 10) * 10, 20)
  })

  it('do not start more than 30 seconds off, and say so in a sentence', async () => {
    await assert.rejects(
      world.anotherGateway(shifted(45)),
      /Pasarela cannot start\.\nThe clock of this machine is 45 seconds ahead of the clock of the database server\. .* NTP /,
    )
    await assert.rejects(world.anotherGateway(shifted(-45)), /is 45 seconds behind the clock of the database server/)
  })
})
