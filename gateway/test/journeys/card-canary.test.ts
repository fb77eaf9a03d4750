import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { canaryNumber, flatCard, nestedCard } from '../support/card-request.ts'
import { type CallOptions, eventually, openWorld } from '../support/world.ts'

describe('a card number or security code leaves no trace', () => {
  const world = openWorld({ ownProcess: true, env: { LOG_LEVEL: 'trace' } })
  const numbers: string[] = []
  const replies: string[] = []

  const fresh = () => {
    const number = canaryNumber()
    numbers.push(number)
    return number
  }
  const send = async (path: string, options: CallOptions) => {
    const answer = await world.call('POST', `/api/v1/${path}`, options)
    replies.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]))
    return answer
  }
  /** Distinct enough to be searched for: no other part of a reply or row looks like it. */
  const code = '913'
  const withCode = (body: Record<string, unknown>) => ({ ...body, payer_card_security_code: code })

  it('whatever is sent, right or wrong', async () => {
    const good = withCode(flatCard(fresh(), { url_handler_redirect: 'https://shop.example.com/x' }))
    assert.equal((await send('payments/payin_hth', { body: good })).status, 200)
    assert.equal((await send('payments/payin_hth', { body: good })).headers.get('idempotent-replayed'), 'true')
    assert.equal((await send('payments/payin_hth', { body: { ...good, amount: 1 } })).status, 409)
    assert.equal((await send('payments/payin_hth', { body: { ...good, payer_card_number: fresh() } })).status, 409)
    assert.equal(
      (await send('payments/payin_hth', { body: nestedCard(fresh(), { payer_card_security_code: code }) })).status,
      200,
    )
    assert.equal(
      (await send('payments/payin_hth', { body: withCode(flatCard('4', { payer_card_number: Number(fresh()) })) }))
        .status,
      200,
    )
    for (const wrong of [
      { payer_card_type: 'MASTERCARD' },
      { payer_card_exp_year: '2001' },
      { payer_card_exp_month: fresh() },
      { payer_card_security_code: fresh() },
      { payer_zip_code: `${fresh()}9` },
      { payer_card_number: `${fresh().slice(0, 15)}x` },
      { payer_card_number: [fresh()] },
      { payer_card_number: { number: fresh() } },
      { payer_card_type: fresh() },
      { reference: 'short' },
      { payer_card_holder_name: fresh() },
      { payer_city: `${fresh().slice(0, 4)} ${numbers.at(-1)?.slice(4)}` },
    ]) {
      const answer = await send('payments/payin_hth', { body: { ...withCode(flatCard(fresh())), ...wrong } })
      assert.equal(answer.status, 422, JSON.stringify(answer.body))
    }
    const body = JSON.stringify(withCode(flatCard(fresh())))
    assert.equal((await send('payments/payin_hth', { raw: body.slice(0, -1) })).status, 400)
    assert.equal((await send('payments/payin_hth', { raw: body.replace('"payer_city"', '"payer_city') })).status, 400)
    assert.equal(
      (await send('payments/payin_hth', { raw: body, headers: { 'content-type': 'text/plain' } })).status,
      415,
    )
    assert.equal((await send('payments/payin_hth', { raw: body, key: 'pas_test_wrong' })).status, 401)
    assert.equal((await send('payments/payout_hth', { body: withCode(flatCard(fresh())) })).status, 422)
    const bank = { service_code: 'BT_AR', amount: 1, reference: 'stray', payer_doc_id: '20267565393' }
    assert.equal((await send('payments/payin_hth', { body: { ...bank, payer_card_number: fresh() } })).status, 200)
    assert.equal(
      (await send('payments/payin_hth', { body: { ...bank, reference: 'stray-2', account: fresh() } })).status,
      200,
    )
    assert.equal(
      (
        await send('payments/payin_hth', {
          body: { ...bank, reference: 'stray-3', [`x${fresh().replace(/(....)/g, '$1.')}`]: 1 },
        })
      ).status,
      200,
    )
    const headers = () => ({
      'user-agent': `Shop/1 ${fresh()}`,
      referer: `https://shop.example/${fresh()}`,
      'x-extra': fresh(),
    })
    assert.equal((await world.call('GET', '/api/v1/payments?limit=1', { headers: headers() })).status, 200)
    const person = await world.visitor().call('POST', '/console/session', {
      body: world.demo.people.owner,
      headers: headers(),
    })
    assert.equal(person.status, 200)
    const notified = await fetch(`${world.url}/provider-notifications/${randomUUID()}`, {
      method: 'POST',
      headers: headers(),
      body: fresh(),
    })
    assert.equal(notified.status, 401)
    assert.equal((await send('validate', { body: { operation: 'payin', ...withCode(flatCard(fresh())) } })).status, 200)
    await world.killBank()
    assert.equal((await send('payments/payin_hth', { body: withCode(flatCard(fresh())) })).status, 200)
    await world.startBank()
    await eventually(async () => {
      const found = await world.call('GET', '/api/v1/payments?status=PENDING')
      const cards = found.body.data.items.filter((item: { service_code: string }) =>
        item.service_code.startsWith('CC1'),
      )
      return cards.length === 0 ? true : undefined
    }, 'every card pay-in is decided')
    for (const path of ['payments?limit=100', 'test/inbox?limit=100']) {
      replies.push(JSON.stringify((await world.call('GET', `/api/v1/${path}`)).body))
    }
  })

  it('in the replies, the logs, the database, the bank’s book and the files', async () => {
    const places: Record<string, string> = {
      replies: replies.join('\n'),
      output: world.output(),
      database: await databaseText(world.databaseUrl),
      files: filesUnder(world.folder),
    }
    assert.ok(numbers.length > 20)
    for (const [place, text] of Object.entries(places)) {
      assert.ok(text.length > 1_000, `${place} was looked at`)
      const digits = text.replace(/[ -]/g, '')
      for (const number of numbers) {
        assert.ok(!text.includes(number), `${number} stands in ${place}`)
        assert.ok(!digits.includes(number), `${number} stands in ${place}, with separators`)
        assert.ok(!text.includes(Buffer.from(number).toString('hex')), `${number} stands in ${place} as bytes`)
        assert.ok(
          !text.includes(Buffer.from(number).toString('base64').slice(0, 20)),
          `${number} stands in ${place} in base64`,
        )
      }
      assert.ok(
        !new RegExp(`(security_code|cvv|cvc)[^,}]{0,20}${code}`, 'i').test(text),
        `a security code stands in ${place}`,
      )
      assert.ok(!text.includes(`"${code}"`), `a security code stands in ${place}`)
    }
    // What may be kept is there, so the search looked at the right places.
    const [first = ''] = numbers
    assert.ok(places['database']?.includes(first.slice(0, 6)) && places['database'].includes(first.slice(-4)))
    assert.ok(places['files']?.includes(first.slice(-4)))
  })
})

async function databaseText(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    assert.ok(tables.rows.length > 10)
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...rows.rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

function filesUnder(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'latin1'))
    .join('\n')
}
