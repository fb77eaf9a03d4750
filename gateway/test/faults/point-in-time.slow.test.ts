import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { type DebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts'
import { type PaymentLoad, paymentLoad } from '../support/payment-load.ts'
import { describeWithPostgres15 } from '../support/postgres-pair.ts'
import { eventually, openWorldFor, type World } from '../support/world.ts'

describeWithPostgres15('an operator’s own PostgreSQL with a base backup and an archive of its log', () => {
  it('comes back whole from a lost disk', async (t) => {
    const { server, world, load } = await startDrill(t)
    await load.more(20)
    const backup = await server.baseBackup()
    const inBackup = load.made.length
    await load.more(30)
    await load.stop()
    await server.archived()
    await server.destroy()
    await world.killGateway()

    await server.recoverFrom(backup)
    await startAfterRestore(world)
    t.diagnostic(`${load.made.length} payments, ${load.made.length - inBackup} of them from the archive alone`)
    assert.ok(load.made.length - inBackup >= 20)
    await allComplete(world, load)
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })

  it('comes back to the moment before a mistake', async (t) => {
    const { server, world, load } = await startDrill(t)
    const backup = await server.baseBackup()
    await load.more(20)
    await load.stop()
    await allComplete(world, load)
    const beforeMistake = await server.now()
    await server.asSuperuser('truncate transactions cascade')
    await server.archived()
    await server.destroy()
    await world.killGateway()

    await server.recoverFrom(backup, { time: beforeMistake })
    await startAfterRestore(world)
    await allComplete(world, load)
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })
})

async function startDrill(t: TestContext): Promise<{ server: DebianPostgres; world: World; load: PaymentLoad }> {
  const server = await startDebianPostgres()
  t.after(async () => await server.stop())
  const world = await openWorldFor(t, {
    ownProcess: true,
    env: { DATABASE_URL: server.url, DATABASE_CONNECTIONS: '12' },
  })
  return { server, world, load: paymentLoad(world.url, world.demo.api_key) }
}

async function startAfterRestore(world: World): Promise<void> {
  const settled = await world.command('after-restore')
  assert.equal(settled.code, 0, settled.output)
  await world.startGateway()
}

async function allComplete(world: World, load: PaymentLoad): Promise<void> {
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
}
