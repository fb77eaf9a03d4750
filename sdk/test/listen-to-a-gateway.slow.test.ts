import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Callback } from '../src/callbacks/callback.ts'
import { nodeCallbackHandler } from '../src/callbacks/node-handler.ts'
import { pasarelaClient } from '../src/client/client.ts'
import { type CliProcess, startCli } from './support/cli-process.ts'
import { type GatewayWorld, startGatewayWorld } from './support/gateway-world.ts'

describe('pasarela listen at a real gateway', () => {
  let world: GatewayWorld
  before(async () => {
    world = await startGatewayWorld({ ownProcess: true })
  })
  after(async () => await world.stop())

  /** Payments through one process of the gateway. */
  const payments = (url: string) => {
    const client = pasarelaClient({ baseUrl: url, apiKey: world.demo.api_key })
    const reference = () => randomBytes(11).toString('hex')
    return {
      /** A pay-in that the bank pays a moment later. */
      payin: async (): Promise<string> => {
        const body = { service_code: 'BT_AR', amount: 10, payer_doc_id: '20-26756539-3' } as const
        return (await client.createPayin({ ...body, reference: reference() })).data.transaction_id
      },
      /** A payout that is COMPLETED when it is answered. */
      payout: async (): Promise<string> => {
        const body = {
          service_code: 'BT_AR',
          amount: 10,
          account_type: 'CBU',
          account: '2850590940090418135201',
        } as const
        const { data } = await client.createPayout({ ...body, reference: reference() })
        assert.equal(data.status, 'COMPLETED')
        return data.transaction_id
      },
    }
  }

  it('brings real callbacks to a handler that checks them, and misses none while the gateway is killed', async (t) => {
    const { auth_point_id: authPointId, auth_api_token: authApiToken, webhook_secret: webhookSecret } = world.demo
    const received: Callback[] = []
    const refused: string[] = []
    const handler = nodeCallbackHandler({
      authPointId,
      authApiToken,
      webhookSecret,
      onCallback: (callback) => void received.push(callback),
      onRefused: ({ message }) => void refused.push(message),
    })
    const server = createServer(handler).listen(0, '127.0.0.1')
    t.after(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const other = payments((await world.anotherGateway()).url)
    const own = payments(world.url)
    // Address and key come from data/demo.json, as in the folder of a started gateway.
    const cli: CliProcess = startCli(['listen', '--forward', url], { cwd: world.folder })
    t.after(() => cli.interrupt())
    await cli.until(({ err }) => err.some((line) => line.startsWith('Waiting for events')))

    const wanted = [await own.payin()]
    await cli.until(({ out }) => out.length === 1)
    // Its process dies before the bank has paid it.
    wanted.push(await own.payin())
    await world.killGateway()
    await cli.until(({ err }) => err.some((line) => line.includes('Trying again until it is back')))
    wanted.push(await other.payout(), await other.payout())
    assert.ok(cli.out().length <= 2)
    await world.startGateway()
    wanted.push(await own.payout())
    await cli.until(({ out }) => out.length === wanted.length)

    assert.ok(cli.err().includes('The gateway is back.'))
    assert.ok(cli.out().every((line) => / COMPLETED {2}-> 200 in \d+ ms$/.test(line)))
    assert.deepEqual(received.map(({ transaction_id: id }) => id).toSorted(), wanted.toSorted())
    assert.deepEqual(refused, [])
    cli.interrupt()
    assert.equal(await cli.ended, 0)
  })
})
