import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { issueCertificate, testAuthority } from '../../test/support/certificates.ts'
import { accountClients } from './account-clients.ts'
import type { ConnectorAccount } from './connector.ts'

it('the client of an account shows its newest certificate, while calls with the older one run to their end', async (t) => {
  const authority = await testAuthority()
  const server = createServer(
    { ...(await issueCertificate(authority)), ca: authority.cert, requestCert: true },
    (request, response) => {
      const { fingerprint256 } = (request.socket as TLSSocket).getPeerCertificate()
      setTimeout(() => response.end(JSON.stringify(fingerprint256)), request.url === '/slow' ? 300 : 0)
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const clients = accountClients((account) => ({ ...JSON.parse(account.credentials), ca: authority.cert }))
  const accountWith = async (): Promise<ConnectorAccount> => ({
    id: 'one',
    connector: 'x',
    environment: 'live',
    credentials: JSON.stringify(await issueCertificate(authority)),
  })
  const shown = async (account: ConnectorAccount, path: string) => {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const answer = await clients.of(account).call({ method: 'GET', url, headers: {}, timeoutMs: 5_000 })
    return answer.kind === 'answer' ? answer.body : answer
  }
  const [first, second] = await Promise.all([accountWith(), accountWith()])
  assert.equal(clients.of(first), clients.of(first))
  const under = shown(first, '/slow')
  await sleep(50)
  const newer = await shown(second, '/')
  const older = await under
  assert.match(String(older), /^([0-9A-F]{2}:){31}/)
  assert.match(String(newer), /^([0-9A-F]{2}:){31}/)
  assert.notEqual(newer, older)
  assert.equal(await shown(second, '/'), newer)
  await clients.close()
})
