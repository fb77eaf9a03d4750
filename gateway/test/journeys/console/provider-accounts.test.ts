import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { type PixProvider, pixAccountCredentials, startPixProvider } from '../../support/pix-provider.ts'
import { type Answer, openWorld, type Wire } from '../../support/world.ts'

const root = '/console/operator/provider-accounts'
const proposals = '/console/operator/proposals'

describe('live accounts at providers by the dashboard’s API', () => {
  const world = openWorld()
  /** Everything that anybody was answered here. */
  const answers: string[] = []
  let people: Operators
  let support: ConsoleClient
  let provider: PixProvider
  let live = ''
  let account = ''
  before(async () => {
    provider = await startPixProvider(world, { tls: true })
    people = await world.operators()
    support = await supportPerson()
    const point = await world.facts('point', 'create', '--merchant', 'Loja', '--environment', 'live', '--name', 'Web')
    live = point['auth_point_id'] ?? ''
  })

  /** An operator who reads and does nothing. */
  async function supportPerson(): Promise<ConsoleClient> {
    const { email, password } = world.demo.people.admin
    const own = 'support@provider.example'
    await world.db.query(
      `insert into users (id, role, email, name, password_hash)
        select gen_random_uuid(), 'support', $2, 'Sol', password_hash from users where email = $1`,
      [email, own],
    )
    const client = world.visitor()
    await client.signIn({ email: own, password })
    await client.setUpSecondFactor(password)
    return client
  }

  const ask = async (who: ConsoleClient, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await who.call(method, path, body ? { body } : {})
    answers.push(JSON.stringify([path, answer.body]))
    return answer
  }
  const data = async (who: ConsoleClient, method: string, path: string, body?: object): Promise<Wire> => {
    const answer = await ask(who, method, path, body)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const refused = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))
  const propose = async (action: string, input: object): Promise<Wire> =>
    await data(people.ana, 'POST', proposals, { action, input, evidence: 'contract of today' })
  const decide = async (who: ConsoleClient, proposal: Wire) =>
    await ask(who, 'POST', `${proposals}/${proposal['proposal_id']}/decide`, { decision: 'do' })
  const decided = async (action: string, input: object) => {
    const proposal = await propose(action, input)
    assert.equal(proposal['state'], 'open', action)
    assert.equal((await decide(people.luis, proposal)).body.data.state, 'done', action)
  }
  const newAccount = (changes: Record<string, unknown> = {}) => ({
    ...{ connector: 'pix-api', environment: 'live', name: 'Banco Exemplo' },
    credentials: pixAccountCredentials(provider, changes),
  })
  const accounts = async (): Promise<Wire[]> => (await data(people.ana, 'GET', `${root}?environment=live`)).items
  const stateOf = async () => (await data(people.ana, 'GET', `${root}/${account}`)).account
  const goesTo = async (amount: string) => {
    const asked = new URLSearchParams({ point_id: live, service_code: 'PIX_BR', pay_type: 'payin', amount })
    return await data(people.ana, 'GET', `/console/operator/routes/why?${asked}`)
  }

  it('are added by two operators, after the provider took the credentials', async () => {
    const wrong = await ask(people.ana, 'POST', `${root}/credentials`, newAccount({ pix_key: 'no key' }))
    refused(wrong, 422, 'invalid_format')
    const bad = await data(people.ana, 'POST', `${root}/credentials`, newAccount({ client_secret: 'CANARY-refused' }))
    assert.equal((await data(people.ana, 'POST', `${root}/credentials/try`, bad))['works'], false)
    const sealed = await data(people.ana, 'POST', `${root}/credentials`, newAccount())
    assert.equal((await data(people.ana, 'POST', `${root}/credentials/try`, sealed))['works'], true)
    const proposal = await propose('provider_account', sealed)
    assert.deepEqual([proposal['state'], proposal['may_decide']], ['open', false])
    assert.ok(!(await accounts()).some(({ name }) => name === 'Banco Exemplo'), 'nothing is added yet')
    refused(await decide(people.ana, proposal), 409, 'not_in_this_state')
    const seen = await data(people.luis, 'GET', `${proposals}/${proposal['proposal_id']}`)
    assert.match(JSON.stringify(seen), /loja@example\.com.*SHA-256/)
    assert.equal((await decide(people.luis, proposal)).body.data.state, 'done')
    const added = (await accounts()).find(({ name }) => name === 'Banco Exemplo')
    account = added?.['connector_account_id']
    assert.deepEqual([added?.['sandbox'], added?.['certification'], added?.['disabled_at']], [false, null, null])
    assert.ok(added?.['certificates'][0].days_left > 0)
    assert.equal((await data(people.ana, 'POST', `${root}/${account}/try`))['works'], true)
  })

  it('get routes with limits, and each order’s way is explained', async () => {
    const route = { connector_account_id: account, service_code: 'PIX_BR', pay_type: 'payin', route_point_id: live }
    await decided('route_add', { ...route, priority: 5, amount_min: '100.00', amount_max: '900' })
    const { goes_to: chosen, currency } = await goesTo('150')
    assert.deepEqual([chosen?.account, currency], ['Banco Exemplo', 'BRL'])
    for (const [amount, verdict] of [
      ['99.99', 'amount_too_small'],
      ['900.01', 'amount_too_large'],
    ] as const) {
      const { goes_to: none, candidates } = await goesTo(amount)
      assert.deepEqual([none, candidates[0].verdict], [null, verdict])
    }
  })

  it('are disabled by one operator at once, and returned by two', async () => {
    assert.equal((await data(people.luis, 'POST', `${root}/${account}/disable`, {}))['connector_account_id'], account)
    assert.deepEqual((await goesTo('150'))['candidates'][0].verdict, 'disabled')
    await decided('provider_enable', { connector_account_id: account })
    assert.equal((await goesTo('150'))['goes_to'].account, 'Banco Exemplo')
  })

  it('keep their credentials until a second operator decided about new ones', async () => {
    const next = pixAccountCredentials(provider, { client_secret: 'CANARY-replaced', receiver_name: 'Loja Nova' })
    const body = { connector_account_id: account, credentials: next }
    const sealed = await data(people.ana, 'POST', `${root}/credentials/replacement`, body)
    const proposal = await propose('provider_credentials', sealed)
    assert.equal((await data(people.ana, 'POST', `${root}/${account}/try`))['works'], true)
    assert.equal((await decide(people.luis, proposal)).status, 200)
    assert.equal((await data(people.ana, 'POST', `${root}/${account}/try`))['works'], false)
    const { facts, credentials_changed_at: changed } = await stateOf()
    assert.deepEqual([facts.receiver_name, typeof changed], ['Loja Nova', 'string'])
  })

  it('lose a route when two operators say so', async () => {
    const { routes } = await data(people.ana, 'GET', `${root}/${account}`)
    await decided('route_remove', { route_id: routes[0].route_id })
    assert.deepEqual((await goesTo('150'))['candidates'], [])
  })

  it('are read by a viewer, who changes nothing; a merchant’s person sees none', async () => {
    assert.equal((await ask(support, 'GET', `${root}/${account}`)).status, 200)
    for (const [path, body] of [
      [`${root}/credentials`, newAccount()],
      [`${root}/${account}/try`, undefined],
      [`${root}/${account}/disable`, {}],
      [proposals, { action: 'provider_enable', input: { connector_account_id: account }, evidence: 'x' }],
    ] as const) {
      refused(await ask(support, 'POST', path, body), 403, 'role_missing')
    }
    assert.equal((await stateOf())['disabled_at'], null)
    const owner = await world.person({ steppedUp: true })
    refused(await ask(owner, 'GET', root), 403, 'role_missing')
  })

  it('are in the audit log with who did it, and no secret stands in any answer, the log or the audit log', async () => {
    const { rows } = await world.db.query(
      `select action, actor, detail::text as detail from audit_log where object_id = $1 order by created_at, id`,
      [account],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['add', 'disable', 'enable', 'credentials'].map((action) => `provider_account.${action}`),
    )
    for (const { actor, detail } of rows) assert.ok(actor.length > 0 && !/CANARY|PRIVATE KEY/.test(detail))
    const given = pixAccountCredentials(provider)
    const hidden = ['client_secret', 'notification_secret'].map((name) => String(given[name]))
    const key = String(given['private_key']).split('\n')[1] ?? ''
    assert.ok(key.length > 30 && answers.length > 30)
    for (const secret of [...hidden, key, 'CANARY', 'PRIVATE KEY']) {
      for (const answer of answers) assert.ok(!answer.includes(secret), answer)
      assert.ok(!world.output().includes(secret), 'the output of the gateway')
    }
  })
})
