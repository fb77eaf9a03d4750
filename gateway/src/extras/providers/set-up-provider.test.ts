import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { issueCertificate } from '../../../test/support/certificates.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import type { Connector } from '../../core/connectors/connector.ts'
import { simulatedBank } from '../../core/connectors/simulated-bank/connector.ts'
import { connectSimulatedBank } from '../../core/processing/connect-simulated-bank.ts'
import { routeFinder } from '../../core/processing/route-finder.ts'
import { Problem } from '../../core/values/problem.ts'
import { evaluateAlerts } from '../alerts/evaluate-alerts.ts'
import type { Deps } from '../deps.ts'
import { operatorActions, previewAction, readAction } from '../operator-desk/actions.ts'
import { say } from './messages/en.ts'
import { explainRoute } from './set-route.ts'
import { type TriedAccount, tryAccount } from './try-account.ts'

const secret = 's3cret-of-the-provider'

/** A provider that knows one secret and carries PIX_BR in. */
const madeUp: Connector = {
  ...simulatedBank({ baseUrl: 'http://127.0.0.1:9' }),
  manifest: {
    ...simulatedBank({ baseUrl: 'http://127.0.0.1:9' }).manifest,
    name: 'made-up',
    environments: ['test', 'live'],
    capabilities: [{ serviceCode: 'PIX_BR', payType: 'payin' }],
  },
  setUp: {
    fields: [
      { name: 'base', kind: 'address', label: say('provider.address'), lengthMax: 100 },
      { name: 'client_secret', kind: 'secret', label: say('provider.address'), lengthMax: 100 },
      { name: 'certificate', kind: 'certificate', label: say('provider.address'), lengthMax: 9_000, isOptional: true },
      { name: 'private_key', kind: 'private_key', label: say('provider.address'), lengthMax: 9_000, isOptional: true },
    ],
    try: async ({ credentials }) => {
      const isKnown = (JSON.parse(credentials) as { client_secret: string }).client_secret === secret
      return await Promise.resolve(
        isKnown ? { kind: 'works', said: 'hello' } : { kind: 'fails', why: '401 invalid_client' },
      )
    },
  },
}

