import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { type OwnDatabase, startOwnDatabase } from '../../proof/stages/real/own-database.ts'
import { type CellRouter, describeWithHaproxy, startCellRouter } from '../support/cell-router.ts'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import type { Cleanup } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { conformanceArguments, runConformance } from '../support/run-conformance.ts'
import { type Demo, eventually, openWorld, type World } from '../support/world.ts'

const trusted = { TRUSTED_PROXIES: '127.0.0.1/32', CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' }

describeWithHaproxy('two cells behind one address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-cells-'))
  const file = (name: string) => join(folder, name)
  const databases: OwnDatabase[] = []
  const openCell = (env: Record<string, string>): World =>
    openWorld(async (t: Cleanup) => {
      const server = await startOwnDatabase(mkdtempSync(join(folder, 'database-')), await freePort())
      t.after(server.stop)
      databases.push(server)
      return { databaseUrl: server.url, env: { ...trusted, CALLBACK_CA_FILE: file('ca.pem'), ...env } }
    })

  before(async () => {
    const authority = await testAuthority()
    const certificate = await issueCertificate(authority)
    writeFileSync(file('ca.pem'), authority.cert)
    writeFileSync(file('receiver.pem'), certificate.cert)
    writeFileSync(file('receiver.key'), certificate.key)
  })
  // The first one was no cell yet when its point and first keys were made.
  const one = openCell({})
  const two = openCell({ CELL: '2' })
  after(async () => rmSync(folder, { recursive: true, force: true }))
  let demos: Record<'1' | '2', Demo>
  let router: CellRouter
  before(async () => {
    await one.stopGateway()
    const { url } = await one.anotherGateway({ CELL: '1' })
    demos = { 1: JSON.parse(readFileSync(join(one.folder, 'data-1', 'demo.json'), 'utf8')) as Demo, 2: two.demo }
    const olderIds = (await one.command('router', 'map')).output
    router = await startCellRouter(folder, { cells: [url, two.url], olderIds })
    one.after(router.stop)
  })

  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const statusOf = async (headers: Record<string, string>) => (await router.send('/api/v1/services', headers)).status
  const payin = (reference: string) => ({ service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20267565393' })

  for (const cell of ['1', '2'] as const) {
    it(`every rule of the specification holds through it, in cell ${cell}`, async () => {
      const receiver = { certFile: file('receiver.pem'), keyFile: file('receiver.key') }
      const args = conformanceArguments(router.url, demos[cell], receiver)
      const trust = { NODE_EXTRA_CA_CERTS: router.authorityFile }
      const { code, output, report } = await runConformance(args, file(`report-${cell}.json`), trust)
      assert.equal(report.summary.failed, 0, output)
      assert.equal(code, 0, output)
      assert.ok(report.summary.passed > 200, output)
    })

    it(`keys and points of cell ${cell} are found in every form, older ones too, and new ones at once`, async () => {
      const world = cell === '1' ? one : two
      const { api_key: key, auth_point_id: point, auth_api_token: token } = demos[cell]
      const older = [bearer(world.demo.api_key), basic(`${point.toUpperCase()}:${token}`)]
      for (const headers of [...older, bearer(key), basic(`${key}:`)]) assert.equal(await statusOf(headers), 200)
      const made = await world.facts('key', 'create', '--point', point, '--scopes', 'read')
      assert.match(made['key_id'] ?? '', new RegExp(`^0${cell}[0-9A-Za-z]{10}$`))
      assert.equal(await statusOf(bearer(made['api_key'] ?? '')), 200)
      const { auth_point_id: fresh, auth_api_token: freshToken } = await world.facts(
        ...['point', 'create', '--merchant', `Shop of cell ${cell}`, '--name', 'Till', '--environment', 'test'],
      )
      assert.match(fresh ?? '', new RegExp(`^000${cell}[0-9a-f]{4}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]`))
      assert.equal(await statusOf(basic(`${fresh}:${freshToken}`)), 200)
    })
  }

  it('an id that nobody knows is refused as the contract says', async () => {
    const [, , , secret] = demos[1].api_key.split('_')
    const wrong = [bearer(`pas_test_zzzzzzzzzzzz_${secret}`), bearer(`pas_test_55zzzzzzzzzz_${secret}`)]
    for (const headers of [...wrong, bearer('nonsense'), basic('0190a000-0000-7000-8000-000000000001:x')]) {
      const { status, body, headers: replied } = await router.send('/api/v1/payments/payout_hth', headers, {})
      assert.equal(status, 401)
      const byGateway = (await two.call('POST', '/api/v1/payments/payout_hth', { key: 'pas_test_none' })).body
      assert.deepEqual(shapeOf(body), shapeOf(byGateway))
      assert.deepEqual([body.status, body.error.code, body.error.type], ['error', 'unknown_key', byGateway.error.type])
      assert.match(body.error.request_id, /^req_[0-9a-f-]{36}$/)
      assert.equal(replied['www-authenticate'], 'Bearer realm="pasarela"')
    }
    assert.equal((await router.send('/api/v1/services', {})).body.error.code, 'missing_key')
  })

  it('a gateway with another number is refused at its start', async () => {
    await assert.rejects(
      two.anotherGateway({ CELL: '3' }),
      /This database belongs to cell 02, and CELL is 3: set CELL=2/,
    )
  })

  it('the own address of a cell leads there, whatever the key says', async () => {
    const at = async (host: string) => await statusOf({ ...bearer(two.demo.api_key), host })
    assert.deepEqual([await at('cell-02.pay.example.com'), await at('cell-01.pay.example.com')], [200, 401])
  })

  it('the database of a cell is killed under load: the other cell answers as before, and this one when it is back', async () => {
    const seen = { 1: new Map<number, number>(), 2: new Map<number, number>() }
    let isOver = false
    const load = async (cell: '1' | '2') => {
      for (let number = 0; !isOver; number++) {
        const body = payin(`kill-${cell}-${number}`)
        const reply = await router.send('/api/v1/payments/payin_hth', bearer(demos[cell].api_key), body)
        seen[cell].set(reply.status, (seen[cell].get(reply.status) ?? 0) + 1)
        if (reply.status === 200) continue
        assert.deepEqual([reply.status, reply.body.error.code], [503, 'unavailable'], JSON.stringify(reply.body))
        assert.ok(Number(reply.headers['retry-after']) >= 1)
      }
    }
    const running = Promise.all([load('1'), load('2'), load('1'), load('2')])
    running.catch(() => undefined)
    const more = async (cell: '1' | '2', status: number) => {
      const wanted = (seen[cell].get(status) ?? 0) + 20
      const isThere = () => (seen[cell].get(status) ?? 0) >= wanted || undefined
      await Promise.race([running, eventually(isThere, `20 more answers ${status} of cell ${cell}`)])
    }
    try {
      for (const cell of ['1', '2'] as const) await more(cell, 200)
      await databases[1]?.crash()
      await more('2', 503)
      await more('1', 200)
      await databases[1]?.restart()
      await more('2', 200)
    } finally {
      isOver = true
      await running
    }
    assert.deepEqual([...seen[1].keys()], [200])
  })

  it('a cell without a gateway is answered by the router as the contract says', async () => {
    await two.stopGateway()
    const { status, body, headers } = await router.send('/api/v1/services', bearer(two.demo.api_key))
    assert.deepEqual([status, body.status, body.error.code, headers['retry-after']], [503, 'fail', 'unavailable', '1'])
    assert.match(body.error.request_id, /^req_[0-9a-f-]{36}$/)
    assert.equal(await statusOf(bearer(demos[1].api_key)), 200)
  })
})

function shapeOf(body: Record<string, unknown>): string[] {
  return [...Object.keys(body), ...Object.keys(body['error'] as object)]
}
