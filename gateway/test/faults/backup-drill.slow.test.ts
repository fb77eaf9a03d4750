import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { type DebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts'
import { executedOrders } from '../support/executed-orders.ts'
import { type Acknowledged, paymentLoad } from '../support/payment-load.ts'
import { describeWithPostgres15 } from '../support/postgres-pair.ts'
import { eventually, openWorldFor, type World } from '../support/world.ts'

describeWithPostgres15('pg_basebackup under load, the loss of the disk, and a restore', () => {
  it('lose nothing that was acknowledged before the backup, and pay nothing twice', async (t) => {
    const { server, world } = await startDrill(t)
    const load = paymentLoad(world.url, world.demo.api_key)
    await load.more(20)
    // Payouts that wait for their bank when the backup is made, and are paid out after it.
    await load.noMorePayouts()
    await world.killBank()
    const waiting = await Promise.all(Array.from({ length: 3 }, async () => await load.create('payout')))
    const before = [...load.made]
    const backup = await server.baseBackup()
    await load.more(20)
    await load.stop()
    await world.startBank()
    for (const { transactionId } of waiting) await becomes(world, transactionId, 'COMPLETED')
    const client = await world.signIn('owner')
    // The next process takes its order numbers from where the restored database would.
    await world.stopGateway()
    await world.startGateway()
    const late = paymentLoad(world.url, world.demo.api_key)
    await late.more(10)
    await late.stop()
    const made = [...load.made, ...late.made]
    t.diagnostic(`${before.length} of ${made.length} payments were acknowledged before the backup began`)
    assert.ok(before.length >= 20 && before.length <= made.length - 20)

    const early = await world.command('after-restore')
    assert.equal(early.code === 0, false, 'it signs everybody out: not beside a gateway that serves')
    assert.match(early.output, /A gateway is running on this database/)
    await server.destroy()
    await world.killGateway()
    await server.recoverFrom(backup, 'end of backup')
    const settled = await world.command('after-restore')
    assert.equal(settled.code, 0, settled.output)
    await world.startGateway()

    for (const payment of before) {
      const read = await world.call('GET', `/api/v1/payments/${payment.transactionId}`)
      assert.deepEqual([read.status, read.body.data?.reference], [200, payment.reference])
    }
    await nothingTwice(world, before)
    await onlyTheLostAreUnknown(world, made)
    await nothingIsGivenOutAgain(world, made)
    const signedOut = await world.visitor(client.cookie()).call('GET', '/console/me')
    assert.equal(signedOut.status, 401)
  })
})

async function startDrill(t: TestContext): Promise<{ server: DebianPostgres; world: World }> {
  const server = await startDebianPostgres()
  t.after(async () => await server.stop())
  const world = await openWorldFor(t, {
    ownProcess: true,
    env: { DATABASE_URL: server.url, DATABASE_CONNECTIONS: '12' },
  })
  return { server, world }
}

async function becomes(world: World, transactionId: string, status: string): Promise<void> {
  await eventually(
    async () => {
      const read = await world.call('GET', `/api/v1/payments/${transactionId}`)
      return read.body.data?.status === status ? true : undefined
    },
    `${transactionId} is ${status}`,
    60_000,
  )
}

/** By the bank's own book, which nobody restored. */
async function nothingTwice(world: World, before: readonly Acknowledged[]): Promise<void> {
  const payouts = before.filter(({ kind }) => kind === 'payout')
  assert.ok(payouts.length >= 3)
  for (const { transactionId } of payouts) await becomes(world, transactionId, 'COMPLETED')
  const executed = await executedOrders(world.bank)
  for (const { transactionId } of payouts) assert.equal(executed.get(transactionId), 1, transactionId)
}

/** The books are true but for what came after the backup: verify names just that, for a person to deal with. */
async function onlyTheLostAreUnknown(world: World, made: readonly Acknowledged[]): Promise<void> {
  const { output } = await world.command('verify')
  const broken = output.split('\n').filter((line) => /^I\d+ .*BROKEN/.test(line))
  assert.ok(broken.length > 0 && broken.every((line) => line.startsWith('I3 ')), output)
  const ids = new Set(made.map(({ transactionId }) => transactionId))
  const named = [...output.matchAll(/^I3 ([0-9a-f-]{36}): (.*)$/gm)]
  assert.ok(named.length > 0, output)
  for (const [, id, what] of named) {
    assert.match(what ?? '', /^executed by the provider \(\d+\.\d\d [A-Z]{3}\), and unknown here$/)
    assert.ok(ids.has(id ?? ''))
    assert.equal((await world.call('GET', `/api/v1/payments/${id}`)).status, 404)
  }
}

async function nothingIsGivenOutAgain(world: World, made: readonly Acknowledged[]): Promise<void> {
  const load = paymentLoad(world.url, world.demo.api_key)
  await load.more(30)
  await load.stop()
  const used = new Set(made.flatMap(({ transactionId, targetReference }) => [transactionId, targetReference ?? '']))
  for (const { transactionId, targetReference, kind } of load.made) {
    assert.ok(!used.has(transactionId))
    if (kind === 'payin') assert.ok(targetReference !== undefined && !used.has(targetReference), targetReference)
  }
  // Far behind, because nobody knows how many were given out since the backup.
  const [last, next] = [Math.max(...orderNumbers(made)), Math.min(...orderNumbers(load.made))]
  assert.ok(next > last + 4_000_000, `${next} comes after ${last}`)
}

/** Behind the bank's two letters: the order's number, base 36. */
function orderNumbers(payments: readonly Acknowledged[]): number[] {
  return payments.flatMap(({ targetReference }) =>
    targetReference === undefined ? [] : [Number.parseInt(targetReference.slice(2), 36)],
  )
}
