import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type DemoFile, readDemoFile } from '../src/demo-file.ts'
import { main } from '../src/main.ts'
import { startReceiver } from '../src/receiver.ts'
import { apiToken, type Fault, pointId, startFakeGateway } from './support/fake-gateway.ts'
import { faultsByCheck, refundFaults } from './support/faults.ts'
import { freePort } from './support/free-port.ts'
import { root } from './support/root.ts'

describe('pasarela-conformance', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-program-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const run = async (args: readonly string[], demo?: DemoFile): Promise<{ code: number; out: string; err: string }> => {
    const [out, err]: [string[], string[]] = [[], []]
    const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
    const code = await main(args, { ...terminal, signal: new AbortController().signal, ...(demo && { demo }) })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  const runAt = async (faults: readonly Fault[], ...more: string[]) => {
    const gateway = await startFakeGateway(faults)
    try {
      return await run([gateway.url, '--key', 'k', ...more])
    } finally {
      await gateway.close()
    }
  }

  it('shows for a broken rule what was expected, sent and answered, and counts what it could not check', async () => {
    const { code, out } = await runAt([faultsByCheck['payout-created-at'] ?? {}])
    assert.equal(code, 1)
    const [, section = ''] = out.split('\nTransactions\n')
    assert.match(
      section,
      /^ {2}FAILED {7}TX-11 .*\n.*\n {6}check {4}payout-created-at\n {6}expected data\.created_at to look/m,
    )
    assert.match(section, /found {4}2026-01-31T10:00:00\.000000Z\n {6}request {2}POST http:.*payout_hth \{.*"BT_CO"/)
    assert.match(section, /reply {4}HTTP 200 \{"status":"success"/)
    assert.match(out, /rules: \d+ passed, 1 failed, \d+ NOT CHECKED\nNot checked is not passed:\n/)
    assert.match(out, /\d+ because callbacks need --point-id and --api-token/)
    assert.match(out, /\d+ because the specification leaves it open: needs --decisions/)
    assert.match(out, /Failed: TX-11$/)
  })

  it('shows no card number', async () => {
    const { out } = await runAt([faultsByCheck['card-reply-redirect-url'] ?? {}], '--only', 'CARD')
    assert.match(out, /"payer_card_number":"\(hidden\)"/)
    // References are random and hold any digits.
    assert.ok(!/4111111111111111|(?<![0-9a-f])737(?![0-9a-f])/.test(out), out)
  })

  it('shows no hash of a callback and no credential, not even one that the gateway sends back', async () => {
    const secret = 'pas_test_secret-of-the-caller'
    const port = await freePort()
    const gateway = await startFakeGateway([
      { hash: () => 'f'.repeat(64), headers: { echo: secret }, data: (data) => ({ ...data, created_at: secret }) },
    ])
    gateway.callbackUrl = `http://127.0.0.1:${port}/callbacks`
    try {
      const credentials = ['--key', secret, '--point-id', pointId, '--api-token', apiToken]
      const receiver = ['--receiver-port', String(port), '--pays-itself', '--callback-wait', '2', '--only', 'AUTH,TX']
      const { code, out } = await run([gateway.url, ...credentials, ...receiver])
      assert.equal(code, 1)
      assert.match(out, /"security_hash":"\(hidden\)"/)
      assert.ok(!/[0-9a-f]{64}/.test(out), out)
      assert.ok(!out.includes(secret) && !out.includes(apiToken), out)
    } finally {
      await gateway.close()
    }
  })

  it('puts back the callback settings of the point', async () => {
    const saved: unknown[] = []
    const settings = { url: 'https://shop.example/callbacks', extra_fields: true, send_refunds: true }
    const gateway = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.method === 'PUT') saved.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ status: 'success', data: settings }))
      })
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    try {
      const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
      const given = [
        '--key',
        'k',
        '--setup',
        'pasarela',
        '--settings-key',
        's',
        '--receiver-url',
        'https://tool.example/',
      ]
      await run([url, ...given, '--point-id', pointId, '--api-token', apiToken, '--only', 'SERVICE-1'])
      assert.deepEqual(saved, [{ url: 'https://tool.example/', send_refunds: false }, settings])
    } finally {
      gateway.close()
    }
  })

  it('takes address and keys of a started gateway from demo.json, and fails no rule where it refuses the receiver', async () => {
    const seen: string[] = []
    const gateway = createServer((request, response) => {
      seen.push(`${request.method} ${request.headers.authorization}`)
      response.writeHead(request.method === 'PUT' ? 422 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: 'fail', message: 'not to your own machine' }))
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    try {
      const base_url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
      const keys = { api_key: 'k-demo', settings_key: 's-demo', auth_point_id: pointId, auth_api_token: apiToken }
      writeFileSync(join(folder, 'demo.json'), JSON.stringify({ ...keys, base_url }))
      const demo = readDemoFile({ PASARELA_DATA_DIR: folder }, '/')
      const { code, out } = await run(['--setup', 'pasarela', '--only', 'STATE-11'], demo)
      assert.equal(code, 0)
      assert.match(
        out,
        /not checked {2}STATE-11 .*\n {6}because the gateway refuses the receiver .*not to your own machine/,
      )
      assert.deepEqual(seen, ['GET Bearer k-demo', 'GET Bearer s-demo', 'PUT Bearer s-demo'])
      assert.equal((await run([`${base_url}/other`, '--setup', 'pasarela', '--only', 'AUTH-8'], demo)).code, 0)
      assert.equal(seen[3], 'GET undefined', 'keys are for their own gateway alone')
    } finally {
      gateway.close()
    }
  })

  it('survives half a callback and one that is nonsense', async () => {
    const receiver = await startReceiver({ port: 0 })
    try {
      const socket = connect(receiver.port, '127.0.0.1')
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () => socket.destroy())
      await once(socket, 'close')
      const body = '{"transaction_id":{"toString":1},"reference":null}'
      const answer = await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', body })
      assert.equal(answer.status, 200)
      assert.equal(receiver.received.length, 1)
    } finally {
      await receiver.close()
    }
  })

  it('writes JUnit XML in which every rule is a case', async () => {
    const file = join(folder, 'junit.xml')
    const { code } = await runAt([faultsByCheck['pay-in-fail-word'] ?? {}], '--only', 'ERROR,AUTH-8', '--junit', file)
    assert.equal(code, 1)
    const xml = readFileSync(file, 'utf8')
    assert.match(xml, /<testsuite name="pasarela-conformance" tests="10" failures="1" skipped="6" errors="0">/)
    assert.equal(xml.match(/<testcase /g)?.length, 10)
    assert.match(
      xml,
      /name="ERROR-2 [^"]+"><failure message="expected the status of a refused pay-in[^"]*">[^<]*&quot;/,
    )
    assert.match(xml, /name="AUTH-8 [^"]+"><skipped message="not visible from outside: [^"]+"\/>/)
  })

  it('says of a broken rule beyond the specification that it is beyond, in every report', async () => {
    const files = { json: join(folder, 'beyond.json'), junit: join(folder, 'beyond.xml') }
    const reports = ['--json', files.json, '--junit', files.junit]
    const faults = [
      ...(refundFaults['refund-of-a-completed-pay-in-only'] ?? []),
      faultsByCheck['pay-in-fail-word'] ?? {},
    ]
    const { code, out } = await runAt(faults, '--decisions', '--only', 'ERROR-2,REFUND', ...reports)
    assert.equal(code, 1)
    assert.match(out, /\nRefunds \(beyond the specification\)\n {2}FAILED {7}REFUND-1 /)
    assert.match(out, /\nFailed: ERROR-2\nFailed beyond the specification: REFUND-1$/)
    const { rules } = JSON.parse(readFileSync(files.json, 'utf8')) as { rules: { id: string; beyond?: boolean }[] }
    assert.ok(rules.every(({ id, beyond }) => beyond === (id === 'ERROR-2' ? undefined : true)))
    assert.match(readFileSync(files.junit, 'utf8'), /classname="Refunds \(beyond the specification\)" name="REFUND-1 /)
  })

  it('sends the header that the gateway wants instead of a Bearer token', async () => {
    const seen: unknown[] = []
    const { code } = await runAt(
      [{ sees: (headers) => seen.push(headers['x-api-key'], headers['authorization']) }],
      '--header',
      'X-Api-Key: secret',
      '--header',
      'Authorization: Basic eDp5',
      '--only',
      'PAYIN-10',
    )
    assert.equal(code, 0)
    assert.deepEqual(seen.slice(-2), ['secret', 'Basic eDp5'])
  })

  it('takes a token that begins with a dash', async () => {
    const tokens = ['--point-id', '--id', '--api-token', '-t', '--only', 'CALLBACK-1,STATE-11', '--callback-wait', '0']
    const { code, out } = await runAt([], ...tokens)
    assert.equal(code, 0, out)
    assert.match(out, /not checked {2}CALLBACK-1 .*\n {6}because no callback COMPLETED /)
    assert.match(out, /not checked {2}STATE-11 .*\n {6}because no callback at all has reached the receiver/)
  })

  it('ends with 2 where it cannot run, and says why', async () => {
    for (const [args, message] of [
      [[], /Exactly one URL/],
      [['--setup', 'pasarela'], /no demo\.json in PASARELA_DATA_DIR/],
      [['ftp://x'], /no http or https address/],
      [['http://127.0.0.1:9', '--key', 'k'], /http:\/\/127\.0\.0\.1:9 does not answer: /],
      [['http://127.0.0.1:9', '--key', 'pas_live_1_x'], /key of a live environment/],
      [['http://127.0.0.1:9', '--key', 'pas_test_1_x', '--settings-key', 'pas_live_1_x'], /key of a live environment/],
      [
        ['http://127.0.0.1:9', '--header', `Authorization: Basic ${Buffer.from('pas_live_1_x:').toString('base64')}`],
        /key of a live environment/,
      ],
      [['http://127.0.0.1:9', '--only', 'PAYIN-999'], /There is no rule PAYIN-999/],
      [['http://127.0.0.1:9', '--setup', 'other'], /no adapter other|does not answer/],
      [['http://127.0.0.1:9', '--header', 'nonsense'], /is no header/],
      [['http://127.0.0.1:9', '--callback-wait', 'soon'], /--callback-wait needs a number/],
      [['http://127.0.0.1:9', '--receiver-cert', 'x'], /belong together/],
      [['http://127.0.0.1:9', '--nonsense'], /--nonsense/],
    ] as const) {
      const { code, err } = await run(args)
      assert.equal(code, 2, args.join(' '))
      assert.match(err, message)
    }
  })

  it('is a program that explains itself', () => {
    const program = join(root, 'conformance', 'bin', 'pasarela-conformance.mjs')
    const { status, stdout } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' })
    assert.equal(status, 0)
    const readme = readFileSync(join(root, 'conformance', 'README.md'), 'utf8')
    const named = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option)
    assert.ok(named.length > 14)
    assert.deepEqual(
      named.filter((option) => option !== '--help' && !readme.includes(option)),
      [],
    )
  })
})
