import assert from 'node:assert/strict'
import type { Duplex } from 'node:stream'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Certificate, issueCertificate, testAuthority } from '../../../test/support/certificates.ts'
import { eventually, repeatWhile } from '../../../test/support/eventually.ts'
import { type HttpsReceiver, httpsReceiver } from '../../../test/support/https-receiver.ts'
import { nameServer } from '../../../test/support/name-server.ts'
import { jsonPoster, type PostAnswer, type Poster, type PosterOptions } from './post-json.ts'
import { hostResolver } from './resolve-host.ts'

const closers: (() => Promise<void>)[] = []
const wholeFile = { after: (close: () => Promise<void>) => void closers.push(close) }
let authority: Certificate
let receiver: HttpsReceiver
let dns: string

before(async () => {
  authority = await testAuthority()
  receiver = await httpsReceiver(wholeFile, await issueCertificate(authority))
  const names = {
    'loopback.example': ['127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'carrier.example': ['100.64.0.9'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'nat64.example': ['64:ff9b::7f00:1'],
    'sixtofour.example': ['2002:7f00:1::'],
    'unique.example': ['fd00:ec2::254'],
    'mixed.example': ['93.184.216.34', '10.0.0.5'],
    'other.example': ['127.0.0.1'],
    'empty.example': [],
  }
  dns = (await nameServer(wholeFile, names)).address
})

after(async () => {
  await Promise.all(closers.map((close) => close()))
})

function poster(options: Partial<PosterOptions> = {}): Poster {
  const made = jsonPoster({ allowCidrs: [], ca: authority.cert, resolve: hostResolver([dns]), ...options })
  closers.push(made.close)
  return made
}

const open = { allowCidrs: ['127.0.0.0/8'] }

async function postTo(
  url: string,
  options: Partial<PosterOptions> = {},
  environment: 'test' | 'live' = 'test',
): Promise<PostAnswer> {
  return await poster(options).post({
    environment,
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"a":"é"}',
  })
}

/** Posts until a request goes over a socket of one before it: the client may not have taken that back at once. */
async function untilReused(kept: Poster, { url, connections }: HttpsReceiver): Promise<void> {
  await eventually(async () => {
    const earlier = connections()
    assert.equal(outcome(await kept.post({ environment: 'test', url, headers: {}, body: '{}' })), '200')
    return connections() === earlier ? true : undefined
  }, 'a request over a kept socket')
}

function outcome(answer: PostAnswer): string {
  return answer.kind === 'answer' ? String(answer.status) : `${answer.error} ${answer.code}`
}

const blocked = 'ssrf ESSRF_BLOCKED'

test('a name is blocked if one of its addresses is forbidden', async () => {
  for (const name of ['loopback', 'metadata', 'carrier', 'mapped', 'nat64', 'sixtofour', 'unique', 'mixed']) {
    for (const environment of ['test', 'live'] as const) {
      assert.equal(outcome(await postTo(`https://${name}.example/`, {}, environment)), blocked, name)
    }
  }
  assert.equal(outcome(await postTo('https://localhost/')), blocked)
  assert.equal(outcome(await postTo('https://localhost./')), blocked)
})

test('a name without an address is a dns failure', async () => {
  assert.equal(outcome(await postTo('https://gone.example/')), 'dns ENOTFOUND')
  assert.equal(outcome(await postTo('https://empty.example/')), 'dns ENODATA')
})

