import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { issueCertificate } from '../../test/support/certificates.ts'
import { aPoint, setUp } from '../../test/support/set-up.ts'
import { toyCredentials, toyProvider } from '../../test/support/toy-provider.ts'
import type { ConnectorAccount } from '../connectors/connector.ts'
import { createConnectors } from '../connectors/index.ts'
import { routeFinder } from '../processing/route-finder.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import {
  addProviderAccount,
  disableProviderAccount,
  enableProviderAccount,
  replaceCredentials,
} from './provider-account.ts'
import { addRoute } from './routes.ts'
import { forgetUnusedCredentials, sealCredentials } from './seal-credentials.ts'
import { showAccount } from './show-accounts.ts'
import { tryAccount, trySealed } from './try-account.ts'

const tried: ConnectorAccount[] = []
const deps = {
  ...(await setUp({ after })),
  publicUrl: 'https://pay.example.com',
  localUrl: 'http://127.0.0.1:1',
  connectors: createConnectors({
    simulatedBankUrl: 'http://127.0.0.1:9',
    further: [toyProvider(tried)],
    onThrown: () => undefined,
  }),
}
const by = { actor: 'ana' }

async function sealed(environment: Environment, wishes: Parameters<typeof toyCredentials>[0] = {}) {
  const credentials = await toyCredentials(wishes)
  return await sealCredentials(deps, { connector: 'toy-pix', environment, name: 'Toy PSP', credentials })
}

function refused(code: string, ...params: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, code, error.message)
    assert.deepEqual(error.fields.map((field) => field.param).sort(), params.sort())
    return true
  }
}

async function count(table: string): Promise<number> {
  const { rows } = await deps.database.owner.query(`select count(*)::int as n from ${table}`)
  return rows[0].n
}

test('every wrong field is named, no message holds a value, and nothing is stored', async () => {
  const good = await toyCredentials()
  const other = await issueCertificate(undefined)
  const expired = await issueCertificate(undefined, { expired: true })
  const seal = async (credentials: unknown) =>
    await sealCredentials(deps, { connector: 'toy-pix', environment: 'live', name: 'Toy', credentials })
  const wrong = { client_id: 'x', client_secret: 'tiny', clientsecret: 'MISPLACED', certificate: good.certificate }
  await assert.rejects(seal(wrong), refused('validation_failed', 'client_id', 'client_secret', 'clientsecret', 'key'))
  await assert.rejects(seal(wrong), (error: Problem) => !/MISPLACED|tiny/.test(JSON.stringify(error.fields)))
  await assert.rejects(seal({ ...good, certificate: 'no PEM' }), refused('validation_failed', 'certificate'))
  await assert.rejects(seal({ ...good, key: other.key }), refused('validation_failed', 'certificate'))
  await assert.rejects(
    seal({ ...good, certificate: expired.cert, key: expired.key }),
    refused('validation_failed', 'certificate'),
  )
  for (const connector of ['own-account', 'nobody']) {
    const entered = { connector, environment: 'live', name: 'Toy', credentials: good } as const
    await assert.rejects(sealCredentials(deps, entered), refused('validation_failed', 'connector'))
  }
  const simulated = { connector: 'simulated-bank', environment: 'live', name: '', credentials: {} } as const
  await assert.rejects(sealCredentials(deps, simulated), refused('validation_failed', 'name', 'environment'))
  assert.equal(await count('sealed_credentials'), 0)
})

test('an account at a sandbox serves test points; the database refuses the simulated bank for live and a live sandbox', async () => {
  const account = await addProviderAccount(deps, await sealed('test'), by)
  assert.deepEqual([account.environment, account.sandbox, account.disabled_at], ['test', true, null])
  const { owner } = deps.database
  await assert.rejects(
    owner.query(`update connector_accounts set environment = 'live' where id = $1`, [account.id]),
    /connector_sandbox_is_test/,
  )
  await assert.rejects(
    owner.query(
      `update connector_accounts set environment = 'live', sandbox = false, connector = 'simulated-bank' where id = $1`,
      [account.id],
    ),
    /connector_fits_environment/,
  )
})

test('what was entered is sealed, and no secret stands in any table', async () => {
  const secret = 'canary-secret-4711-of-the-shop'
  const entered = await sealed('test', { client_secret: secret })
  const { id } = await addProviderAccount(deps, entered, by)
  const shown = await showAccount(deps, id)
  assert.deepEqual(shown.account.facts, { client_id: 'shop-1' })
  assert.equal(shown.account.certificates[0]?.daysLeft, 9)
  assert.equal(shown.account.certificates[0]?.state, 'warning')
  for (const table of ['connector_accounts', 'sealed_credentials', 'audit_log', 'proposals']) {
    const { rows } = await deps.database.owner.query(`select t::text as row from ${table} t`)
    for (const { row } of rows) assert.doesNotMatch(row, /canary|PRIVATE KEY|BEGIN CERT/, table)
  }
  assert.equal(
    await count(`sealed_credentials where id = '${entered.sealedId}'`),
    0,
    'used credentials are not kept twice',
  )
  const { rows } = await deps.database.owner.query(
    `select detail from audit_log where action = 'provider_account.add' and object_id = $1`,
    [id],
  )
  assert.equal(rows[0].detail.facts.client_id, 'shop-1')
})

