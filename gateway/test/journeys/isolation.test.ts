import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'

/** A transaction of another point reveals itself by these words only. */
const secretReference = 'the-reference-of-the-first-shop'

interface Route {
  method: string
  path: string
}

interface Shop {
  pointId: string
  keys: Record<string, string>
}

/** What the routes with an {id} and those of test points need; the others refuse it. */
const sent = { payer_reference: '004512', event: 'paid', currency: 'ARS', available: 1, advance_seconds: 0 }

/** Tables that have rows of every shop here; the others may be empty. */
const filled = ['merchants', 'points', 'transactions', 'transaction_history', 'callback_events', 'inbox_messages']

/** The scope of routes where another one would let somebody do what their key is not for. */
const scopeOf: Readonly<Record<string, string>> = {
  'POST /api/v1/payments/payin_hth': 'payins',
  'POST /api/v1/payments/payout_hth': 'payouts',
  'POST /api/v1/payments/{id}/refunds': 'refunds',
  'GET /api/v1/payments': 'read',
  'GET /api/v1/payments/{id}': 'read',
  'POST /api/v1/payments/{id}/cancel': 'payins',
  'GET /api/v1/webhook': 'webhook',
  'PUT /api/v1/webhook': 'webhook',
}

/** What names the first shop's payments in a query, or what the route demands. */
const filters: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/payments': ['reference={reference}', 'pay_type=payin'],
  '/api/v1/refunds': ['payment_id={id}'],
  '/api/v1/webhook/deliveries': ['transaction_id={id}'],
  '/api/v1/statements/{currency}': [`from=${new Date().toISOString().slice(0, 10)}`],
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

const scopes = ['payins', 'payouts', 'refunds', 'read', 'webhook', 'settings', 'approve_payouts']
const body = { service_code: 'BT_AR', amount: 777.01, reference: secretReference, payer_doc_id: '20267565393' }