test('a forbidden literal address is blocked in every notation', async () => {
  const literals = [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    '0',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '１２７.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ]
  for (const literal of literals) assert.equal(outcome(await postTo(`https://${literal}/`)), blocked, literal)
})

test('only HTTPS passes; live only on ports 443 and 8443; allowed networks never apply to live points', async () => {
  assert.equal(outcome(await postTo(`http://127.0.0.1:${receiver.port}/`, open)), blocked)
  assert.equal(outcome(await postTo('https://93.184.216.34:22/', open, 'live')), blocked)
  assert.equal(outcome(await postTo('https://127.0.0.1/', open, 'live')), blocked)
  assert.equal(outcome(await postTo(`${receiver.url}/`, open, 'live')), blocked)
  assert.deepEqual(receiver.requests, [])
})

test('a name that was public when it was saved and is private when the socket connects is blocked', async () => {
  let asked = 0
  const resolve = async () => [{ address: asked++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 as const }]
  assert.equal(outcome(await postTo(`https://rebinding.example:${receiver.port}/`, { resolve })), blocked)
  assert.equal(asked, 2)
})

test('a host in an allowed network receives the exact bytes with content-length and without transfer coding', async () => {
  assert.equal(outcome(await postTo(`${receiver.url}/callbacks?x=1`, open)), '200')
  const request = receiver.requests.at(-1)
  assert.equal(request?.method, 'POST')
  assert.equal(request?.path, '/callbacks?x=1')
  assert.equal(request?.body, '{"a":"é"}')
  assert.equal(request?.headers['content-length'], '10')
  assert.equal(request?.headers['transfer-encoding'], undefined)
})

test('sockets are reused by the next request', async () => {
  await untilReused(poster(open), receiver)
})

test('a certificate of another name, of an unknown authority, self-signed or expired is refused, and so is TLS 1.1', async (t) => {
  const otherAuthority = await testAuthority('Stranger')
  const cases: [string, Certificate, object, RegExp][] = [
    [
      'other name',
      await issueCertificate(authority, { names: ['shop.example'] }),
      {},
      /^tls ERR_TLS_CERT_ALTNAME_INVALID$/,
    ],
    ['unknown authority', await issueCertificate(otherAuthority), {}, /^tls UNABLE_TO_VERIFY_LEAF_SIGNATURE$/],
    ['self-signed', await issueCertificate(undefined), {}, /^tls DEPTH_ZERO_SELF_SIGNED_CERT$/],
    ['expired', await issueCertificate(authority, { expired: true }), {}, /^tls CERT_HAS_EXPIRED$/],
    [
      'old protocol',
      await issueCertificate(authority),
      { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      /^(tls (ERR_SSL|EPROTO)|reset)/,
    ],
  ]
  for (const [name, certificate, options, expected] of cases) {
    const server = await httpsReceiver(t, certificate, options)
    assert.match(outcome(await postTo(server.url, open)), expected, name)
    assert.deepEqual(server.requests, [], name)
  }
  assert.match(outcome(await postTo(receiver.url, { ...open, ca: otherAuthority.cert })), /^tls /)
  assert.match(
    outcome(await postTo(`https://other.example:${receiver.port}/`, open)),
    /^tls ERR_TLS_CERT_ALTNAME_INVALID$/,
  )
})

test('a redirect is returned as an answer and not followed', async (t) => {
  const server = await httpsReceiver(t, await issueCertificate(authority))
  server.answerWith((_, response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end())
  assert.equal(outcome(await postTo(server.url, open)), '302')
  assert.ok(receiver.requests.every((request) => request.path !== '/elsewhere'))
})

test('at most 64 KiB of an answer are read and 4 KiB kept; too long headers are refused; nothing is decompressed', async (t) => {
  const server = await httpsReceiver(t, await issueCertificate(authority), { maxHeaderSize: 65_536 })
  const block = 'x'.repeat(65_536)
  let written = 0
  let tellTaken: (bytes: number) => void = () => undefined
  const taken = new Promise<number>((resolve) => (tellTaken = resolve))
  server.answerWith((_, response) => {
    response.writeHead(200)
    response.on('close', () => tellTaken(written))
    const pump = () => {
      do written += block.length
      while (response.write(block) && !response.destroyed)
      response.once('drain', pump)
    }
    pump()
  })
  const long = await postTo(server.url, open)
  assert.equal(outcome(long), '200')
  assert.equal(long.kind === 'answer' && long.body, 'x'.repeat(4096))
  const bytesTaken = await taken
  assert.ok(bytesTaken > 0 && bytesTaken < 20_000_000, `${bytesTaken} bytes`)
  server.answerWith((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(24_000) }).end())
  assert.equal(outcome(await postTo(server.url, open)), 'size UND_ERR_HEADERS_OVERFLOW')
  const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
  server.answerWith((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  const packed = await postTo(server.url, open)
  assert.equal(outcome(packed), '200')
  assert.ok(packed.kind === 'answer' && packed.body.length <= 4096 && !packed.body.includes('\u0000'))
})

test('silent and slow answers end at the deadline; a truncated answer is a failure', async (t) => {
  const server = await httpsReceiver(t, await issueCertificate(authority))
  const soon = { ...open, deadlineMs: 600 }
  server.answerWith(() => undefined)
  assert.equal(outcome(await postTo(server.url, soon)), 'timeout DEADLINE')
  server.answerWith((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(drip))
  })
  assert.equal(outcome(await postTo(server.url, soon)), 'timeout DEADLINE')
  server.answerWith((_, response, socket) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x', () => socket.destroy())
  })
  const cut = await postTo(server.url, open)
  assert.match(outcome(cut), /^reset /)
  assert.equal(cut.status, 200)
})

test('a reused socket that was closed is replaced at once within the same attempt; a new one is not', async (t) => {
  const server = await httpsReceiver(t, await issueCertificate(authority))
  const kept = poster(open)
  const post = { environment: 'test', url: server.url, headers: {}, body: '{}' } as const
  const used = new Set<Duplex>()
  let closed = 0
  server.answerWith((_, response, socket) => {
    if (used.has(socket) && closed++ === 0) socket.destroy()
    else response.writeHead(200).end()
    used.add(socket)
  })
  let posts = 0
  await repeatWhile(
    () => closed === 0,
    async () => {
      posts++
      assert.equal(outcome(await kept.post(post)), '200')
    },
    'requests over new sockets',
  )
  assert.equal(server.requests.length, posts + 1)
  server.answerWith((_, __, socket) => socket.destroy())
  assert.match(outcome(await postTo(server.url, open)), /^reset /)
  assert.equal(server.requests.length, posts + 2)
})

test('a closed port is the merchant’s fault, an unreachable name server is the gateway’s', async (t) => {
  const server = await httpsReceiver(t, await issueCertificate(authority))
  await server.close()
  const refused = await postTo(server.url, open)
  assert.equal(outcome(refused), 'connect ECONNREFUSED')
  assert.equal(refused.kind === 'failure' && refused.ours, false)
  const nameless = await postTo('https://shop.example/', { resolve: hostResolver(['127.0.0.1:1']) })
  assert.ok(nameless.kind === 'failure' && nameless.error === 'dns' && nameless.ours)
})
