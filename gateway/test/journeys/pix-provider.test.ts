import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { present } from '../../src/values/assert.ts'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { type PixProvider, pixAccountCredentials, pixCustomers, startPixProvider } from '../support/pix-provider.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('Pix through a provider that demands a client certificate', () => {
  const world = openWorld({ receives: true })
  let provider: PixProvider
  let account = ''
  let files = 0
  const by = ['--by', 'ana']

  const credentialsFile = async (changes: Record<string, unknown> = {}) => {
    files += 1
    const path = join(world.folder, `pix-${files}.json`)
    await writeFile(path, JSON.stringify(pixAccountCredentials(provider, changes)))
    return path
  }
  const payin = async (reference: string, amount = 150.25) => {
    const body = { service_code: 'PIX_BR', amount, reference, payer_doc_id: '390.533.447-05' }
    return await world.call('POST', '/api/v1/payments/payin_hth', { body })
  }
  const reaches = async (id: string, status: string) =>
    await eventually(async () => {
      const { body } = await world.call('GET', `/api/v1/payments/${id}`)
      return body.data.status === status ? (body.data as Wire) : undefined
    }, `${id} is ${status}`)
  const txidOf = (id: string) => id.replaceAll('-', '')
  const pay = async (id: string, more: object = {}) =>
    await provider.control('POST', '/pay', { txid: txidOf(id), ...more })
  const show = async () => await world.command('connector', 'show', account)
  const told = (reference: string) => world.receiver.requests.filter(({ body }) => body.includes(reference))

  const payOpenCharges = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const { charges } = await provider.control('GET', '/records')
      // Only the certification's own: one real.
      const open = charges.filter((each: Wire) => each.status === 'ATIVA' && each.original === 100)
      for (const { txid } of open) await provider.control('POST', '/pay', { txid }).catch(() => undefined)
      await sleep(200)
    }
  }

  before(async () => {
    provider = await startPixProvider(world, { tls: true })
  })

  it('is set up by commands: wrong credentials are refused by the provider, right ones are tried and kept', async () => {
    const add = [
      'connector',
      'add',
      '--connector',
      'pix-api',
      '--environment',
      'test',
      '--name',
      'Banco Exemplo',
      ...by,
    ]
    const strangers = await issueCertificate(await testAuthority())
    const wrongs: [Record<string, unknown>, RegExp][] = [
      [{ client_secret: 'a-wrong-secret' }, /refuses the client id, the client secret or the certificate/],
      [{ certificate: strangers.cert, private_key: strangers.key }, /does not answer/],
      [{ certificate: strangers.cert }, /does not belong to the private key/],
    ]
    for (const [changes, why] of wrongs) {
      const refused = await world.command(...add, '--try', '--credentials', await credentialsFile(changes))
      assert.notEqual(refused.code, 0)
      assert.match(refused.output, why)
    }
    const added = await world.facts(...add, '--try', '--credentials', await credentialsFile())
    account = present(added['connector_account_id'], 'the account')
    assert.match((await show()).output, /certificate certificate\W+CN=Test server, until/)
    assert.equal((await world.facts('connector', 'notify', account, ...by))['registered'], 'yes')
    assert.equal((await world.facts('connector', 'try', account))['notifications'], 'registered')
    const route = ['route', 'add', '--account', account, '--service-code', 'PIX_BR', '--direction', 'payin']
    await world.facts(...route, '--point', world.demo.auth_point_id, '--priority', '1', ...by)
    await eventually(async () => {
      const { body } = await payin(`first-${Math.random()}`)
      return String(body.data?.pix_br_code).includes('simpsp.example.com') || undefined
    }, 'the route is used')
  })

  it('gives the payer the bank’s code in the answer, and completes by the bank’s bell, confirmed by a question', async () => {
    const { status, body } = await payin('pix-1')
    assert.equal(status, 200)
    assert.match(body.data.pix_br_code, /br\.gov\.bcb\.pix.*simpsp\.example\.com.*6304[0-9A-F]{4}$/)
    const { endToEndId } = await pay(body.data.transaction_id)
    const found = await reaches(body.data.transaction_id, 'COMPLETED')
    assert.equal(found.amount, 150.25)
    await eventually(async () => await Promise.resolve(told('pix-1')[0]), 'the callback')
    const { rows } = await world.db.query('select end_to_end_id from transactions where id = $1', [
      body.data.transaction_id,
    ])
    assert.equal(rows[0].end_to_end_id, endToEndId)
  })

  it('replays a repeated reference without a second charge', async () => {
    const [first, second] = [await payin('pix-2'), await payin('pix-2')]
    assert.equal(second.body.data.transaction_id, first.body.data.transaction_id)
    assert.equal(second.body.data.pix_br_code, first.body.data.pix_br_code)
    const { charges } = await provider.control('GET', '/records')
    const own = charges.filter((each: Wire) => each.txid === txidOf(first.body.data.transaction_id))
    assert.deepEqual(
      own.map((each: Wire) => each.revisao),
      [0],
    )
  })

  it('moves nothing for a push that another customer of the same bank had sent to our address', async () => {
    const { transaction_id: id } = (await payin('pix-3')).body.data
    const { webhooks } = await provider.control('GET', '/records')
    const url = `${webhooks[0].webhookUrl}/pix`
    const forged = { endToEndId: 'E99999003203006151200ABCDEFGHIJK', txid: txidOf(id), valor: '150.25', horario: 'x' }
    const send = async (to: string, chave: string) =>
      (await provider.control('POST', '/push', { url: to, body: { pix: [{ ...forged, chave }] } })).status
    assert.equal(await send(url, pixCustomers.stranger.keys[0]), 200)
    assert.equal(await send(url, pixCustomers.shop.keys[0]), 200)
    assert.notEqual(await send(url.replace('5b5b', '5c5c'), pixCustomers.shop.keys[0]), 200)
    await pay((await payin('pix-4')).body.data.transaction_id)
    await eventually(async () => await Promise.resolve(told('pix-4')[0]), 'a later one')
    assert.equal((await world.call('GET', `/api/v1/payments/${id}`)).body.data.status, 'PENDING')
  })

  it('answers 503 while the code is missing, and the same request gets it when the answer was lost', async () => {
    await provider.control('POST', '/faults', { kind: 'lost', method: 'PUT', path: '/cob/' })
    const first = await payin('pix-5')
    assert.ok([200, 503].includes(first.status), String(first.status))
    // The gateway would ask in an hour: the merchant's repetition brings it forward.
    const later = `update attempts set next_action_at = gateway_now() + interval '1 hour' where transaction_id =
      (select id from transactions where reference = 'pix-5') and state = 'open'`
    if (first.status === 503) assert.equal((await world.db.query(later)).rowCount, 1)
    await sleep(5_000)
    const found = await eventually(async () => {
      const again = await payin('pix-5')
      return again.status === 200 ? again.body.data : undefined
    }, 'the code')
    await pay(found.transaction_id)
    await reaches(found.transaction_id, 'COMPLETED')
    const { charges } = await provider.control('GET', '/records')
    assert.equal(charges.filter((each: Wire) => each.txid === txidOf(found.transaction_id)).length, 1)
  })

  it('finds a payment whose push was lost, after the provider was killed', async () => {
    const { transaction_id: id } = (await payin('pix-6')).body.data
    await world.stopGateway()
    await pay(id)
    await provider.kill()
    await provider.start()
    await world.startGateway()
    await world.db.query('update attempts set next_action_at = statement_timestamp() where transaction_id = $1', [id])
    await world.round('inquire')
    await reaches(id, 'COMPLETED')
  })

  it('credits what came: a payment above the amount, and money that the banks took back', async () => {
    const { transaction_id: id } = (await payin('pix-7', 100)).body.data
    const { endToEndId } = await pay(id, { valor: 11_000 })
    const paid = await reaches(id, 'COMPLETED')
    assert.equal(paid.credited_amount ?? paid.received_amount, 110)
    await provider.control('POST', '/take-back', { endToEndId, valor: 11_000 })
    await eventually(async () => {
      const { rows } = await world.db.query('select reversed_minor from transactions where id = $1', [id])
      return rows[0].reversed_minor === '11000' || undefined
    }, 'the reversal')
  })

  it('calls the charge off at the bank when the merchant cancels', async () => {
    const { transaction_id: id } = (await payin('pix-8')).body.data
    const cancelled = await world.call('POST', `/api/v1/payments/${id}/cancel`)
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
    await eventually(async () => {
      const { charges } = await provider.control('GET', '/records')
      const own = charges.find((each: Wire) => each.txid === txidOf(id))
      return own.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || undefined
    }, 'the charge is removed')
    await assert.rejects(pay(id), /not_payable/)
  })

  it('is certified where the provider keeps every promise, and the report is signed', async () => {
    const report = join(world.folder, 'report.json')
    const certify = ['certify', 'pix', '--account', account, '--report', report, ...by]
    const alone = await world.command(...certify, '--wait', '0')
    assert.equal(alone.code, 1)
    assert.match(alone.output, /payment\W+skipped: Nobody was there to pay/)
    assert.match(alone.output, /certified\W+no/)
    // The sandbox's payer: pays whatever is open.
    const done = new AbortController()
    const payer = payOpenCharges(done.signal)
    const whole = await world.command(...certify, '--wait', '60')
    done.abort()
    await payer
    assert.equal(whole.code, 0, whole.output)
    assert.match(whole.output, /certified\W+yes/)
    assert.equal((whole.output.match(/: passed|passed: /g) ?? []).length >= 12, true, whole.output)
    const signed = JSON.parse(await readFile(report, 'utf8'))
    const { steps } = JSON.parse(signed.report)
    assert.deepEqual([...new Set(steps.map((each: Wire) => each.result))], ['passed'])
    const [{ calls }] = steps
    assert.deepEqual([calls[0].method, calls[0].status], ['GET', 200])
    const { client_secret: secret, notification_secret: path } = pixAccountCredentials(provider)
    assert.ok(!signed.report.includes(String(secret)) && !signed.report.includes(String(path)))
    assert.equal((await world.facts('certify', 'check', report))['signed'], 'yes')
    await writeFile(report, JSON.stringify({ ...signed, report: signed.report.replace('"certified"', '"certifiEd"') }))
    assert.equal((await world.command('certify', 'check', report)).code, 1)
    assert.match((await show()).output, /certified\W+certified on \d{4}-\d\d-\d\d by ana\n/)
  })

  it('is not certified where the bank answers otherwise', async () => {
    await provider.control('POST', '/faults', { kind: 'failed', method: 'PATCH', path: '/cob/' })
    const report = join(world.folder, 'failed.json')
    const tried = await world.command('certify', 'pix', '--account', account, '--report', report, '--wait', '0', ...by)
    assert.equal(tried.code, 1)
    assert.match(tried.output, /removal\W+failed: the removal: the answer was HTTP 500/)
    assert.match((await show()).output, /certified\W+not certified: tried on/)
  })

  it('goes on with a new certificate while it serves, and books what the bank recorded', async () => {
    const customer = await issueCertificate(present(provider.tls, 'TLS').authority)
    const file = await credentialsFile({ certificate: customer.cert, private_key: customer.key })
    await world.facts('connector', 'credentials', account, '--try', '--credentials', file, ...by)
    const made = await Promise.all(Array.from({ length: 10 }, async (_, at) => await payin(`pix-9-${at}`)))
    assert.deepEqual([...new Set(made.map(({ status }) => status))], [200])
    const { payments } = await provider.control('GET', '/records')
    const orders = await world.db.query(`select replace(id::text, '-', '') as txid from transactions`)
    const txids = new Set(orders.rows.map(({ txid }) => txid))
    const atBank = payments
      .filter(({ txid }: Wire) => txids.has(txid))
      .reduce((total: number, { valor }: Wire) => total + valor, 0)
    await eventually(async () => {
      const { rows } = await world.db.query(
        `select coalesce(sum(credited_minor), 0)::bigint as sum from transactions where connector_account_id = $1`,
        [account],
      )
      return Number(rows[0].sum) === atBank || undefined
    }, 'the sums are equal')
    const verified = await world.command('verify')
    assert.equal(verified.code, 0, verified.output)
  })
})
