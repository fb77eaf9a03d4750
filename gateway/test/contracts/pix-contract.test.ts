import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CallContext, ConnectorAccount, Order } from '../../src/connectors/connector.ts'
import { pixApi } from '../../src/connectors/pix-api/connector.ts'
import { uuidV7 } from '../../src/platform/ids.ts'
import { present } from '../../src/values/assert.ts'
import { type PixProvider, pixAccountCredentials, pixCustomers, startPixProvider } from '../support/pix-provider.ts'
import { type ContractCheck, contractCheck } from './contract-check.ts'
import { type ContractServer, contractServer } from './contract-server.ts'
import { withDescriptions } from './described-api.ts'
import { pixDescription } from './pix-description.ts'

const notifyUrl = 'http://127.0.0.1:9/provider-notifications/one'

function checkToken({
  method,
  path,
  headers,
  body,
}: Parameters<Parameters<typeof contractServer>[1]['checkOther']>[0]) {
  const isGrant = new URLSearchParams(body).get('grant_type') === 'client_credentials'
  const isRight = method === 'POST' && path === '/oauth/token' && isGrant && headers.authorization?.startsWith('Basic ')
  return isRight ? [] : [`${method} ${path} ${body} is no request for a token`]
}

/** Stories at a simulated provider that keeps its own records. The description decides about each request and each answer. */
describe('the Pix connector by the published description', withDescriptions, () => {
  const connector = pixApi()
  const endings: (() => unknown)[] = []
  const cleanup = { after: (work: () => unknown) => void endings.unshift(work) }
  let provider: PixProvider
  let contract: ContractCheck
  let server: ContractServer
  let account: ConnectorAccount

  before(async () => {
    provider = await startPixProvider(cleanup)
    contract = contractCheck(pixDescription().description)
    server = await contractServer(cleanup, {
      contract,
      provider: provider.url,
      apiPath: '/api',
      checkOther: checkToken,
    })
    account = accountWith({})
  })
  after(async () => {
    await connector.close()
    for (const end of endings) await end()
  })

  const accountWith = (changes: Record<string, unknown>): ConnectorAccount => ({
    id: uuidV7(new Date()),
    connector: 'pix-api',
    environment: 'test',
    credentials: JSON.stringify(pixAccountCredentials({ url: server.url, tls: undefined }, changes)),
  })
  const context = (): CallContext => ({ account, timeoutMs: 5_000, notifyUrl })
  const anOrder = (amountMinor = 10_000n): { order: Order; key: string } => {
    const transactionId = uuidV7(new Date())
    const order: Order = {
      transactionId,
      pointId: uuidV7(new Date()),
      environment: 'test',
      payType: 'payin',
      serviceCode: 'PIX_BR',
      kind: 'qr',
      country: 'BR',
      currency: 'BRL',
      amountMinor,
      sequence: 36n ** 5n,
      expiresAt: new Date(Date.now() + 3_600_000),
      executeBefore: null,
      details: { payer_doc_id: '39053344705', payer_name: 'Maria Silva' },
      instructions: {},
    }
    return { order, key: connector.keyFor?.(transactionId, 1) ?? '' }
  }
  const submit = async ({ order, key }: ReturnType<typeof anOrder>) => await connector.submit(order, key, context())
  const inquire = async (key: string) => await connector.inquire(key, context())
  const cancel = async (key: string) => await present(connector.cancel, 'cancel')(key, context())
  const pay = async (key: string, more: object = {}) => await provider.control('POST', '/pay', { txid: key, ...more })
  const breakNext = async (kind: string, method: string) =>
    await provider.control('POST', '/faults', { kind, method, path: '/cob/' })
  const sent = async () => {
    const each = anOrder()
    assert.equal((await submit(each)).kind, 'pending')
    return each.key
  }
  const chargesOf = async (key: string) =>
    (await provider.control('GET', '/records')).charges.filter((each: { txid: string }) => each.txid === key)

  it('makes a charge once, however often it is sent, and gives its code', async () => {
    const each = anOrder(123_456n)
    const first = await submit(each)
    assert.ok(first.kind === 'pending')
    assert.match(present(first.instructions?.pixBrCode, 'the code'), /^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/)
    assert.equal((await submit(each)).kind, 'pending')
    assert.equal((await inquire(each.key)).kind, 'pending')
    const [charge, ...others] = await chargesOf(each.key)
    assert.deepEqual([charge.original, charge.revisao, others.length], [123_456, 1, 0])
  })

  it('credits what was paid: all, more, and twice', async () => {
    const exact = await sent()
    const { endToEndId } = await pay(exact)
    assert.deepEqual(await inquire(exact), {
      kind: 'completed',
      creditedMinor: 10_000n,
      currency: 'BRL',
      providerReference: endToEndId,
      endToEndId,
    })
    const more = await sent()
    await pay(more, { valor: 11_000 })
    const over = await inquire(more)
    assert.ok(over.kind === 'completed' && over.creditedMinor === 11_000n)
    await pay(more, { valor: 250, anyway: true })
    const twice = await inquire(more)
    assert.ok(twice.kind === 'completed' && twice.creditedMinor === 11_250n)
  })

  it('cancels a charge for ever, or learns that it was paid', async () => {
    const open = await sent()
    assert.equal(await cancel(open), 'cancelled')
    assert.equal(await cancel(open), 'cancelled')
    await assert.rejects(pay(open), /not_payable/)
    const ended = await inquire(open)
    assert.ok(ended.kind === 'rejected' && ended.reason === 'cancelled')
    const paid = await sent()
    await pay(paid)
    assert.equal(await cancel(paid), 'too_late')
    assert.equal(await cancel(anOrder().key), 'not_found')
  })

  it('reports money that the banks took back, in all', async () => {
    const key = await sent()
    const { endToEndId } = await pay(key)
    await provider.control('POST', '/take-back', { endToEndId, valor: 4_000 })
    await provider.control('POST', '/take-back', { endToEndId, valor: 6_000, natureza: 'MED_OPERACIONAL' })
    const back = await inquire(key)
    assert.ok(back.kind === 'reversed')
    assert.deepEqual([back.amountMinor, back.creditedMinor], [10_000n, 10_000n])
    assert.equal(back.detail?.code, 'MED_FRAUDE, MED_OPERACIONAL')
  })

  it('says that a charge is not found only in the standard’s own word', async () => {
    assert.equal((await inquire(anOrder().key)).kind, 'not_found')
    const usual = account
    account = accountWith({ base_url: `${provider.url}/elsewhere` })
    assert.equal((await inquire(anOrder().key)).kind, 'unknown')
    account = usual
  })

  for (const kind of ['lost', 'broken', 'failed']) {
    it(`asks again about a charge whose answer is ${kind}`, async () => {
      const each = anOrder()
      await breakNext(kind, 'PUT')
      assert.equal((await submit(each)).kind, 'unknown')
      const found = await inquire(each.key)
      assert.ok(found.kind === 'pending' && found.instructions?.pixBrCode !== undefined)
      assert.equal((await chargesOf(each.key)).length, 1)
    })
  }

  it('knows what the provider surely did not take', async () => {
    const each = anOrder()
    await breakNext('limited', 'PUT')
    assert.deepEqual(await submit(each), { kind: 'not_sent', why: 'rate_limited', retryAfterMs: 1_000 })
    for (const kind of ['unavailable', 'dropped']) {
      await breakNext(kind, 'PUT')
      assert.equal((await submit(each)).kind, 'unknown')
    }
    assert.equal((await chargesOf(each.key)).length, 0)
  })

  it('shares one token, and gets another one when it is no longer valid', async () => {
    const tokens = () => server.calls.filter(({ path }) => path === '/oauth/token').length
    const before = tokens()
    await Promise.all([sent(), sent(), sent()])
    assert.equal(tokens(), before)
    await provider.control('POST', '/revoke-tokens')
    await Promise.all([sent(), sent(), sent()])
    assert.equal(tokens(), before + 1)
  })

  it('takes a push as a bell for its own charges only', async () => {
    const key = await sent()
    const read = (path: string, pix: object[]) =>
      present(connector.readNotifications, 'the reader')(
        {
          body: Buffer.from(JSON.stringify({ pix })),
          headers: {},
          arrival: { path, query: {}, remoteAddress: '127.0.0.1' },
        },
        account,
        new Date(),
      )
    const secret = String(pixAccountCredentials({ url: '', tls: undefined })['notification_secret'])
    const push = { endToEndId: 'E12345678203006151200abcdefghijk', txid: key, valor: '1.00', horario: '2030-06-15' }
    const own = read(`/${secret}/pix`, [{ ...push, chave: pixCustomers.shop.keys[0] }])
    assert.deepEqual(
      own?.map((each) => [each.key, each.outcome.kind]),
      [[key, 'inquire']],
    )
    assert.deepEqual(read(`/${secret}/pix`, [{ ...push, chave: pixCustomers.stranger.keys[0] }]), [])
    assert.equal(read(`/${'00'.repeat(32)}/pix`, [push]), undefined)
    assert.equal((await inquire(key)).kind, 'pending')
  })

  it('tries an account by the webhook of its key', async () => {
    const tryNow = async () => await present(connector.setUp?.tryCredentials, 'the call')(context())
    assert.deepEqual(await tryNow(), { ok: true, facts: { notifications: 'not registered' } })
    const usual = account
    account = accountWith({ client_secret: 'a-wrong-secret' })
    assert.equal((await tryNow()).ok, false)
    account = accountWith({ pix_key: pixCustomers.stranger.keys[0] })
    assert.deepEqual(await tryNow(), { ok: true, facts: { notifications: 'not registered' } })
    account = usual
  })

  it('is told by an order at another customer’s key that it is not sent', async () => {
    const usual = account
    account = accountWith({ pix_key: pixCustomers.stranger.keys[0] })
    const each = anOrder()
    assert.deepEqual(await submit(each), { kind: 'not_sent', why: 'refused_by_us' })
    account = usual
    assert.deepEqual(await chargesOf(each.key), [])
  })

  it('agrees with the description in every call', async () => {
    assert.ok(server.calls.length >= 40)
    // The answer that was broken on purpose.
    assert.deepEqual(server.faults, ['PUT /cob/{txid} 201: is no JSON'])
    const seen = contract.seen()
    for (const each of [
      'GET /cob/{txid} 200',
      'GET /cob/{txid} 404',
      'GET /webhook/{chave} 404',
      'PATCH /cob/{txid} 200',
      'PATCH /cob/{txid} 400',
      'PATCH /cob/{txid} 404',
      'PUT /cob/{txid} 201',
      'PUT /cob/{txid} 400',
    ]) {
      assert.ok(seen.includes(each), each)
    }
  })
})
