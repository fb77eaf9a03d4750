import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startDebianPostgres } from '../support/debian-postgres.ts'
import { paymentLoad } from '../support/payment-load.ts'
import { describeWithPostgres15 } from '../support/postgres-pair.ts'
import { eventually, startWorld } from '../support/world.ts'

describeWithPostgres15('an operator’s own PostgreSQL', () => {
  it('with a base backup and an archive of its log comes back whole from a lost disk', async (t) => {
    const server = await startDebianPostgres()
    t.after(async () => await server.stop())
    const world = await startWorld({ env: { DATABASE_URL: server.url, DATABASE_CONNECTIONS: '12' } })
    t.after(async () => await world.stop())

    const load = paymentLoad(world.url, world.demo.api_key)
    await load.more(20)
    const backup = await server.baseBackup()
    const inBackup = load.made.length
    await load.more(30)
    await load.stop()
    await server.archived()
    await server.destroy()
    await world.killGateway()

    await server.recoverFrom(backup)
    const settled = await world.command('after-restore')
    assert.equal(settled.code, 0, settled.output)
    await world.startGateway()
    t.diagnostic(`${load.made.length} payments, ${load.made.length - inBackup} of them from the archive alone`)
    assert.ok(load.made.length - inBackup >= 20)
    for (const { transactionId } of load.made) {
      await eventually(
        async () => {
          const read = await world.call('GET', `/api/v1/payments/${transactionId}`)
          assert.equal(read.status, 200)
          return read.body.data.status === 'COMPLETED' ? true : undefined
        },
        `${transactionId} completes`,
        60_000,
      )
    }
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })
})
