import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { aConnectorAccount, aTransaction } from '../../../../test/support/a-transaction.ts'
import { planOf } from '../../../../test/support/plan-of.ts'
import { aPoint, setUp } from '../../../../test/support/set-up.ts'
import type { Order } from '../../../core/connectors/connector.ts'
import { insertTransactions } from '../../../core/processing/store/creations.ts'
import { referenceDrawer } from './draw-reference.ts'
import {
  isNumericReference,
  isTextReference,
  placeCount,
  placeOf,
  type ReferenceForm,
  referenceAt,
} from './rules/references.ts'
import { findFreePlace } from './store/free-places.ts'

const deps = await setUp({ after })
const { engine, owner } = deps.database

async function anAccount() {
  const { pointId } = await aPoint(deps, { environment: 'live' })
  const id = await aConnectorAccount(deps, 'live')
  const account = { id, connector: 'own-account', environment: 'live', credentials: '{"reference_key":"k"}' } as const
  /** Orders of a point that have the references at these places. */
  const take = async (form: ReferenceForm, places: readonly bigint[], of = pointId, link: string | null = null) => {
    const rows = places.map((place) =>
      aTransaction(
        deps,
        { pointId: of, connectorAccountId: id },
        { environment: 'live', target_reference: referenceAt(form, place), payment_link_id: link, attempt: null },
      ),
    )
    await insertTransactions(engine, rows)
    return rows
  }
  const order = (sequence: bigint, changes: Partial<Order> = {}) =>
    ({ pointId, kind: 'clabe', payType: 'payin', country: 'MX', sequence, ...changes }) as Order
  return { account, pointId, take, order, context: { account, db: engine } }
}

const forms = [
  { form: 'numeric', kind: 'clabe' },
  { form: 'text', kind: 'deposit_account' },
] as const

for (const { form, kind } of forms) {
  test(`a ${form} reference is the first free one at or after the place of the order’s number`, async () => {
    const { take, order, context, account, pointId } = await anAccount()
    const draw = referenceDrawer(1_000)
    const place = placeOf(form, 'k', 5n)
    const drawn = async () => await draw(order(5n, { kind }), context)
    assert.deepEqual(await drawn(), { kind: 'drawn', reference: referenceAt(form, place) })
    const next = (by: bigint) => (place + by) % placeCount(form)
    await take(form, [next(0n), next(1n), next(3n)])
    assert.deepEqual(await drawn(), { kind: 'drawn', reference: referenceAt(form, next(2n)) })
    await take(form, [next(2n), ...Array.from({ length: 26 }, (_, at) => next(BigInt(at) + 4n))])
    assert.deepEqual(await drawn(), { kind: 'drawn', reference: referenceAt(form, next(30n)) })
    // The last places are followed by the first.
    const last = placeCount(form) - 1n
    const freeAt = async (from: bigint) =>
      (
        await findFreePlace(engine, {
          accountId: account.id,
          pointId,
          form,
          place: from,
          heldMax: 0,
          linkWeight: 1,
        })
      ).place
    await take(form, [last - 1n, last])
    assert.equal(await freeAt(last - 1n), 0n)
    await take(form, [0n, 1n])
    assert.equal(await freeAt(last), 2n)
  })
}

test('a point holds its share of the seven digits, those of the last month included, and takes none of the others’', async () => {
  const { take, order, context } = await anAccount()
  const other = await aPoint(deps, { environment: 'live' })
  const draw = referenceDrawer(3)
  const [ended] = await take('numeric', [1n, 2n, 3n])
  await owner.query(`update transactions set status = 'COMPLETED' where id = $1`, [ended?.id])
  assert.deepEqual(await draw(order(9n), context), { kind: 'over_share', max: 3 })
  assert.equal((await draw(order(9n, { pointId: other.pointId }), context)).kind, 'drawn')
  assert.equal((await draw(order(9n, { kind: 'deposit_account' }), context)).kind, 'drawn', 'text has no share')
  await owner.query('update transactions set target_reference = null where id = $1', [ended?.id])
  assert.equal((await draw(order(9n), context)).kind, 'drawn')
})

test('the payment links of a point hold a fifth of its share together, and leave the rest to the point', async () => {
  const { take, order, context, pointId } = await anAccount()
  const draw = referenceDrawer(10)
  const ofLink = { ...context, isOfLink: true }
  await take('numeric', [1n, 2n, 3n])
  await take('numeric', [4n], pointId, randomUUID())
  assert.equal((await draw(order(9n), ofLink)).kind, 'drawn')
  await take('numeric', [5n], pointId, randomUUID())
  assert.deepEqual(await draw(order(9n), ofLink), { kind: 'over_share', max: 2 })
  assert.equal((await draw(order(9n), context)).kind, 'drawn')
  assert.equal((await draw(order(9n, { kind: 'deposit_account' }), ofLink)).kind, 'drawn')
  await take('numeric', [11n, 12n, 13n, 14n, 15n])
  assert.deepEqual(await referenceDrawer(10)(order(9n), ofLink), { kind: 'over_share', max: 2 })
})

test('a large share is counted now and then, with what was drawn in between', async () => {
  const { take, order, context } = await anAccount()
  let nowMs = 0
  const draw = referenceDrawer(1_003, () => nowMs)
  for (let at = 0n; at < 1_001n; at += 143n)
    await take(
      'numeric',
      Array.from({ length: 143 }, (_, by) => at + BigInt(by)),
    )
  const kinds = async () => [(await draw(order(9n), context)).kind, (await draw(order(9n), context)).kind]
  assert.deepEqual(await kinds(), ['drawn', 'drawn'])
  assert.deepEqual(await kinds(), ['over_share', 'over_share'])
  nowMs += 10_000
  assert.deepEqual(await kinds(), ['drawn', 'drawn'], 'what was drawn was not written')
})

test('payouts and refunds have one too: seven digits in Mexico, else text', async () => {
  const { order, context } = await anAccount()
  const draw = referenceDrawer(10)
  const drawn = async (changes: Partial<Order>) => {
    const found = await draw(order(4n, changes), context)
    return found.kind === 'drawn' ? found.reference : found.kind
  }
  assert.ok(isNumericReference(await drawn({ payType: 'payout', kind: 'transfer' })))
  assert.ok(isNumericReference(await drawn({ payType: 'refund', kind: 'clabe' })))
  for (const payType of ['payout', 'refund'] as const)
    assert.ok(isTextReference(await drawn({ payType, kind: 'transfer', country: 'AR' })))
})

test('a look-up reads the used places up to the first gap and what the point holds, not the account', async () => {
  const { take, account, pointId } = await anAccount()
  const other = await aPoint(deps, { environment: 'live' })
  for (let at = 0n; at < 3_000n; at += 300n)
    await take(
      'numeric',
      Array.from({ length: 300 }, (_, by) => (at + BigInt(by)) * 100n),
      other.pointId,
    )
  await take('numeric', [50_001n, 50_002n])
  await owner.query('analyze transactions')
  const client = new pg.Client({ connectionString: deps.url })
  await client.connect()
  try {
    const search = { accountId: account.id, pointId, form: 'numeric', place: 50_000n, heldMax: 100 } as const
    for (const plan of ['general', 'for these values'] as const) {
      for (const linkWeight of [1, 5]) {
        const { rowsRead } = await planOf(
          client,
          async (db) => await findFreePlace(db, { ...search, linkWeight }),
          plan,
        )
        assert.ok(rowsRead >= 3 && rowsRead <= 20, `${rowsRead} rows, ${plan}`)
      }
    }
  } finally {
    await client.end()
  }
})