describe('a provider that an operator sets up', async () => {
  const world = await setUp({ after })
  const routes = () => routeFinder(world)
  const deps = {
    ...world,
    connectors: new Map([
      ['made-up', madeUp],
      ['simulated-bank', simulatedBank({ baseUrl: 'http://127.0.0.1:9' })],
    ]),
  } as unknown as Deps
  const { executeAction } = operatorActions(deps)
  let pointId = ''
  const asked = (change: Partial<TriedAccount> = {}): TriedAccount => ({
    ...{ draftId: randomUUID(), connector: 'made-up', environment: 'test', name: 'Sandbox of made-up' },
    values: { base: 'https://pix.example.com/v2', client_secret: secret },
    ...change,
  })
  const act = async (action: Parameters<typeof readAction>[0], fields: object): Promise<unknown> =>
    await executeAction(readAction(action, fields), { operator: 'Ana', evidence: '', proposedAt: new Date() })
  const connect = async (change: Partial<TriedAccount> = {}): Promise<string> => {
    const { id } = await tryAccount(deps, asked(change), 'Ana')
    const { connectorAccountId } = (await act('provider_account', { draft_id: id })) as { connectorAccountId: string }
    return connectorAccountId
  }
  const goesTo = async (serviceCode = 'PIX_BR') =>
    (await routes().find({ environment: 'test', pointId, serviceCode, payType: 'payin' }))?.connector

  before(async () => {
    pointId = (await aPoint(world)).pointId
    await connectSimulatedBank(world, { token: 't'.repeat(20), notificationSecret: 'n'.repeat(20) }, 'test')
  })

  it('is refused with every fault before the provider is called, and with its words after', async () => {
    const { cert } = await issueCertificate(undefined)
    const { key } = await issueCertificate(undefined)
    const faultsOf = async (values: Record<string, string>) => {
      const thrown = await tryAccount(deps, asked({ values }), 'Ana').then(
        () => undefined,
        (error: unknown) => error,
      )
      assert.ok(thrown instanceof Problem)
      assert.doesNotMatch(JSON.stringify(thrown.fields), /PRIVATE KEY-----/)
      return thrown.fields.map(({ param, code }) => `${param} ${code}`)
    }
    const wrong = { base: 'http://pix.example.com', certificate: 'x', private_key: 'y', mode: 'z' }
    const all = ['mode unknown_field', 'base invalid_format', 'client_secret required']
    assert.deepEqual(await faultsOf(wrong), [...all, 'certificate invalid_format', 'private_key invalid_format'])
    const pair = { base: 'https://pix.example.com', client_secret: secret, certificate: cert, private_key: key }
    assert.deepEqual(await faultsOf(pair), ['private_key not_allowed'])
    const ended = await issueCertificate(undefined, { expired: true })
    assert.deepEqual(await faultsOf({ ...pair, certificate: ended.cert, private_key: ended.key }), [
      'certificate not_allowed',
    ])
    const unknown = tryAccount(deps, asked({ values: { base: 'https://a.example.com', client_secret: 'no' } }), 'Ana')
    await assert.rejects(unknown, (error) => error instanceof Problem && error.code === 'not_in_this_state')
    const kept = await world.database.owner.query('select count(*)::int from provider_drafts')
    assert.equal(kept.rows[0].count, 0, 'nothing is kept of what the provider refused')
  })

  it('takes orders of its sandbox for test points, by routes that are explained, and lets them go', async () => {
    const accountId = await connect()
    const order = { environment: 'test', pointId, serviceCode: 'PIX_BR', payType: 'payin' } as const
    assert.equal(await goesTo(), 'simulated-bank')
    const route = { connector_account_id: accountId, service_code: 'PIX_BR', pay_type: 'payin', point_id: pointId }
    const foreseen = await previewAction(deps, readAction('route', route))
    assert.deepEqual(foreseen.settings[0], {
      name: 'goesTo',
      before: 'Simulated bank',
      after: 'Sandbox of made-up',
    })
    const { routeId } = (await act('route', route)) as { routeId: string }
    assert.equal(await goesTo(), 'made-up')
    assert.equal(await goesTo('BT_AR'), 'simulated-bank')
    const { candidates } = await explainRoute(deps, order)
    assert.deepEqual(
      candidates.map(({ account_name, state }) => `${account_name} ${state}`),
      ['Sandbox of made-up chosen', 'Simulated bank behind'],
    )
    assert.notEqual((await previewAction(deps, readAction('route', route))).blocked, undefined, 'the rank is taken')
    const second = await connect({ name: 'A second one' })
    const behind = readAction('route', { ...route, connector_account_id: second, priority: 200 })
    assert.match(String((await previewAction(deps, behind)).warnings[0]), /go on to Sandbox of made-up/)
    await assert.rejects(act('route', { ...route, service_code: 'BT_AR' }), (error) => error instanceof Problem)
    await act('route_end', { route_id: routeId })
    assert.equal(await goesTo(), 'simulated-bank')
    const { routeId: again } = (await act('route', route)) as { routeId: string }
    assert.notEqual(again, routeId, 'the rank of a route that ended is free')
    await act('route_end', { route_id: again })
  })

  it('says before a route is set or ended that a route asked first which does not carry its orders has them refused', async () => {
    const accountId = await connect({ name: 'Carries no BT_AR' })
    const id = randomUUID()
    await world.database.owner.query(
      `insert into routes (id, environment, service_code, pay_type, connector_account_id, point_id, priority)
      values ($1, 'test', 'BT_AR', 'payin', $2, $3, 50)`,
      [id, accountId, pointId],
    )
    const bank = await world.database.owner.query(
      `select id from connector_accounts where connector = 'simulated-bank'`,
    )
    const fields = {
      connector_account_id: bank.rows[0].id,
      service_code: 'BT_AR',
      pay_type: 'payin',
      point_id: pointId,
    }
    const behind = await previewAction(deps, readAction('route', fields))
    assert.deepEqual(behind.settings[0], { name: 'goesTo', before: null, after: null })
    assert.match(String(behind.warnings[0]), /go on to Carries no BT_AR/)
    const ended = await previewAction(deps, readAction('route_end', { route_id: id }))
    assert.deepEqual(ended.settings[0], { name: 'goesTo', before: null, after: 'Simulated bank' })
    await act('route_end', { route_id: id })
  })

  it('serves its sandbox to no live point, and its live account to no test point', async () => {
    const sandbox = await connect({ name: 'Another sandbox' })
    const live = await aPoint(world, { environment: 'live', name: 'Live' })
    const route = { connector_account_id: sandbox, service_code: 'PIX_BR', pay_type: 'payin', point_id: live.pointId }
    await assert.rejects(
      act('route', route),
      (error) => error instanceof Problem && error.fields[0]?.param === 'point_id',
    )
    const { id: draft_id } = await tryAccount(deps, asked({ environment: 'live', name: 'Real' }), 'Ana')
    await assert.rejects(act('provider_account', { draft_id }), (error) => {
      return error instanceof Problem && error.code === 'second_person_required'
    })
    const box = await world.database.owner
      .query(
        `insert into connector_accounts (id, connector, environment, name, credentials_box, sandbox)
        values ($1, 'made-up', 'live', 'x', '\\x00', true) returning id`,
        [randomUUID()],
      )
      .catch((error: unknown) => error)
    assert.match(String(box), /connector_fits_environment/, 'the database refuses a live sandbox too')
  })

  it('gets another certificate while the rest of its credentials stays, and warns before one ends', async () => {
    const [first, next] = [await issueCertificate(undefined), await issueCertificate(undefined)]
    const pem = ({ cert: certificate, key: private_key }: typeof first) => ({ certificate, private_key })
    const base = 'https://pix.example.com/v2'
    const id = await connect({ name: 'With certificate', values: { base, client_secret: secret, ...pem(first) } })
    const changed = await tryAccount(
      deps,
      asked({ name: 'With certificate', connectorAccountId: id, values: pem(next) }),
      'Ana',
    )
    const foreseen = await previewAction(deps, readAction('provider_account', { draft_id: changed.id }))
    assert.ok(
      foreseen.settings.some(({ name, label }) => name === 'base' && label),
      'in the words of its connector',
    )
    assert.doesNotMatch(JSON.stringify(foreseen), new RegExp(`${secret}|PRIVATE`), 'a preview tells no secret')
    await act('provider_account', { draft_id: changed.id })
    const account = await routes().account(id)
    const { certificate, private_key } = pem(next)
    const now = { base, client_secret: secret, certificate: certificate.trim(), private_key: private_key.trim() }
    assert.deepEqual(JSON.parse(account?.credentials ?? ''), now)
    await world.database.owner.query(
      `update connector_accounts set certificate_ends_at = gateway_now() + interval '6 days' where id = $1`,
      [id],
    )
    await evaluateAlerts(deps)
    const alerts = await world.database.owner.query(`select object from alerts where kind = 'certificate_ending'`)
    assert.deepEqual(alerts.rows, [{ object: `${id} 7d` }])
  })
})
