import assert from 'node:assert/strict'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { canaryNumber, cardReference, flatCard } from '../support/card-request.ts'
import { notTested } from '../support/not-tested.ts'
import { filesBelow, textsIn } from '../support/search-files.ts'
import { eventually, openWorld } from '../support/world.ts'

/** Requests after the cards, so that whatever is reused has been reused before the memory is looked at. */
const furtherRequests = 80

/** Written by the gateway's process when it is told to: no code of the product is needed for it. */
const snapshotScript = `
const v8 = require('node:v8')
process.on('SIGUSR2', () => v8.writeHeapSnapshot(process.env.SNAPSHOT_FILE + '.part') && require('node:fs')
  .renameSync(process.env.SNAPSHOT_FILE + '.part', process.env.SNAPSHOT_FILE))
`

const files = process.env['TEST_DATABASE_FILES']
const unreadable = whyUnreadable(files)

describe('a card number is gone from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-canary-'))
  const snapshot = join(folder, 'heap.heapsnapshot')
  const numbers: string[] = []
  const references: string[] = []
  let proxy: RecordingProxy
  const world = openWorld(async (t) => {
    t.after(async () => rmSync(folder, { recursive: true, force: true }))
    const script = join(folder, 'snapshot.cjs')
    writeFileSync(script, snapshotScript)
    proxy = await recordingProxy()
    t.after(proxy.close)
    return {
      ownProcess: true,
      env: { SIMBANK_URL: proxy.url, SNAPSHOT_FILE: snapshot, NODE_OPTIONS: `--require ${script}` },
    }
  })
  before(async () => {
    proxy.leadTo(world.bankUrl)
    await payByCard()
    await payOtherwise()
  })

  async function payByCard() {
    for (const more of [{}, { payer_card_type: 'MASTERCARD' }, { payer_zip_code: 'x'.repeat(30) }, {}, {}]) {
      const number = canaryNumber()
      const reference = cardReference()
      numbers.push(number)
      const answer = await world.call('POST', '/api/v1/payments/payin_hth', {
        body: flatCard(number, { reference, ...more }),
      })
      assert.equal(answer.status, Object.keys(more).length === 0 ? 200 : 422)
      if (answer.status === 200) references.push(reference)
    }
    numbers.push(canaryNumber())
    const torn = JSON.stringify(flatCard(numbers.at(-1) ?? ''))
    assert.equal((await world.call('POST', '/api/v1/payments/payin_hth', { raw: torn.slice(0, -2) })).status, 400)
  }

  async function payOtherwise() {
    for (let turn = 0; turn < furtherRequests; turn++) {
      const body = { service_code: 'BT_AR', amount: 1, reference: `after-${turn}`, payer_doc_id: '20267565393' }
      assert.equal((await world.call('POST', '/api/v1/payments/payin_hth', { body })).status, 200)
    }
    await eventually(async () => {
      const { items } = (await world.call('GET', '/api/v1/payments?status=PENDING&limit=100')).body.data
      return items.length === 0 ? true : undefined
    }, 'everything is decided')
  }

  it('the line to the bank, but for the one authorisation call of each', () => {
    const requests = proxy.sent().split(/(?=(?:GET|PUT|POST|DELETE) \/\S* HTTP\/1\.1\r\n)/)
    const carrying = requests.filter((request) => numbers.some((number) => request.includes(number)))
    assert.ok(requests.length > 5)
    for (const request of carrying) assert.match(request, /^PUT \/v1\/orders\/[0-9a-f-]{36} HTTP/)
    for (const number of numbers) {
      const times = carrying.filter((request) => request.includes(number)).length
      assert.ok(times <= 1, `${times} calls carry one number`)
      assert.ok(!proxy.got().includes(number), 'the bank’s answers')
    }
    assert.equal(carrying.length, references.length)
  })

  it('the database’s files and its write-ahead log', async (t) => {
    if (unreadable !== undefined) {
      return notTested(t, `NOT TESTED: ${unreadable}`)
    }
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    const { rows } = await client.query('select oid::text from pg_database where datname = current_database()')
    await client.end()
    const own = filesBelow(join(files ?? '', 'base', rows[0].oid))
    const log = filesBelow(join(files ?? '', 'pg_wal'))
    assert.ok(own.length > 50 && log.length > 0, `${own.length} files, ${log.length} of the log`)
    const found = new Set<string>()
    for (const file of [...own, ...log]) {
      for (const text of await textsIn(file, [...numbers, ...references])) found.add(text)
    }
    assert.deepEqual(
      numbers.filter((number) => found.has(number)),
      [],
    )
    assert.deepEqual(
      references.filter((reference) => !found.has(reference)),
      [],
      'what may be kept is found: the search works',
    )
  })

  it('the bank’s book, files and output', async () => {
    const found = new Set<string>()
    for (const file of filesBelow(world.folder)) for (const text of await textsIn(file, numbers)) found.add(text)
    assert.deepEqual([...found], [])
    assert.ok(numbers.every((number) => !world.output().includes(number)))
  })

  it('the gateway’s memory, once it has been cleaned and other requests were served', async () => {
    process.kill(world.gatewayPid(), 'SIGUSR2')
    await eventually(async () => await Promise.resolve(existsSync(snapshot) ? true : undefined), 'the snapshot', 60_000)
    const marker = 'Too many requests: wait for the seconds in Retry-After.'
    const found = await textsIn(snapshot, [...numbers, marker])
    assert.ok(found.has(marker), 'a text that surely is in memory is found: the search works')
    assert.deepEqual(
      numbers.filter((number) => found.has(number)),
      [],
    )
  })
})

/** Why the files of the test server cannot be searched here; undefined where they can. */
function whyUnreadable(folder: string | undefined): string | undefined {
  if (folder === undefined) return 'TEST_DATABASE_FILES does not name the data folder of the PostgreSQL server'
  try {
    accessSync(join(folder, 'pg_wal'), constants.R_OK | constants.X_OK)
    return undefined
  } catch {
    return `the data folder ${folder} of the PostgreSQL server cannot be read by this user`
  }
}

/** A TCP proxy that keeps every byte of both directions. Connections wait until it knows where to go. */
interface RecordingProxy {
  url: string
  /** What clients sent, and what they got, as latin1 text. */
  sent(): string
  got(): string
  leadTo(url: string): void
  close(): Promise<void>
}

async function recordingProxy(): Promise<RecordingProxy> {
  const sent: Buffer[] = []
  const got: Buffer[] = []
  const sockets = new Set<Socket>()
  let lead: (url: URL) => void = () => undefined
  const target = new Promise<URL>((resolve) => {
    lead = resolve
  })
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.pause()
    void target.then((url) => {
      const provider = connect(Number(url.port), url.hostname)
      sockets.add(provider)
      provider.on('error', () => client.destroy())
      client.on('close', () => provider.destroy())
      provider.on('close', () => client.destroy())
      client.on('data', (bytes) => {
        sent.push(bytes)
        provider.write(bytes)
      })
      provider.on('data', (bytes) => {
        got.push(bytes)
        client.write(bytes)
      })
      client.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => Buffer.concat(sent).toString('latin1'),
    got: () => Buffer.concat(got).toString('latin1'),
    leadTo: (url) => lead(new URL(url)),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
