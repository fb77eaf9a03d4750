import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { gatewayRoot } from '../support/processes.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'
import { payinTable, payoutTable } from './payment-methods-spec-data.ts'

/** Plain JavaScript that was written from the specification alone. */
const folderOfClient = join(gatewayRoot, '..', 'conformance', 'client')
const load = async (name: string) => await import(pathToFileURL(join(folderOfClient, name)).href)

interface Client {
  baseUrl: string
  authorization: string
}
interface SpecClient {
  createPayin(client: Client, payment: object): Promise<Wire>
  createPayout(client: Client, payment: object): Promise<Wire>
  createCardPayin(client: Client, payment: object): Promise<Wire>
  exampleCardPayin(reference: string): object
}
interface Handler {
  callbackListener(merchant: object): RequestListener
}

describe('a client and a callback handler that know the specification alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-client-'))
  const remembered: Wire[] = []
  const answers: number[] = []
  const merchant = { authPointId: '', authApiToken: '', remember: (callback: Wire) => void remembered.push(callback) }
  let specification: SpecClient
  const world = openWorld(async (t) => {
    t.after(async () => rmSync(folder, { recursive: true, force: true }))
    specification = await load('spec-client.mjs')
    const { callbackListener } = (await load('callback-handler.mjs')) as Handler
    const authority = await testAuthority()
    writeFileSync(join(folder, 'ca.pem'), authority.cert)
    const listener = callbackListener(merchant)
    const server = createServer(await issueCertificate(authority), (request, response) => {
      response.on('finish', () => answers.push(response.statusCode))
      listener(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(async () => {
      server.close()
      server.closeAllConnections()
    })
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`
    const callbacks = { CALLBACK_ALLOW_CIDRS: '127.0.0.0/8', CALLBACK_CA_FILE: join(folder, 'ca.pem') }
    return { env: { DEMO_CALLBACK_URL: url, ...callbacks } }
  })
  before(() => {
    merchant.authPointId = world.demo.auth_point_id
    merchant.authApiToken = world.demo.auth_api_token
  })

  const client = (): Client => ({ baseUrl: world.url, authorization: `Bearer ${world.demo.api_key}` })
  const told = async (data: Wire, payType: string): Promise<void> => {
    const isOurs = (callback: Wire) => callback.transaction_id === data.transaction_id
    const callback = await eventually(async () => remembered.find(isOurs), `the callback of ${data.transaction_id}`)
    const { status, reference, pay_type: type } = callback
    assert.deepEqual([status, reference, type], ['COMPLETED', data.reference, payType])
  }

  it('are paid by every service code of the specification', async () => {
    for (const [code, { fields }] of Object.entries(payinTable)) {
      const payment = { service_code: code, amount: 1500, reference: `client-in-${code}`, ...fields }
      const data = await specification.createPayin(client(), payment)
      assert.deepEqual([data.status, data.amount, data.reference], ['PENDING', 1500, payment.reference])
      await told(data, 'payin')
    }
  })

  it('pay out by every service code of the specification', async () => {
    for (const [code, { fields }] of Object.entries(payoutTable)) {
      const payment = { service_code: code, amount: 1500, reference: `client-out-${code}`, ...fields }
      const data = await specification.createPayout(client(), payment)
      assert.deepEqual([data.status, data.amount, data.reference], ['COMPLETED', 1500, payment.reference])
      await told(data, 'payout')
    }
  })

  it('charge a card as the example does, with numbers where the table says number', async () => {
    const reference = randomBytes(11).toString('hex')
    const data = await specification.createCardPayin(client(), specification.exampleCardPayin(reference))
    assert.equal(data.status, 'PENDING')
    assert.match(data.redirect_url, /^http/)
    await told(data, 'payin')
  })

  it('are told a refusal by the outer status', async () => {
    const refused = { service_code: 'BT_AR', reference: 'client-refused' }
    await assert.rejects(specification.createPayin(client(), refused), /refused \(fail\)/)
    await assert.rejects(specification.createPayout(client(), refused), /refused \(error\)/)
  })

  it('never answer a callback with anything but 200', () => {
    assert.equal(remembered.length, Object.keys(payinTable).length + Object.keys(payoutTable).length + 1)
    assert.deepEqual(new Set(answers), new Set([200]))
  })
})
