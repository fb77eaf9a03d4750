import assert from 'node:assert/strict'
import type { ServerOptions } from 'node:https'
import { after, before, describe, it } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { type Certificate, issueCertificate, testAuthority } from '../../../test/support/certificates.ts'
import { type HttpsReceiver, httpsReceiver } from '../../../test/support/https-receiver.ts'
import { nameServer } from '../../../test/support/name-server.ts'
import { hostResolver } from '../net/resolve-host.ts'
import { type AccountTls, accountConnections } from './account-connections.ts'

const closers: (() => Promise<void>)[] = []
const wholeFile = { after: (close: () => Promise<void>) => void closers.push(close) }
const account = { id: 'an account', environment: 'test' } as const
const notSent = { kind: 'failed', outcome: { kind: 'not_sent', why: 'connect_failed' } }
const refused = { kind: 'failed', outcome: { kind: 'not_sent', why: 'refused_by_us' } }
let authority: Certificate
let serverCertificate: Certificate
let dns: string

before(async () => {
  authority = await testAuthority()
  serverCertificate = await issueCertificate(authority, { names: ['bank.example'], addresses: ['127.0.0.1'] })
  dns = (await nameServer(wholeFile, { 'bank.example': ['127.0.0.1'] })).address
})
after(async () => {
  await Promise.all(closers.map((close) => close()))
})

function connections(allowCidrs = ['127.0.0.0/8']) {
  const made = accountConnections({ allowCidrs, resolve: hostResolver([dns]) })
  closers.push(made.close)
  return made
}

async function bank(options: ServerOptions = {}): Promise<HttpsReceiver> {
  return await httpsReceiver(wholeFile, serverCertificate, options)
}

const get = (url: string) => ({ method: 'GET', url, headers: {}, timeoutMs: 2_000 }) as const
const hosts = ['127.0.0.1']

describe('the connections of a connector account', () => {
  it('call only its hosts, and no private network: not by its address, nor by a name, nor from a live account', async () => {
    const { url, port, connections: opened } = await bank()
    const tls = { ca: authority.cert }
    const byName = `https://bank.example:${port}/`
    const named = { tls, hosts: ['bank.example'] }
    const open = connections()
    assert.deepEqual(await open.of(account, { tls, hosts: ['bank.example'] }).call(get(url)), refused)
    assert.deepEqual(await open.of({ ...account, environment: 'live' }, named).call(get(byName)), refused)
    assert.deepEqual(await connections([]).of(account, named).call(get(byName)), refused)
    assert.deepEqual(await connections([]).of(account, { tls, hosts }).call(get(url)), refused)
    assert.equal(opened(), 0)
    assert.equal((await open.of(account, named).call(get(byName))).kind, 'answer')
  })

  it('send nothing where the handshake fails: an authority that is not believed, an unreadable certificate of ours', async () => {
    const { url, requests } = await bank()
    const other = await testAuthority('Another authority')
    const unreadable = { ca: authority.cert, cert: 'no certificate', key: 'no key' }
    for (const tls of [{}, { ca: other.cert }, unreadable]) {
      assert.deepEqual(await connections().of(account, { tls, hosts }).call(get(url)), notSent)
    }
    assert.equal(requests.length, 0)
  })

  it('say unknown where our certificate is refused after the request may have left, and not sent before', async () => {
    const asks = { requestCert: true, rejectUnauthorized: true, ca: authority.cert }
    const tls = { ca: authority.cert }
    const before = await bank({ ...asks, maxVersion: 'TLSv1.2' })
    assert.deepEqual(await connections().of(account, { tls, hosts }).call(get(before.url)), notSent)
    const during = await bank({ ...asks, minVersion: 'TLSv1.3' })
    const answer = await connections().of(account, { tls, hosts }).call(get(during.url))
    assert.equal(answer.kind === 'failed' && answer.outcome.kind, 'unknown')
  })

  it('change their certificate between two calls, and let the call end that was open', async () => {
    const { url, answerWith, received } = await bank({
      requestCert: true,
      rejectUnauthorized: true,
      ca: authority.cert,
    })
    const serials: string[] = []
    let release = () => undefined as unknown
    answerWith((_request, response, socket) => {
      serials.push((socket as TLSSocket).getPeerCertificate().serialNumber)
      if (serials.length > 1) response.end('{}')
      else release = () => response.end('{}')
    })
    const tlsOf = async (): Promise<AccountTls> => ({
      ca: authority.cert,
      ...(await issueCertificate(authority, { use: 'client' })),
    })
    const [old, renewed] = [await tlsOf(), await tlsOf()]
    const made = connections()
    const open = made.of(account, { tls: old, hosts }).call(get(url))
    await received(1)
    assert.equal(made.of(account, { tls: old, hosts }), made.of(account, { tls: { ...old }, hosts: [...hosts] }))
    assert.equal((await made.of(account, { tls: renewed, hosts }).call(get(url))).kind, 'answer')
    release()
    assert.equal((await open).kind, 'answer')
    assert.equal(new Set(serials).size, 2, serials.join())
  })
})
