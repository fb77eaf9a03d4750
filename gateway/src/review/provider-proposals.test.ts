import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPerson, aPoint, setUp } from '../../test/support/set-up.ts'
import { toyCredentials, toyProvider } from '../../test/support/toy-provider.ts'
import { decideProposal } from '../approvals/decide-proposal.ts'
import { propose } from '../approvals/propose.ts'
import { createConnectors } from '../connectors/index.ts'
import { createLog } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import { forgetUnusedCredentials, sealCredentials } from '../provider-accounts/seal-credentials.ts'
import { listAllRoutes, showAccount } from '../provider-accounts/show-accounts.ts'
import { tryAccount } from '../provider-accounts/try-account.ts'
import type { OperatorActor } from '../values/actor.ts'
import { Problem } from '../values/problem.ts'
import { operatorActions } from './operator-actions.ts'
import { getProposal } from './preview-action.ts'
import type { ProposedAction } from './proposed-action.ts'

const world = await setUp({ after })
const connectors = createConnectors({
  simulatedBankUrl: undefined,
  further: [toyProvider()],
  onThrown: () => undefined,
})
const deps = {
  ...{ ...world, connectors, publicUrl: 'https://pay.example.com', localUrl: '' },
  log: createLog('fatal', () => undefined),
  metrics: createMetrics(),
  notify: () => undefined,
  knownAccounts: new Map(),
}
const approving = { ...deps, actions: operatorActions(deps) }
await aPoint(deps, { environment: 'live' })
const [ana, ben] = [await operator('Ana'), await operator('Ben')]

async function operator(name: string): Promise<OperatorActor> {
  const userId = await aPerson(world, { name })
  return { name, merchantId: null, userId, origin: null }
}

async function proposed(action: ProposedAction) {
  return (await propose(approving, { proposed: action, evidence: 'contract of today', by: ana })).result
}

async function decide(proposalId: string) {
  return await decideProposal(approving, { proposalId, decision: 'do', note: undefined, by: ben })
}

function refused(code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, code, error.message)
    return true
  }
}

test('a live account, its route and its new credentials are proposed by one operator and decided by another, and the proposal holds no secret', async () => {
  const credentials = await toyCredentials({ client_secret: 'canary-of-the-proposal' })
  const entered = await sealCredentials(deps, { connector: 'toy-pix', environment: 'live', name: 'PSP', credentials })
  const { sealedId, digest, connectorAccountId } = entered
  const row = await proposed({ action: 'provider_account', sealedId, digest })
  assert.deepEqual([row.state, row.environment, row.alone], ['open', 'live', false])
  assert.doesNotMatch(JSON.stringify(row.input), /canary|BEGIN/)
  const { preview } = await getProposal(deps, row.id)
  const shown = Object.fromEntries((preview?.settings ?? []).map(({ name, after: value }) => [name, value]))
  assert.equal(shown['client_id'], 'shop-1')
  assert.match(shown['certificate'] ?? '', /SHA-256 [0-9A-F]{2}:/)
  assert.equal(shown['client_secret'], undefined)
  await world.database.owner.query(`update sealed_credentials set created_at = created_at - interval '9 days'`)
  assert.equal(await forgetUnusedCredentials(deps), 0, 'what an open proposal names is kept')
  await assert.rejects(showAccount(deps, connectorAccountId), refused('not_found'))
  await assert.rejects(
    decideProposal(approving, { proposalId: row.id, decision: 'do', note: undefined, by: ana }),
    refused('not_in_this_state'),
  )
  assert.equal((await decide(row.id)).state, 'done')
  assert.deepEqual(await tryAccount(deps, connectorAccountId), { ok: true, facts: { keys: '2' } })

  const route = {
    connectorAccountId,
    serviceCode: 'PIX_BR',
    payType: 'payin',
    priority: 5,
    amountMax: '900.00',
  } as const
  await assert.rejects(
    proposed({ action: 'route_add', ...route, serviceCode: 'BT_AR' }),
    refused('service_not_enabled'),
  )
  const added = await proposed({ action: 'route_add', ...route })
  assert.deepEqual(await listAllRoutes(deps, 'live'), [])
  await decide(added.id)
  const [stored] = await listAllRoutes(deps, 'live')
  assert.equal(stored?.amount_max_minor, 90_000n)
  await assert.rejects(proposed({ action: 'route_add', ...route }), refused('not_in_this_state'))

  const wrong = await sealCredentials(deps, {
    connectorAccountId,
    credentials: await toyCredentials({ client_secret: 'wrong-one' }),
  })
  const replacing = await proposed({ action: 'provider_credentials', sealedId: wrong.sealedId, digest: wrong.digest })
  assert.equal(
    (await tryAccount(deps, connectorAccountId)).ok,
    true,
    'until it is decided the account keeps its credentials',
  )
  await decide(replacing.id)
  assert.equal((await tryAccount(deps, connectorAccountId)).ok, false)

  const removal = await proposed({ action: 'route_remove', routeId: stored?.id ?? '' })
  assert.equal((await listAllRoutes(deps, 'live')).length, 1)
  await decide(removal.id)
  assert.deepEqual(await listAllRoutes(deps, 'live'), [])
})

test('a proposal stands for exactly what was entered: another digest, or the other kind, is refused', async () => {
  const credentials = await toyCredentials()
  const entered = await sealCredentials(deps, { connector: 'toy-pix', environment: 'live', name: 'PSP', credentials })
  const { sealedId, digest } = entered
  const other = digest.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  await assert.rejects(proposed({ action: 'provider_account', sealedId, digest: other }), refused('not_found'))
  await assert.rejects(proposed({ action: 'provider_credentials', sealedId, digest }), refused('not_found'))
  const again = { connector: 'toy-pix', environment: 'live', name: 'PSP', sealedId } as const
  assert.equal((await sealCredentials(deps, { ...again, credentials })).connectorAccountId, entered.connectorAccountId)
  const changed = { ...credentials, client_id: 'another' }
  await assert.rejects(sealCredentials(deps, { ...again, credentials: changed }), refused('reference_conflict'))
})
