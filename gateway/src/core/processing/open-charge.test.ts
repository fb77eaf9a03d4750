import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { aConnectorAccount, aProcess } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import type { Connector, ConnectorAccount } from '../connectors/connector.ts'
import { simulatedBank } from '../connectors/simulated-bank/connector.ts'
import { pixBr } from '../payment-methods/br/pix-br.ts'
import type { PayinRequest } from '../payment-methods/read-request.ts'
import { siteAt } from '../platform/deps.ts'
import { present } from '../values/assert.ts'
import type { Caller } from '../values/caller.ts'
import type { Outcome } from '../values/outcome.ts'
import { Problem } from '../values/problem.ts'
import { applyOutcomes } from './apply-outcome.ts'
import { callSlots } from './call-slots.ts'
import { cancelAbandoned } from './cancel-abandoned.ts'
import type { ProcessingDeps } from './deps.ts'
import { openTransaction } from './open-transaction.ts'
import type { NewTransaction } from './rules/new-transaction.ts'
import type { ApplyItem } from './status-update.ts'
import { insertTransactions } from './store/creations.ts'

const coded: Outcome = { kind: 'pending', instructions: { pixBrCode: '0002…' } }
const silent: Outcome = { kind: 'unknown', why: 'timeout' }

describe('a pay-in whose provider makes the code', async () => {
  const world = await setUp({ after })
  const { owner } = world.database
  const asked: string[] = []
  const cancelled: string[] = []
  let answers: Outcome[] = []
  const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
  const provider: Connector = {
    manifest: { ...manifest, givesInstructions: true },
    keyFor: (id) => id.replaceAll('-', ''),
    submit: async (_order, key) => {
      asked.push(key)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answers.shift() ?? coded
    },
    inquire: async () => await Promise.resolve(silent),
    cancel: async (key) => {
      cancelled.push(key)
      return await Promise.resolve('cancelled')
    },
  }
  let deps: ProcessingDeps
  let caller: Caller
  let sequence = 0n
  before(async () => {
    const { pointId } = await aPoint(world)
    const id = await aConnectorAccount(world)
    const account: ConnectorAccount = { id, connector: 'simulated-bank', environment: 'test', credentials: '{}' }
    const process = aProcess(world)
    caller = { keyId: 'point', point: { pointId, environment: 'test' } } as Caller
    deps = {
      ...process,
      ...{ clock: world.clock, secretBox: world.secretBox, processName: 'a gateway', site: siteAt('') },
      callSlots: callSlots(process.metrics),
      connectors: new Map([['simulated-bank', provider]]),
      routes: { find: async () => await Promise.resolve(account), account: async () => await Promise.resolve(account) },
      nextSequence: async () => await Promise.resolve(++sequence),
      createTransaction: async (item: NewTransaction) =>
        present((await insertTransactions(world.database.engine, [item]))[0], 'a creation'),
      applyOutcome: async (item: ApplyItem) => present((await applyOutcomes(process, [item]))[0], 'a result'),
    } as unknown as ProcessingDeps
  })

  const pay = async (reference: string, amountMinor = 1000n) => {
    const request = {
      ...{ operation: 'payin', kind: 'qr', serviceCode: 'PIX_BR', method: pixBr, currency: 'BRL', reference },
      ...{ amountMinor, details: { payer_doc_id: '39053344705' }, expiresAt: new Date(Date.now() + 3_600_000) },
    } as unknown as PayinRequest
    const instruct = async () => await Promise.reject(new Error('the provider makes them'))
    return await openTransaction(deps, caller, { request, instruct })
  }
  const refusal = async (work: Promise<unknown>) => {
    const thrown = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(thrown instanceof Problem, String(thrown))
    return thrown.code
  }
  const left = async () => (await owner.query('select count(*)::int as n from prepared_charges')).rows[0].n
  const isOld = async () =>
    await owner.query(`update prepared_charges set created_at = gateway_now() - interval '16 minutes'`)

  it('is told with its code, and again without another call', async () => {
    const { transaction, replayed } = await pay('one')
    assert.deepEqual(
      [transaction.status, transaction.instructions, replayed],
      ['PENDING', { pixBrCode: '0002…' }, false],
    )
    const calls = asked.length
    assert.equal((await pay('one')).replayed, true)
    assert.deepEqual([asked.length, await left()], [calls, 0])
    assert.equal(await refusal(pay('one', 2000n)), 'reference_conflict')
  })

  it('is nowhere until its code is there, and then the same charge', async () => {
    answers = [silent, { kind: 'not_sent', why: 'unavailable' }]
    assert.equal(await refusal(pay('late')), 'unavailable')
    assert.equal(await refusal(pay('late')), 'unavailable')
    assert.equal(await refusal(pay('late', 5n)), 'reference_conflict', 'its content holds before anybody is told')
    const found = await owner.query(`select count(*)::int as n from transactions where reference = 'late'`)
    assert.equal(found.rows[0].n, 0)
    const { transaction } = await pay('late')
    assert.equal(new Set(asked.slice(-3)).size, 1, 'one key')
    assert.equal(transaction.id.replaceAll('-', ''), asked.at(-1))
  })

  it('is one charge however many ask at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, async () => await pay('race')))
    const ids = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.transaction.id] : []))
    assert.ok(ids.length > 0)
    assert.equal(new Set(ids).size, 1)
    assert.equal(asked.filter((key) => key === ids[0]?.replaceAll('-', '')).length, 1, 'the provider was asked once')
  })

  it('is cancelled where another request told a charge of its own meanwhile', async () => {
    const { callSlots: slots } = deps
    const late = {
      within: async (_of: unknown, work: () => Promise<unknown>) => {
        deps.callSlots = slots
        await pay('twin')
        return await work()
      },
    }
    deps.callSlots = late as unknown as ProcessingDeps['callSlots']
    const { transaction, replayed } = await pay('twin')
    assert.deepEqual([replayed, asked.at(-2)], [true, transaction.id.replaceAll('-', '')])
    assert.equal(await cancelAbandoned(deps), 1)
    assert.deepEqual([cancelled.splice(0), await left()], [[asked.at(-1)], 0])
  })

  it('is cancelled where nobody asked again for 15 minutes, and its reference is free', async () => {
    answers = [silent]
    assert.equal(await refusal(pay('left')), 'unavailable')
    const first = asked.at(-1)
    assert.equal(await cancelAbandoned(deps), 0, 'not yet')
    await isOld()
    assert.equal(await cancelAbandoned(deps), 1)
    assert.deepEqual([cancelled, await left()], [[first], 0])
    assert.notEqual((await pay('left')).transaction.id.replaceAll('-', ''), first)
  })

  it('stays with its transaction where only its row was left behind', async () => {
    const { transaction } = await pay('told')
    await owner.query(
      `insert into prepared_charges (id, point_id, environment, reference, content_hash, connector_account_id, sequence,
        expired_at, called_until, created_at)
      select id, point_id, environment, reference, content_hash, connector_account_id, sequence, expired_at,
        created_at, created_at - interval '1 hour' from transactions where id = $1`,
      [transaction.id],
    )
    const before = cancelled.length
    assert.equal(await cancelAbandoned(deps), 1)
    assert.deepEqual([cancelled.length, await left()], [before, 0], 'what was told is not cancelled')
  })

  it('is told as ERROR where the provider refuses it', async () => {
    answers = [{ kind: 'rejected', reason: 'processing_error' }]
    assert.equal((await pay('refused')).transaction.status, 'ERROR')
  })

  it('holds a share of its own: a point with too many charges without a code is refused', async () => {
    await owner.query(
      `insert into prepared_charges (id, point_id, environment, reference, content_hash, connector_account_id, sequence,
        expired_at, called_until)
      select gen_random_uuid(), point_id, environment, 'many ' || n, content_hash, connector_account_id, n, expired_at,
        gateway_now() from transactions, generate_series(1, 500) n where reference = 'one'`,
    )
    const calls = asked.length
    assert.equal(await refusal(pay('one too many')), 'unavailable')
    assert.equal(asked.length, calls)
    assert.equal((await pay('many 7')).transaction.status, 'PENDING', 'those that are known are answered')
  })
})