describe('walls between points', () => {
  const world = openWorld({ docs: true })
  let routes: Route[] = []
  let own = ''
  let delivery = ''
  /** In the feed of callbacks, before the first of all. */
  let beforeAll = ''
  const shops: Record<string, Shop> = {}
  before(async () => {
    beforeAll = (await world.call('GET', '/api/v1/events')).body.data.next_after
    own = (await world.call('POST', '/api/v1/payments/payin_hth', { body })).body.data.transaction_id
    for (const amount of [778, 779])
      await pay(world.demo.api_key, { amount, reference: `${secretReference}-${amount}` })
    delivery = await eventually(async () => {
      const { body: inbox } = await world.call('GET', '/api/v1/test/inbox')
      const log = await world.call('GET', '/api/v1/webhook/deliveries', { key: world.demo.settings_key })
      return inbox.data.messages.length > 1 ? log.body.data.deliveries[0]?.delivery_id : undefined
    }, 'the callbacks of the first shop')
    const merchant = await world.db.query('select m.name from merchants m join points p on p.merchant_id = m.id')
    const sameMerchant: string = merchant.rows[0].name
    shops['same merchant'] = await openShop(sameMerchant, 'test')
    shops['same merchant, live'] = await openShop(sameMerchant, 'live')
    shops['other merchant'] = await openShop('Other', 'test')
    const answer = await fetch(`${world.url}/openapi.json`)
    const document = (await answer.json()) as { paths: Record<string, object> }
    routes = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/v1/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })))
  })

  const openShop = async (merchant: string, environment: string): Promise<Shop> => {
    const point = await world.facts(
      ...['point', 'create', '--merchant', merchant, '--environment', environment, '--name', 'P'],
    )
    const pointId = point['auth_point_id'] ?? ''
    const each = scopes.map(async (scope) => [scope, await keyOf(pointId, scope)] as const)
    return { pointId, keys: Object.fromEntries(await Promise.all(each)) }
  }
  const keyOf = async (pointId: string, scope: string) =>
    (await world.facts('key', 'create', '--point', pointId, '--scopes', scope, '--name', scope))['api_key'] ?? ''
  const pay = async (key: string, changes: { amount: number; reference: string }): Promise<string> => {
    const made = await world.call('POST', '/api/v1/payments/payin_hth', { key, body: { ...body, ...changes } })
    const id = made.body.data.transaction_id
    // It is paid by itself.
    await eventually(async () => {
      const found = await world.db.query(`select from transactions where id = $1 and status = 'COMPLETED'`, [id])
      return found.rowCount === 1 ? true : undefined
    }, 'the payment')
    return id
  }
  const send = async ({ method, path }: Route, options: { key?: string; authorization?: string }): Promise<Answer> =>
    await world.call(method, path.replace('deliveries/{id}', `deliveries/${delivery}`).replace('{id}', own), {
      ...(method === 'GET' ? {} : { body: sent }),
      ...(options.key === undefined ? {} : { key: options.key }),
      ...(options.authorization === undefined ? {} : { headers: { authorization: options.authorization } }),
    })
  const showsNothing = (answer: Answer, what: string) => {
    const text = JSON.stringify([answer.body, ...answer.headers])
    assert.ok(!text.includes(secretReference), `${what}: ${text}`)
    if (answer.status !== 200) assert.equal(answer.body.data, null, what)
  }

  it('every route of the API is known to this test from its own description', () => {
    assert.ok(routes.length >= 12, JSON.stringify(routes))
    assert.ok(routes.filter(({ path }) => path.includes('{id}')).length >= 4)
  })

  it('without a key, with a broken one or with somebody’s name only, every route answers 401 and nothing else', async () => {
    const { api_key: good, auth_point_id: point, auth_api_token: token } = world.demo
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const other = shops['other merchant']?.pointId ?? ''
    const wrong = ['', 'Bearer', `Bearer ${good.toUpperCase()}`, `Bearer ${good.slice(0, -6)}aaaaaa`, `Token ${good}`]
      .concat(`Bearer ${good.split('_').slice(0, 3).join('_')}`, basic(`${point}:`), basic(`${point}:${token}x`))
      .concat(basic(`${other}:${token}`), basic(':'), basic(`${good.replace('test', 'live')}:`))
    for (const route of routes) {
      for (const authorization of wrong) {
        const answer = await send(route, { authorization })
        const what = `${route.method} ${route.path} with ${authorization}`
        assert.equal(answer.status, 401, `${what}: ${JSON.stringify(answer.body)}`)
        assert.match(answer.body.error.code, /^(missing|unknown)_key$/, what)
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
        showsNothing(answer, what)
      }
    }
  })

  it('each route opens to exactly its scopes, and a foreign transaction is not found by any key', async () => {
    const opened: Record<string, string[]> = {}
    for (const [name, shop] of Object.entries(shops)) {
      for (const route of routes) {
        for (const [scope, key] of Object.entries(shop.keys)) {
          const answer = await send(route, { key })
          const what = `${route.method} ${route.path}, ${name}, ${scope}: ${answer.status}`
          showsNothing(answer, what)
          assert.ok(answer.status < 500, what)
          if (answer.body.error?.code === 'scope_missing') assert.equal(answer.status, 403)
          else {
            opened[`${route.method} ${route.path}`] = [...(opened[`${route.method} ${route.path}`] ?? []), scope]
            const expected = route.path.includes('{id}') ? [404] : [200, 404, 409, 422]
            assert.ok(expected.includes(answer.status), `${what} ${JSON.stringify(answer.body)}`)
          }
        }
      }
    }
    for (const { method, path } of routes) {
      const found = new Set(opened[`${method} ${path}`])
      // Who may make refunds or withdrawals reads them too.
      if (method === 'GET' && path.includes('refunds')) assert.deepEqual(found, new Set(['refunds', 'read']), path)
      else if (method === 'GET' && path.includes('withdrawals')) {
        assert.deepEqual(found, new Set(['payouts', 'read']), path)
      } else assert.equal(found.size, 1, `${method} ${path}: ${[...found].join(', ')}`)
    }
    for (const [route, scope] of Object.entries(scopeOf))
      assert.deepEqual(new Set(opened[route]), new Set([scope]), route)
    const mine = await world.call('GET', `/api/v1/payments/${own}`)
    assert.equal(mine.body.data.status, 'PENDING', 'nobody cancelled it')
  })

  it('test routes do not exist for a live point, and Basic with a live point’s own credentials opens nothing', async () => {
    const live = shops['same merchant, live']
    for (const route of routes.filter(({ path }) => path.includes('/test/'))) {
      const answers = await Promise.all(Object.values(live?.keys ?? {}).map(async (key) => await send(route, { key })))
      const statuses = answers.filter(({ body: refused }) => refused.error?.code !== 'scope_missing')
      assert.deepEqual(
        statuses.map(({ status }) => status),
        [404],
        `${route.method} ${route.path}`,
      )
    }
    const made = await world.facts('point', 'create', '--merchant', 'Third', '--environment', 'live', '--name', 'B')
    const text = `${made['auth_point_id']}:${made['auth_api_token']}`
    const authorization = `Basic ${Buffer.from(text).toString('base64')}`
    assert.equal((await send({ method: 'GET', path: '/api/v1/payments' }, { authorization })).status, 401)
  })

  it('the reader role sees rows of its merchant only, in every table that it may read', async () => {
    const key = shops['other merchant']?.keys ?? {}
    const theirs = await world.call('POST', '/api/v1/payments/payin_hth', {
      key: key['payins'] ?? '',
      body: { ...body, amount: 10 },
    })
    await eventually(async () => {
      const inbox = await world.call('GET', '/api/v1/test/inbox', { key: key['read'] ?? '' })
      // Others stand there too: those of the test that opens every route.
      const { messages } = inbox.body.data
      return messages.some((each: Wire) => each.body.includes(theirs.body.data.transaction_id)) ? true : undefined
    }, 'the callback of the other merchant')
    const merchants = await world.db.query<{ id: string; points: string[]; name: string }>(
      `select m.id, m.name, array_agg(p.id) as points from merchants m join points p on p.merchant_id = m.id group by m.id`,
    )
    const other = merchants.rows.find(({ name }) => name === 'Other')
    const first = merchants.rows.find(({ points }) => points.includes(world.demo.auth_point_id))
    const tables = await world.db.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
          and has_table_privilege('pasarela_reader', c.oid, 'select') and c.relname <> 'gateway_clock'`,
    )
    const readable = tables.rows.map(({ name }) => name)
    for (const name of filled) assert.ok(readable.includes(name), name)
    await world.db.query('set role pasarela_reader')
    try {
      for (const table of readable) {
        const rows = async (merchant: string) => {
          await world.db.query(`select set_config('pasarela.merchant_id', $1, false)`, [merchant])
          return (await world.db.query<{ row: string }>(`select t::text as row from ${table} t`)).rows
        }
        assert.deepEqual(await rows(''), [], `${table} without a merchant`)
        assert.deepEqual(await rows('00000000-0000-7000-8000-000000000000'), [], `${table} of nobody`)
        const seen = await rows(other?.id ?? '')
        const foreign = [first?.id ?? '', ...(first?.points ?? []), own]
        for (const { row } of seen) for (const id of foreign) assert.ok(!row.includes(id), `${table}: ${row}`)
        if (filled.includes(table)) assert.ok(seen.length > 0, `${table} has rows of the other merchant`)
      }
      await world.db.query(`select set_config('pasarela.merchant_id', $1, false)`, [other?.id])
      const found = await world.db.query('select id from transactions')
      assert.deepEqual(found.rows, [{ id: theirs.body.data.transaction_id }])
      const refused = [
        'delete from transactions',
        'update transactions set amount_minor = 1',
        'select from api_keys',
      ].concat(`insert into merchants values (gen_random_uuid(), 'x')`)
      for (const text of refused) await assert.rejects(world.db.query(text), /permission denied/, text)
    } finally {
      await world.db.query('reset role')
    }
  })

  it('every list and feed tells of the own point only, from any kept position and by any filter', async () => {
    await pay(shops['same merchant']?.keys['payins'] ?? '', { amount: 21, reference: 'a' })
    const { rows } = await world.db.query<{ id: string; point: string }>(
      'select id, point_id as point from transactions',
    )
    const points = new Map(rows.map(({ id, point }) => [id, point]))
    const first: Shop = { pointId: world.demo.auth_point_id, keys: { read: world.demo.settings_key } }
    const telling: string[] = []
    for (const { path } of routes.filter(({ method, path }) => method === 'GET' && !path.includes('{id}'))) {
      for (const query of await queriesOf(path)) {
        for (const { pointId, keys } of [first, ...Object.values(shops)]) {
          for (const key of [keys['read'], keys['webhook']].filter((each) => each !== undefined)) {
            const answer = await world.call('GET', inArs(path, query), { key })
            const told = (JSON.stringify(answer.body).match(uuid) ?? []).filter((id) => points.has(id))
            const what = `${path}?${query}: ${JSON.stringify(answer.body)}`
            assert.deepEqual(
              [...new Set(told.map((id) => points.get(id)))].filter((point) => point !== pointId),
              [],
              what,
            )
            if (told.length > 0 && pointId === first.pointId) telling.push(path)
          }
        }
      }
    }
    const known = [
      'payments',
      'webhook/deliveries',
      'events',
      'test/inbox',
      'balance-transactions',
      'statements/{currency}',
    ]
    assert.deepEqual([...new Set(telling)].sort(), known.map((path) => `/api/v1/${path}`).sort())
  })
  const inArs = (path: string, query: string) => `${path.replace('{currency}', 'ARS')}?${query}`
  /** From the beginning, from the position behind the first shop's first entry, and by what names its payments. */
  const queriesOf = async (path: string): Promise<readonly string[]> => {
    const begins = path.endsWith('/events') ? [`after=${beforeAll}`] : path.endsWith('/inbox') ? ['after=0'] : ['']
    const page = await world.call('GET', inArs(path, `limit=1&${begins[0]}`), { key: world.demo.settings_key })
    const { next_cursor: cursor, next_after: after, next_before: before } = page.body.data ?? {}
    const kept = Object.entries({ cursor, after, before }).flatMap(([name, at]) => (at ? [`${name}=${at}`] : []))
    const named = (filters[path] ?? []).map((filter) =>
      filter.replace('{id}', own).replace('{reference}', secretReference),
    )
    return [...begins, ...kept, ...named]
  }

  it('lists, inbox and webhook show only the own point, and a reference is each point’s own', async () => {
    const { keys = {} } = shops['other merchant'] ?? {}
    for (const { keys: others } of Object.values(shops)) {
      const list = await world.call('GET', `/api/v1/payments?reference=${secretReference}`, {
        key: others['read'] ?? '',
      })
      assert.equal(list.status, 200)
      assert.ok(list.body.data.items.every(({ transaction_id: id }: Wire) => id !== own))
    }
    const inbox = await world.call('GET', '/api/v1/test/inbox', { key: keys['read'] ?? '' })
    assert.ok(inbox.body.data.messages.every(({ body: told }: Wire) => !told.includes(own)))
    const url = 'https://other.example.com/x'
    const changed = await world.call('PUT', '/api/v1/webhook', { key: keys['webhook'] ?? '', body: { url } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.equal((await world.call('GET', '/api/v1/webhook', { key: world.demo.settings_key })).body.data.url, null)
    const payins = shops['same merchant']?.keys['payins'] ?? ''
    const theirs = await world.call('POST', '/api/v1/payments/payin_hth', { key: payins, body })
    assert.equal(theirs.status, 200)
    assert.notEqual(theirs.body.data.transaction_id, own)
    assert.equal(theirs.headers.get('idempotent-replayed'), null)
  })

  it('the engine role adds to the past and never rewrites it, and cannot lift the walls', async () => {
    await world.db.query('set role pasarela_engine')
    try {
      const refused = ['transaction_history', 'audit_log', 'callback_events', 'callback_attempts', 'provider_event_ids']
        .flatMap((table) => [`delete from ${table}`, `truncate ${table}`, `drop table ${table}`])
        .concat(`update transaction_history set reason = 'x'`, `update audit_log set actor = 'x'`)
        .concat(`update callback_events set status = 'ERROR'`, 'update callback_attempts set status = 200')
        .concat('alter table transactions disable row level security', 'drop policy reader on transactions')
        .concat('create table mine ()', 'delete from points', 'delete from api_keys', 'delete from transactions')
      for (const text of refused) await assert.rejects(world.db.query(text), /permission denied|must be owner/, text)
    } finally {
      await world.db.query('reset role')
    }
  })

  it('the database refuses every row in which test and live would meet', async () => {
    const live = shops['same merchant, live']?.pointId ?? ''
    const test = world.demo.auth_point_id
    await world.db.query(`insert into connector_accounts (id, connector, environment, name, credentials_box)
      values (gen_random_uuid(), 'own-account', 'live', 'a', '\\x00')`)
    const account = `(select id from connector_accounts where environment = 'live' limit 1)`
    const stored = await world.db.query(`select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'transactions' and is_generated = 'NEVER'`)
    const names: string = stored.rows[0].names
    const copy = (changes: string) =>
      `insert into transactions (${names}) select ${names.replace(/\w+/g, '(r).$&')} from (
        select jsonb_populate_record(t, ${changes}) as r from transactions t where id = '${own}') x`
    const fresh = `'id', gen_random_uuid(), 'reference', gen_random_uuid(), 'pay_token', null, 'target_reference', null,
      'sequence', (random() * 1e9)::bigint`
    const anew = `jsonb_build_object(${fresh.replace(`'pay_token', null`, `'pay_token', left(md5(random()::text), 22)`)}`
    const mixed: Record<string, string> = {
      'a transaction of a test point called live': copy(`${anew}, 'environment', 'live')`),
      'a test transaction at a live account': copy(`${anew}, 'connector_account_id', ${account})`),
      'a live point’s transaction at the test account': copy(`${anew}, 'point_id', '${live}')`),
      'a transaction that changes sides': `update transactions set environment = 'live', point_id = '${live}' where id = '${own}'`,
      'a route from a test point to a live account': `insert into routes (id, environment, point_id, service_code,
        pay_type, connector_account_id) values (gen_random_uuid(), 'test', '${test}', '*', 'payin', ${account})`,
      'a live route of a test point': `insert into routes (id, environment, point_id, service_code, pay_type,
        connector_account_id) values (gen_random_uuid(), 'live', '${test}', '*', 'payin', ${account})`,
      'a live simulated bank': `insert into connector_accounts values (gen_random_uuid(), 'simulated-bank', 'live', 'a', '')`,
      'a test account at a real connector': `insert into connector_accounts values (gen_random_uuid(), 'example-bank', 'test',
        'a', '')`,
      'a live key of a test point': `insert into api_keys (id, key_id, point_id, environment, name, secret_hash, scopes)
        values (gen_random_uuid(), 'abcdefghijkl', '${test}', 'live', 'k', decode(repeat('00', 32), 'hex'), '{read}')`,
      'a live callback address of a test point': `update callback_endpoints set environment = 'live'
        where point_id = '${test}'`,
      'an account that changes sides': `update connector_accounts set environment = 'live' where environment = 'test'`,
      'a key that changes sides': `update api_keys set environment = 'live' where point_id = '${test}'`,
      'a point that changes sides': `update points set environment = 'live', basic_auth_enabled = false
        where id = '${test}'`,
      'an attempt at a live account for a test transaction': `update attempts set environment = 'live',
        connector_account_id = ${account} where transaction_id = '${own}'`,
    }
    for (const [what, text] of Object.entries(mixed)) {
      await assert.rejects(world.db.query(text), /violates (foreign key|check) constraint/, what)
    }
    await world.db.query(copy(`${anew})`))
  })
})
