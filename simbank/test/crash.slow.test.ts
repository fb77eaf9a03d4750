import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataDir, startAndFail, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { payin, payout } from './support/orders.ts'
import { startReceiver } from './support/receiver.ts'

// Each test has its own folder and bank, and most of their time is waiting.
describe('crashes, restarts and stops', { concurrency: 4 }, () => {
  test('after kill -9 the whole book is there, and what fell due meanwhile happens', async (t: TestContext) => {
    const receiver = await startReceiver(t)
    const dataDir = makeDataDir(t)
    const before = await startBank(t, { dataDir, env: { SIMBANK_PAY_DELAY_MS: '900' } })
    for (const index of [1, 2, 3]) await before.put(`out-${index}`, payout())
    const due = (await before.put('due', payin({ notify_url: receiver.url }))).body
    await before.put('manual', payin({ amount_minor: '77701' }))
    await before.call('POST', '/v1/orders/manual/cancel')
    const entries = await before.book()
    await before.crash()
    await sleep(950)

    const after = await startBank(t, { dataDir, env: { SIMBANK_PAY_DELAY_MS: '900' } })
    assert.deepEqual((await after.book()).slice(0, entries.length), entries)
    for (const index of [1, 2, 3]) {
      assert.equal((await after.put(`out-${index}`, payout())).body['state'], 'completed')
      assert.equal(await after.executed(`out-${index}`), 1)
    }
    assert.equal((await after.order('manual'))['state'], 'cancelled')
    await eventually('the payment that was due', async () => (await after.order('due'))['state'] === 'completed')
    assert.equal((await after.order('due'))['bank_reference'], due['bank_reference'])
    await eventually('its notification', () => receiver.about('due').length === 1)
    assert.equal(await after.executed('due'), 1)
  })

  test('an answer that was given survives kill -9 at any moment', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const before = await startBank(t, { dataDir })
    const answered: string[] = []
    const load = async (lane: number) => {
      for (let index = 0; index < 1_000_000; index++) {
        const key = `k-${lane}-${index}`
        const { status } = await before.put(key, payout())
        if (status === 200) answered.push(key)
      }
    }
    const lanes = [0, 1, 2, 3].map((lane) => load(lane).catch(() => undefined))
    await eventually('some answers', () => answered.length > 60)
    await before.crash()
    await Promise.all(lanes)

    const after = await startBank(t, { dataDir })
    for (const key of answered) assert.equal((await after.put(key, payout())).body['state'], 'completed')
    const executions = (await after.book())
      .filter((entry) => entry['type'] === 'order_executed')
      .map((entry) => entry['key'])
    assert.equal(new Set(executions).size, executions.length)
    assert.ok(answered.every((key) => executions.includes(key)))
  })

  test('an order whose execution was torn away is executed at the restart', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const before = await startBank(t, { dataDir })
    await before.put('torn', payout())
    await before.crash()
    const path = join(dataDir, 'journal.jsonl')
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const last = lines.pop() ?? ''
    assert.match(last, /"order_executed"/)
    writeFileSync(path, `${lines.join('\n')}\n${last.slice(0, 40)}`)

    const after = await startBank(t, { dataDir })
    assert.match(after.output(), /torn/)
    await eventually('it is executed', async () => (await after.order('torn'))['state'] === 'completed')
    assert.equal(await after.executed('torn'), 1)
    assert.equal(
      (await after.book()).find((entry) => entry['type'] === 'bank_started' && entry['cut_off_bytes'] === 40) !==
        undefined,
      true,
    )
  })

  test('a damaged line in the middle, or a missing one, is fatal with a clear message', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const before = await startBank(t, { dataDir })
    for (const key of ['a', 'b', 'c']) await before.put(key, payout())
    await before.stop()
    const path = join(dataDir, 'journal.jsonl')
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const damages = [
      [...lines.slice(0, 2), `${lines[2]?.slice(0, 30)}`, ...lines.slice(3)],
      [...lines.slice(0, 2), ...lines.slice(3)],
    ]
    for (const damaged of damages) {
      writeFileSync(path, `${damaged.join('\n')}\n`)
      const { code, output } = await startAndFail(dataDir)
      assert.equal(code, 1)
      assert.match(output, /damaged at line 3/)
      assert.equal(readFileSync(path, 'utf8'), `${damaged.join('\n')}\n`)
    }
  })

  test('a second bank on the same folder is refused; a lock left by a crash is not in the way', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const first = await startBank(t, { dataDir })
    const second = await startAndFail(dataDir)
    assert.equal(second.code, 1)
    assert.match(second.output, new RegExp(`in use by another simulated bank \\(process ${first.child.pid}\\)`))
    await first.crash()
    assert.ok(existsSync(join(dataDir, 'simbank.lock')))
    const third = await startBank(t, { dataDir })
    await third.stop()
    // A pid that runs, but began at another time than the lock says, is another process.
    writeFileSync(
      join(dataDir, 'simbank.lock'),
      JSON.stringify({ pid: process.pid, process_started: 'another-boot:1' }),
    )
    if (process.platform === 'linux') await startBank(t, { dataDir })
  })

  test('a bank that is asked to stop ends cleanly and removes its status file', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const status = join(dataDir, 'simbank.json')
    const bank = await startBank(t, { dataDir })
    const written = JSON.parse(readFileSync(status, 'utf8'))
    assert.deepEqual([written.pid, written.url], [bank.child.pid, bank.url])
    bank.child.kill('SIGINT')
    await bank.put('a', payout())
    assert.equal(await bank.stop(), 0)
    assert.equal(existsSync(status), false)
    assert.equal(existsSync(join(dataDir, 'simbank.lock')), false)

    const again = await startBank(t, { dataDir })
    assert.equal((await again.order('a'))['state'], 'completed')
    assert.deepEqual((await again.call('POST', '/control/stop')).body, { stopping: true })
    assert.equal(await again.ended, 0)
  })

  test('a line that was cut in the middle of a character is cut off as well', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const before = await startBank(t, { dataDir })
    await before.put('a', payout())
    await before.crash()
    appendFileSync(join(dataDir, 'journal.jsonl'), Buffer.from([0x7b, 0x22, 0xc3]))
    const after = await startBank(t, { dataDir })
    assert.equal((await after.order('a'))['state'], 'completed')
  })

  test('a bank whose parent has gone still serves for a while, then ends by itself', async (t: TestContext) => {
    const bank = await startBank(t)
    bank.child.disconnect()
    assert.equal((await bank.put('orphan', payout())).body['state'], 'completed')
    assert.equal(await bank.ended, 0)
    assert.equal(existsSync(join(bank.dataDir, 'simbank.lock')), false)
  })
})
