import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { invariants } from '../../../src/extras/verify/invariant.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { gatewayRoot } from '../../support/processes.ts'
import { type Answer, eventually, openWorld, type Wire } from '../../support/world.ts'

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

const root = '/console/operator'
const noId = '00000000-0000-7000-8000-000000000000'

describe('what operators see of all merchants', () => {
  const world = openWorld({ bankEnv: { SIMBANK_AGAIN_DELAY_MS: '200' } })
  let people: Operators
  let references = 0
  before(async () => {
    people = await world.operators()
  })

  const get = async (path: string): Promise<Wire> => {
    const answer = await people.ana.call('GET', `${root}${path}`)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const payin = async (amount: number, name?: string): Promise<string> => {
    const payer = { payer_doc_id: '390.533.447-05', ...(name !== undefined && { payer_name: name }) }
    const body = { service_code: 'PIX_BR', ...payer, amount, reference: `seen-${++references}` }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  /** Paid twice: the second payment waits in suspense. */
  const inSuspense = async (): Promise<string> => {
    const id = await payin(777.15)
    await eventually(async () => {
      const { items } = await get('/suspense')
      return items.some((each: Wire) => each.transaction_id === id) || undefined
    }, 'the second payment is in suspense')
    return id
  }

  it('is opened by no merchant’s person, whatever their role, and by nobody without a session', async () => {
    const routes = operatorRoutesOfSource()
    assert.ok(routes.length >= 20, `${routes.length} routes`)
    const owner = world.visitor()
    const operations = world.visitor()
    await owner.signIn(world.demo.people.owner)
    await operations.signIn(world.demo.people.operations)
    await owner.stepUp({ password: world.demo.people.owner.password })
    for (const { method, path } of routes) {
      const call = async (client: ConsoleClient) =>
        await client.call(method, path.replace(':id', noId), method === 'GET' ? {} : { body: {} })
      refused(await call(owner), 403, 'role_missing')
      refused(await call(operations), 403, 'role_missing')
      refused(await call(world.visitor()), 401, 'not_signed_in')
      const byKey = await world.call(method, path.replace(':id', noId), method === 'GET' ? {} : { body: {} })
      assert.equal(byKey.status, 401, path)
    }
  })

  it('lets support read and nothing else', async () => {
    await world.db.query(`update users set role = 'support' where email = 'operator@pasarela.example'`)
    for (const { method, path } of operatorRoutesOfSource()) {
      const answer = await people.luis.call(method, path.replace(':id', noId), method === 'GET' ? {} : { body: {} })
      if (method === 'GET') assert.notEqual(answer.status, 403, path)
      else refused(answer, 403, 'role_missing')
    }
    await world.db.query(`update users set role = 'operations' where email = 'operator@pasarela.example'`)
  })

  it('makes merchants and points, shows secrets once, and finds them by their names', async () => {
    const merchant = (await people.ana.call('POST', `${root}/merchants`, { body: { name: 'Feria 50% & Cía' } })).body
    const id = merchant.data.merchant_id
    const made = await people.ana.call('POST', `${root}/merchants/${id}/points`, {
      body: { name: 'Caja', environment: 'test', signed_payouts: true },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.match(made.body.data.signing_secret, /^sig_/)
    assert.match(made.body.data.webhook_secret, /^whsec_/)
    for (const search of ['feria 50%', 'caja', id, made.body.data.point_id]) {
      const { items } = await get(`/merchants?search=${encodeURIComponent(search)}`)
      assert.deepEqual(
        items.map((each: Wire) => each.merchant_id),
        [id],
        search,
      )
    }
    assert.deepEqual(
      (await get('/merchants?search=%25')).items.map((each: Wire) => each.merchant_id),
      [id],
    )
    const point = await get(`/points/${made.body.data.point_id}`)
    assert.ok(!JSON.stringify(point).includes(made.body.data.auth_api_token))
    assert.deepEqual(
      point.audit.map((each: Wire) => [each.actor, each.action]),
      [['Alma Reyes <admin@pasarela.example>', 'point.create']],
    )
    const pages: string[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`/merchants?limit=1${cursor}`)
      pages.push(...page.items.map((each: Wire) => each.name))
      assert.ok(pages.length < 1_000, 'the pages end')
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    assert.deepEqual(pages, ['Feria 50% & Cía', 'Demo shop'])
  })

  it('tells from the data how far a merchant is on the way to live payments', async () => {
    const made = await people.ana.call('POST', `${root}/merchants`, { body: { name: 'Panadería' } })
    const id = made.body.data.merchant_id
    const steps = async (merchantId: string) => (await get(`/merchants/${merchantId}`)).onboarding
    const isDone = (found: Wire[]) => found.filter(({ state }) => state === 'done').map(({ step }) => step)
    const before = await steps(id)
    assert.deepEqual([before.length, isDone(before)], [10, []])
    const { point_id: point } = (
      await people.ana.call('POST', `${root}/merchants/${id}/points`, { body: { name: 'Live', environment: 'live' } })
    ).body.data
    const missing = (await steps(id)).find(({ step }: Wire) => step === 'fees')
    assert.deepEqual(missing, { step: 'fees', state: 'open', point_id: point })
    await world.db.query(`insert into point_terms (point_id, service_code, pay_type) values ($1, '*', 'payin')`, [
      point,
    ])
    await world.db.query(`insert into payout_limits (point_id, currency, single_minor) values ($1, 'ARS', 5)`, [point])
    await world.db.query(`update callback_endpoints set url = 'https://shop.example/c' where point_id = $1`, [point])
    const after = isDone(await steps(id))
    for (const step of ['live_point', 'fees', 'limits', 'callback_address']) assert.ok(after.includes(step), step)
    for (const step of ['person', 'test_payment', 'brand', 'callback_delivered']) assert.ok(!after.includes(step), step)
    await payin(20)
    const demo = (await world.db.query('select merchant_id from points where id = $1', [world.demo.auth_point_id]))
      .rows[0]
    await eventually(async () => {
      const done = isDone(await steps(demo.merchant_id))
      return ['person', 'test_payment', 'callback_delivered'].every((step) => done.includes(step)) || undefined
    }, 'the first payment and its callback are done')
    await world.db.query('delete from payout_limits where point_id = $1', [point])
    await world.db.query('delete from point_terms where point_id = $1', [point])
  })

  it('suspends and reactivates a point, and sets what it may use, with who, from what and to what', async () => {
    const path = `${root}/points/${world.demo.auth_point_id}`
    const set = async (body: object) => {
      const answer = await people.ana.call('PATCH', path, { body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data
    }
    await set({ status: 'suspended', note: 'complaint 12' })
    await eventually(
      async () =>
        (await world.call('GET', '/api/v1/balances')).body.error?.code === 'point_suspended' ? true : undefined,
      'the point is suspended',
    )
    const data = await set({ status: 'active', services_enabled: ['PIX_BR'], rate_limit_per_second: 7 })
    assert.deepEqual([data.settings.services_enabled, data.settings.rate_limit_per_second], [['PIX_BR'], 7])
    assert.match((await set({ require_signed_payouts: true })).signing_secret, /^sig_/)
    assert.equal((await set({ require_signed_payouts: true })).signing_secret, null)
    await set({ services_enabled: null, rate_limit_per_second: null, require_signed_payouts: false })
    const wrong = { services_enabled: ['NO_SUCH'], rate_limit_per_second: 0 }
    const answer = await people.ana.call('PATCH', path, { body: wrong })
    assert.deepEqual(
      answer.body.errors.map((each: Wire) => each.param),
      ['services_enabled', 'rate_limit_per_second'],
    )
    const { rows } = await world.db.query(
      `select action, detail from audit_log where action ~ '^(point|signed_payouts)' and object_id = $1
      order by created_at, id`,
      [world.demo.auth_point_id],
    )
    const signed = rows.map(({ action }) => action).filter((action) => action.startsWith('signed'))
    assert.deepEqual(signed, ['signed_payouts.demand', 'signed_payouts.demand', 'signed_payouts.lift'])
    await world.round('alerts')
    await eventually(
      async () =>
        (
          await world.db.query(
            `select from alerts where facts ->> 'action' = 'signed_payouts.lift' and merchant_id is not null`,
          )
        ).rowCount || undefined,
      'the merchant is told who lifted it',
      30_000,
    )
    const suspended = rows.find(({ action }) => action === 'point.suspend')
    assert.deepEqual(suspended.detail, {
      changed: { status: { before: 'active', after: 'suspended' } },
      note: 'complaint 12',
    })
    await eventually(
      async () => ((await world.call('GET', '/api/v1/balances')).status === 200 ? true : undefined),
      'the point is active',
    )
  })

  it('shows what waits for a person with what may be done now, and one decides about suspense of a test point', async () => {
    const id = await inSuspense()
    const waiting = (await get('/attention')).items.find((each: Wire) => each.transaction_id === id)
    assert.equal(waiting.party_name, null)
    assert.deepEqual(waiting.possible_actions, ['suspense_accept', 'suspense_return'])
    assert.match(waiting.needs_operator, /paid again/)
    const sums = async () => (await get('/suspense')).sums.find((each: Wire) => each.currency === 'BRL')
    const before = await sums()
    assert.equal(before.amount, before.ledger)
    const item = { kind: 'review', item_id: id }
    assert.equal((await people.ana.call('POST', `${root}/queue/take`, { body: item })).status, 200)
    const body = { action: 'suspense_accept', transaction_id: id, evidence: 'the payer agrees' }
    assert.equal((await people.propose(body)).state, 'done')
    assert.deepEqual((await get('/queue')).items, [], 'it waits no more')
    await world.round('maintain')
    const kept = async () => (await world.db.query('select from queue_assignments')).rowCount
    await eventually(async () => (await kept()) === 0 || undefined, 'the row is gone')
    const rest = await sums()
    assert.equal(rest.amount, rest.ledger)
    assert.equal(Number(before.amount) - Number(rest.amount), 777.15)
    const detail = await get(`/transactions/${id}`)
    assert.deepEqual(
      detail.transfers.map((each: Wire) => each.kind),
      ['payin', 'suspense', 'suspense_accepted'],
    )
    assert.deepEqual([detail.proposals.length, detail.proposals[0].state], [1, 'done'])
    assert.ok(!(await get('/attention')).items.some((each: Wire) => each.transaction_id === id))
  })

  it('shows who works on what waits, who gives it back or is asked before somebody else takes it over', async () => {
    const item = { kind: 'review', item_id: await inSuspense() }
    const { ana, luis } = people
    const post = async (by: ConsoleClient, what: string, more: object = {}) =>
      await by.call('POST', `${root}/queue/${what}`, { body: { ...item, ...more } })
    const taken = async () => (await get('/queue')).items.filter((each: Wire) => each.item_id === item.item_id)
    assert.equal((await post(ana, 'take', { note: 'I call the bank' })).status, 200)
    const [mine] = await taken()
    assert.deepEqual([mine.kind, mine.person.name, mine.note], ['review', 'Alma Reyes', 'I call the bank'])
    refused(await post(luis, 'take'), 409, 'not_in_this_state')
    assert.match((await post(luis, 'take')).body.error.message, /Alma Reyes works on this/)
    assert.equal((await post(luis, 'take', { taken_from: mine.person.user_id })).status, 200)
    refused(await post(ana, 'give-back'), 409, 'not_in_this_state')
    assert.equal((await taken())[0].note, null)
    assert.equal((await post(luis, 'give-back')).status, 200)
    assert.deepEqual(await taken(), [])
    refused(await post(ana, 'take', { item_id: noId }), 409, 'not_in_this_state')
    for (const note of ['x'.repeat(501), 'two\nlines', 'paid with 4111 1111 1111 1111', '']) {
      assert.equal((await post(ana, 'take', { note })).status, 422, note)
    }
    const { rows } = await world.db.query(
      `select action, detail from audit_log where object_id = $1 and action like 'queue_item.%' order by created_at, id`,
      [item.item_id],
    )
    assert.deepEqual(
      rows.map(({ action, detail }) => [action, detail.note ?? null, detail.taken_from ?? null]),
      [
        ['queue_item.take', 'I call the bank', null],
        ['queue_item.take', null, mine.person.user_id],
        ['queue_item.give_back', null, null],
      ],
    )
  })

  it('adds the ledger up as verify does: every purse to zero, every stored balance as its entries', async () => {
    await inSuspense()
    for (const when of ['before sums are kept', 'after']) {
      const { purses } = await get('/ledger/purses')
      assert.ok(purses.length > 0)
      for (const purse of purses) assert.equal(Number(purse.sum), 0, `${when} ${JSON.stringify(purse)}`)
      const { items } = await get('/ledger/accounts?environment=test&limit=100')
      const stored = items.filter((each: Wire) => each.stored !== null)
      assert.ok(stored.length > 0)
      for (const each of stored) assert.equal(each.balance, each.stored, `${when} ${JSON.stringify(each)}`)
      await world.db.query(`update verify_runs set recorded_at = recorded_at - interval '2 minutes'`)
      const verdict = await world.command('verify')
      assert.equal(verdict.code, 0, verdict.output)
    }
    const kept = await world.db.query('select transfer_id from ledger_sums_upto')
    assert.ok(Number(kept.rows[0].transfer_id) > 0, 'sums were kept meanwhile')
    const { items } = await get('/ledger/accounts?environment=test&kind=available&currency=BRL')
    const journal = await get(`/ledger/journal?account_id=${items[0].account_id}&limit=2`)
    assert.equal(journal.items.length, 2)
    for (const each of journal.items)
      assert.ok([each.from.account_id, each.to.account_id].includes(items[0].account_id))
    const older = await get(`/ledger/journal?account_id=${items[0].account_id}&cursor=${journal.next_cursor}`)
    assert.ok(older.items.every((each: Wire) => Number(each.transfer_id) < Number(journal.items[1].transfer_id)))
  })

  it('lists transactions of all points by filters, page by page, and finds one by what is written on it', async () => {
    const id = await payin(12.5, 'Júlia Quispe')
    const other = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    assert.deepEqual((await get(`/transactions?point_id=${other['auth_point_id']}`)).items, [])
    assert.deepEqual((await get('/transactions?environment=live')).items, [])
    const [first] = (await get('/transactions?limit=1')).items
    assert.deepEqual([first.transaction_id, first.merchant.name, first.point.name], [id, 'Demo shop', 'Demo point'])
    assert.equal(first.party_name, 'Júlia Quispe')
    const filters = ['status=EXPIRED', 'pay_type=payout', 'service_code=BT_AR', `connector_account_id=${noId}`]
    for (const filter of filters) assert.deepEqual((await get(`/transactions?${filter}`)).items, [], filter)
    const own = [`merchant_id=${first.merchant.merchant_id}`, `connector_account_id=${first.connector_account_id}`]
    for (const filter of own) assert.equal((await get(`/transactions?limit=1&${filter}`)).items[0].transaction_id, id)
    const all: string[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`/transactions?limit=2${cursor}`)
      all.push(...page.items.map((each: Wire) => each.transaction_id))
      assert.ok(all.length < 1_000, 'the pages end')
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    const { rows } = await world.db.query('select id from transactions order by id desc')
    assert.deepEqual(
      all,
      rows.map((row) => row.id),
    )
    const found = ['', `point_id=${first.point.point_id}`].map((more) => `${more}&text=${id}`)
    const byName = ['quispe%20JULIA', 'qu%C3%ADsp', `quispe&merchant_id=${first.merchant.merchant_id}`].map(
      (text) => `text=${text}`,
    )
    for (const query of [...found, `text=${first.reference}`, ...byName]) {
      const { items } = await get(`/transactions/search?${query}`)
      assert.deepEqual(
        items.map((each: Wire) => each.transaction_id),
        [id],
        query,
      )
    }
    const written = await world.db.query('select target_reference from transactions where id = $1', [id])
    const transfer = written.rows[0].target_reference
    assert.match(transfer, /[A-Z]/)
    for (const query of [
      `text=${transfer.toLowerCase()}`,
      `text=${id.slice(0, 18)}`,
      `text=${id.slice(0, 8)}`,
      'text=390.533.447-05',
    ]) {
      const { items } = await get(`/transactions/search?limit=1&${query}`)
      assert.equal(items[0]?.transaction_id, id, query)
    }
    // Another point comes behind in the index, and its payment is the newest.
    const names = ['--merchant', 'Demo shop', '--environment', 'test', '--name', 'Second']
    const point = (await world.facts('point', 'create', ...names))['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins,read', '--name', 'second']
    const key = (await world.facts('key', 'create', '--point', point, ...scopes))['api_key'] ?? ''
    for (const reference of ['second-1', 'second-2']) {
      const body = { service_code: 'PIX_BR', amount: 5, reference, payer_doc_id: '390.533.447-05' }
      assert.equal((await world.call('POST', '/api/v1/payments/payin_hth', { key, body })).status, 200)
    }
    const whole = (await get('/transactions/search?text=390.533.447-05')).items
    const paged: Wire[] = []
    for (let at = ''; paged.length <= whole.length; ) {
      const page = await get(`/transactions/search?text=390.533.447-05&limit=1${at}`)
      paged.push(...page.items)
      if (page.next_cursor === null) break
      at = `&cursor=${page.next_cursor}`
    }
    assert.ok(whole.length > 1)
    assert.deepEqual(paged, whole)
    for (const query of [
      'text=quispe%20nobody',
      'text=quispe&environment=live',
      `text=${first.reference}&pay_type=payout`,
      `text=${id}&status=EXPIRED`,
    ]) {
      assert.deepEqual((await get(`/transactions/search?${query}`)).items, [], query)
    }
    await eventually(async () => {
      const { status } = (await world.call('GET', `/api/v1/payments/${id}`)).body.data
      return status === 'COMPLETED' || undefined
    }, 'the payment')
    const back = { body: { reference: 'seen-back', amount: 2.5 } }
    const { refund_id: refundId } = (await world.call('POST', `/api/v1/payments/${id}/refunds`, back)).body.data
    for (const query of ['?pay_type=refund', '/search?by=reference&text=seen-back']) {
      const { items } = await get(`/transactions${query}`)
      assert.deepEqual(
        items.map((each: Wire) => each.transaction_id),
        [refundId],
        query,
      )
    }
    refused(await people.ana.call('GET', `${root}/transactions/${noId}`), 404, 'not_found')
  })

  it('tells the whole story of a transaction as its merchant reads it, and of an unknown one nothing', async () => {
    const id = await payin(777.01)
    const owner = await world.signIn('owner')
    const path = `/console/points/${world.demo.auth_point_id}/transactions/${id}/story`
    await eventually(async () => {
      const [seen, theirs] = [await get(`/transactions/${id}/story`), (await owner.call('GET', path)).body.data]
      if (seen.attempts.length === 0 || seen.request === null || seen.timeline.length !== theirs.timeline.length) return
      assert.deepEqual(seen, theirs)
      return seen
    }, 'both read the same')
    assert.equal((await people.ana.call('GET', `${root}/transactions/${noId}/story`)).status, 404)
  })

  it('sets the time zone in which a point’s days begin', async () => {
    const path = `${root}/points/${world.demo.auth_point_id}`
    const set = async (zone: string) => await people.ana.call('PATCH', path, { body: { time_zone: zone } })
    const { data } = (await set('America/Bogota')).body
    assert.equal(data.settings.time_zone, 'America/Bogota')
    const wrong = await set('Mars/Olympus')
    assert.equal(wrong.status, 422)
    assert.deepEqual(
      wrong.body.errors.map((each: Wire) => each.param),
      ['time_zone'],
    )
    assert.equal((await set('UTC')).body.data.settings.time_zone, 'UTC')
  })

  it('tells how connectors fare, what verify found, and proves the books on request', async () => {
    const { connectors } = await get('/connectors')
    const bank = connectors.find((each: Wire) => each.connector === 'simulated-bank')
    assert.ok(
      bank.calls.some((each: Wire) => each.last_hour > 0),
      JSON.stringify(bank),
    )
    assert.ok(bank.last_success_at !== null && bank.notifications.processed > 0, JSON.stringify(bank))
    assert.ok(!JSON.stringify(connectors).includes(world.bankToken))
    assert.equal(bank.days.length, 7)
    assert.ok(bank.days.at(-1).attempts > 0 && bank.days.at(-1).succeeded > 0, JSON.stringify(bank.days))
    assert.deepEqual(Object.keys(bank.result_times), ['day', 'week'])
    const newest = async () => (await get('/verify/runs?limit=1')).items[0]
    const before = await newest()
    const started = await people.ana.call('POST', `${root}/verify/runs`, { body: { full: true } })
    assert.ok([202, 409].includes(started.status), JSON.stringify(started.body))
    const run = await eventually(async () => {
      const last = await newest()
      return Number(last.run_id) > Number(before?.run_id ?? 0) ? last : undefined
    }, 'the run is recorded')
    assert.deepEqual([run.violations, run.invariants.length, run.failed], [0, Object.keys(invariants).length, null])
    const overview = await get('/overview')
    assert.ok(overview.volumes.some((each: Wire) => each.currency === 'BRL' && each.status === 'COMPLETED'))
    assert.equal(overview.verify.last.violations, 0)
    const ofBrl = overview.volumes.filter((each: Wire) => each.currency === 'BRL' && each.pay_type === 'payin')
    const made = ofBrl.reduce((sum: number, each: Wire) => sum + each.transactions, 0)
    const [busiest] = overview.merchants
    assert.deepEqual([busiest.name, busiest.environment], ['Demo shop', 'test'])
    assert.ok(busiest.payins === made && busiest.ended >= busiest.completed && busiest.completed > 0, `${made} made`)
    assert.equal(overview.attention, (await get('/attention')).total)
  })
})

/** Every route below /console/operator, as the source registers them: a new one is looked at without being named here. */
function operatorRoutesOfSource(): { method: string; path: string }[] {
  const folder = join(gatewayRoot, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /-routes\.ts$/.test(path))
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [...text.matchAll(/typed\.(get|post|put|patch|delete)\('(\/operator[^']*)'/g)].map(
      ([, method = '', path]) => ({
        method: method.toUpperCase(),
        path: `/console${path}`,
      }),
    )
  })
}