test('credentials are tried by a live call before and after they are saved; an error of the connector tells nothing', async () => {
  const entered = await sealed('test', { client_secret: 'right-secret' })
  assert.deepEqual(await trySealed(deps, entered), { ok: true, facts: { keys: '2' } })
  assert.match(tried.at(-1)?.credentials ?? '', /right-secret/)
  const wrong = await sealed('test', { client_secret: 'wrong-secret' })
  assert.equal((await trySealed(deps, wrong)).ok, false)
  const { id } = await addProviderAccount(deps, await sealed('test', { client_secret: 'it throws' }), by)
  const failed = await tryAccount(deps, id)
  assert.ok(!failed.ok)
  assert.doesNotMatch(failed.why, /throws/)
})

test('the next calls after a replacement use the new credentials, within the cache’s five seconds', async () => {
  const { pointId } = await aPoint(deps)
  const { id } = await addProviderAccount(deps, await sealed('test', { client_secret: 'the-old-secret' }), by)
  await addRoute(
    deps,
    { connectorAccountId: id, serviceCode: 'PIX_BR', payType: 'payin', routePointId: pointId, priority: 1 },
    by,
  )
  const wanted = { environment: 'test', pointId, serviceCode: 'PIX_BR', payType: 'payin', amountMinor: 100n } as const
  const serving = routeFinder(deps)
  assert.match((await serving.find(wanted))?.credentials ?? '', /the-old-secret/)
  const credentials = await toyCredentials({ client_secret: 'the-new-secret' })
  const entered = await sealCredentials(deps, { connectorAccountId: id, credentials })
  await replaceCredentials(deps, entered, by)
  assert.match(
    (await serving.find(wanted))?.credentials ?? '',
    /the-old-secret/,
    'cached: the path has no further query',
  )
  const until = performance.now() + 10_000
  const rotated = async () => [await serving.find(wanted), await serving.account(id)]
  while (!(await rotated()).every((account) => account?.credentials.includes('the-new-secret'))) {
    assert.ok(performance.now() < until, 'the new credentials were not used')
    await new Promise((done) => setTimeout(done, 200))
  }
  await assert.rejects(replaceCredentials(deps, entered, by), refused('not_found'))
})

test('credentials that others replaced meanwhile are not overwritten by an older entry', async () => {
  const { id } = await addProviderAccount(deps, await sealed('test'), by)
  const older = await sealCredentials(deps, { connectorAccountId: id, credentials: await toyCredentials() })
  const newer = await sealCredentials(deps, { connectorAccountId: id, credentials: await toyCredentials() })
  await replaceCredentials(deps, newer, by)
  await assert.rejects(replaceCredentials(deps, older, by), refused('not_in_this_state'))
})

test('a disabled account takes no new orders, and is found for its open ones', async () => {
  const { pointId } = await aPoint(deps)
  const { id } = await addProviderAccount(deps, await sealed('test'), by)
  const route = { connectorAccountId: id, serviceCode: 'PIX_BR', payType: 'payin', routePointId: pointId } as const
  await addRoute(deps, { ...route, priority: 1 }, by)
  const wanted = { environment: 'test', pointId, serviceCode: 'PIX_BR', payType: 'payin', amountMinor: 100n } as const
  assert.equal((await routeFinder(deps).find(wanted))?.id, id)
  await disableProviderAccount(deps, id, by)
  await assert.rejects(disableProviderAccount(deps, id, by), refused('not_in_this_state'))
  assert.equal(await routeFinder(deps).find(wanted), undefined)
  assert.equal((await routeFinder(deps).account(id))?.id, id)
  await enableProviderAccount(deps, id, by)
  assert.equal((await routeFinder(deps).find(wanted))?.id, id)
})

test('entered credentials that nobody uses are deleted after two hours', async () => {
  const unused = await sealed('test')
  await deps.database.owner.query(
    `update sealed_credentials set created_at = created_at - interval '3 hours' where id = $1`,
    [unused.sealedId],
  )
  const fresh = await sealed('test')
  assert.ok((await forgetUnusedCredentials(deps)) >= 1)
  await assert.rejects(addProviderAccount(deps, unused, by), refused('not_found'))
  await addProviderAccount(deps, fresh, by)
})

// Last: a live point makes live money possible in this deployment.
test('a live account, its credentials, its routes and its return need a second person', async () => {
  const early = await addProviderAccount(deps, await sealed('live'), by)
  assert.equal(early.sandbox, false)
  await aPoint(deps, { environment: 'live' })
  const second = refused('second_person_required')
  await assert.rejects(addProviderAccount(deps, await sealed('live'), by), second)
  const credentials = await toyCredentials()
  const entered = await sealCredentials(deps, { connectorAccountId: early.id, credentials })
  await assert.rejects(replaceCredentials(deps, entered, by), second)
  const route = { connectorAccountId: early.id, serviceCode: 'PIX_BR', payType: 'payin', priority: 1 } as const
  await assert.rejects(addRoute(deps, route, by), second)
  await disableProviderAccount(deps, early.id, by)
  await assert.rejects(enableProviderAccount(deps, early.id, by), second)
  const alone = { ...by, breakGlass: 'somebody at the machine' }
  await enableProviderAccount(deps, early.id, alone)
  await replaceCredentials(deps, entered, alone)
  await addRoute(deps, route, alone)
  const { rows } = await deps.database.owner.query(
    `select count(*)::int as n from audit_log where action = 'break_glass.execute'`,
  )
  assert.equal(rows[0].n, 3)
})
