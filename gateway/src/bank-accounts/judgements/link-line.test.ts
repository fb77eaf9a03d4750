import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProcess } from '../../../test/support/a-transaction.ts'
import { openJudgedWorld } from '../../../test/support/judged-lines.ts'
import { applyOutcomes } from '../../processing/apply-outcome.ts'
import { findOrderFor, linkLine } from './link-line.ts'
import { refuseMatch } from './refuse-candidate.ts'
import { listLines, showLine } from './show-line.ts'

const world = await openJudgedWorld({ after })
const { deps, account, order, payout, lines, one, lookAgain, stateOf, orderNow, bankMinor, prove } = world
const { owner } = deps.database
const ana = { actor: 'ana', breakGlass: 'ana', evidence: 'seen' }
const link = async (lineId: string, transactionId: string, isNewMoney = false) =>
  await linkLine(deps, { line_id: lineId, transaction_id: transactionId, is_new_money: isNewMoney }, ana)
const confirm = async (transactionId: string, cents: number, bankReference: string) => {
  const update = { kind: 'completed', creditedMinor: BigInt(cents) } as const
  await applyOutcomes(deps, [{ transactionId, source: 'operator', bankReference, update }])
}

/** Begins all `work` while a row is locked, and lets it go once every one waits for the lock. */
async function together<T>(
  lock: string,
  id: string,
  work: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(lock, [id])
    const running = Promise.allSettled(work.map(async (each) => await each()))
    let isOver = false
    void running.then(() => (isOver = true))
    for (let waiting = 0; waiting < work.length && !isOver; ) {
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0]?.n ?? 0
    }
    await client.query('rollback')
    return await running
  } finally {
    client.release()
  }
}
const lockLine = 'select 1 from bank_line_states where bank_line_id = $1 for update'
const lockOrder = 'select 1 from transactions where id = $1 for update'

test('a person’s link follows the order’s policies: a part, more, late, twice, another payer, a failed order', async () => {
  const bank = await account()
  const cases = [
    { cents: [50_000], now: 'PENDING underpaid 50000 50000 0' },
    { cents: [50_000, 100_000], now: 'COMPLETED paid 150000 0 0' },
    { cents: [170_000], now: 'COMPLETED overpaid 170000 0 0' },
    { cents: [150_000, 150_000], now: 'COMPLETED paid 300000 150000 0' },
    { cents: [150_000], status: 'EXPIRED', now: 'COMPLETED paid 150000 0 0' },
    { cents: [150_000], status: 'EXPIRED', expired: 30, now: 'COMPLETED paid_late 150000 0 0' },
    { cents: [150_000], document: 'VECJ880326AB1', now: 'PENDING payer_mismatch 150000 150000 0' },
    { cents: [150_000], status: 'ERROR', now: 'COMPLETED paid 150000 0 0' },
  ]
  let sum = 0n
  for (const { cents, status, document, expired = 0, now } of cases) {
    const { id } = await order(bank)
    if (status)
      await owner.query(
        `update transactions set status = $2, reason = $3, created_at = now() - interval '1 day' * ($4::int + 1),
          expired_at = now() - interval '1 day' * $4::int where id = $1`,
        [id, status, status === 'ERROR' ? 'rejected' : 'expired', expired],
      )
    for (const lineId of await lines(
      bank,
      cents.map((each) => ({ cents: each })),
    )) {
      await owner.query('update bank_lines set party_document = $2 where id = $1', [
        lineId,
        document ?? 'GODE561231GR8',
      ])
      assert.deepEqual(await link(lineId, id), { as: 'payin', moved: true })
      assert.equal(await stateOf(lineId), 'applied payin')
    }
    sum += BigInt(cents.reduce((all, each) => all + each, 0))
    assert.equal(await orderNow(id), now)
  }
  assert.equal(await bankMinor(bank), sum)
  await prove()
})

test('a deposit at one own account for an order of another one moves between both', async () => {
  const [here, there] = [await account(), await account()]
  const { id } = await order(there)
  await link(await one(here, 150_000), id)
  assert.equal(await orderNow(id), 'COMPLETED paid 150000 0 0')
  assert.deepEqual([await bankMinor(here), await bankMinor(there)], [150_000n, 0n])
  await prove()
})

test('of two people who say that one line pays two orders, one is right and the other is told', async () => {
  const bank = await account()
  const orders = [await order(bank), await order(bank)]
  const lineId = await one(bank, 150_000)
  const other = { ...deps, ...aProcess(deps) }
  const results = await together(
    lockLine,
    lineId,
    [deps, other].map(
      (each, at) => async () => await linkLine(each, { line_id: lineId, transaction_id: orders[at]?.id ?? '' }, ana),
    ),
  )
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const [refused] = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  assert.match(refused.message, /has moved its money meanwhile/)
  assert.deepEqual((await Promise.all(orders.map(({ id }) => orderNow(id)))).sort(), [
    'COMPLETED paid 150000 0 0',
    'PENDING awaiting_payment 0 0 0',
  ])
  await assert.rejects(link(lineId, orders[0]?.id ?? ''), { code: 'not_in_this_state' })
  assert.equal(await bankMinor(bank), 150_000n)
  await prove()
})

test('two people who link two lines to one order at the same time both count', async () => {
  const bank = await account()
  const { id } = await order(bank)
  const ids = await lines(bank, [{ cents: 70_000 }, { cents: 80_000 }])
  const processes = [deps, { ...deps, ...aProcess(deps) }]
  await Promise.all(
    ids.map(async (lineId, at) => await linkLine(processes[at] ?? deps, { line_id: lineId, transaction_id: id }, ana)),
  )
  assert.equal(await orderNow(id), 'COMPLETED paid 150000 0 0')
  await prove()
})

test('money that was confirmed by hand is proven by its line once, and further money is said to be that', async () => {
  const bank = await account()
  const { id } = await order(bank)
  await confirm(id, 150_000, 'BY HAND 1')
  const [first = '', second = ''] = await lines(bank, [{ cents: 150_000 }, { cents: 150_000 }])
  assert.deepEqual(await link(first, id), { as: 'payin', moved: false })
  assert.deepEqual([await stateOf(first), await orderNow(id)], ['linked payin', 'COMPLETED paid 150000 0 0'])
  assert.equal(await bankMinor(bank), 300_000n, 'the second line is in suspense')
  await link(second, id)
  assert.equal(await orderNow(id), 'COMPLETED paid 300000 150000 0')

  const another = await order(bank)
  await confirm(another.id, 150_000, 'BY HAND 2')
  const part = await one(bank, 20_000)
  await assert.rejects(link(part, another.id), /say that this is further money/)
  await link(part, another.id, true)
  assert.equal(await orderNow(another.id), 'COMPLETED paid 170000 20000 0')
  await prove()
})

test('two processes that prove one confirmation by two lines: one line has it', async () => {
  const bank = await account()
  const { id } = await order(bank)
  await confirm(id, 150_000, 'BY HAND 3')
  const ids = await lines(bank, [{ cents: 150_000 }, { cents: 150_000 }])
  const processes = [deps, { ...deps, ...aProcess(deps) }]
  await Promise.allSettled(
    ids.map(async (lineId, at) => await linkLine(processes[at] ?? deps, { line_id: lineId, transaction_id: id }, ana)),
  )
  const states = (await Promise.all(ids.map(stateOf))).sort()
  assert.equal(states.filter((state) => state === 'linked payin').length, 1, states.join(', '))
  await prove()
})

test('a debit proves its payout whole, and a credit brings back what was paid and no more', async () => {
  const bank = await account()
  const { id } = await payout(bank, 33_300)
  await assert.rejects(link(await one(bank, -33_200), id), /the debit is not/)
  await assert.rejects(link(await one(bank, 33_300), id), /Only a payout that was paid/)
  assert.deepEqual(await link(await one(bank, -33_300), id), { as: 'payout', moved: true })
  assert.equal(await orderNow(id), 'COMPLETED paid 0 0 0')
  await assert.rejects(link(await one(bank, -33_300), id), /proves this payout already/)
  assert.deepEqual(await link(await one(bank, 10_000), id), { as: 'payout_return', moved: true })
  await assert.rejects(link(await one(bank, 33_300), id), /233\.00 MXN can come back/)
  await link(await one(bank, 23_300), id)
  assert.equal(await orderNow(id), 'ERROR returned 0 0 33300')
  await prove()
})

test('two processes that return more of one payout than was paid bring back what was paid', async () => {
  const bank = await account()
  const { id } = await payout(bank, 12_000)
  await link(await one(bank, -12_000), id)
  const ids = await lines(bank, [{ cents: 8_000 }, { cents: 8_000 }])
  const processes = [deps, { ...deps, ...aProcess(deps) }]
  await together(
    lockOrder,
    id,
    ids.map(
      (lineId, at) => async () => await linkLine(processes[at] ?? deps, { line_id: lineId, transaction_id: id }, ana),
    ),
  )
  assert.deepEqual((await Promise.all(ids.map(stateOf))).sort(), ['applied payout_return', 'in_suspense'])
  assert.equal(await orderNow(id), 'COMPLETED partially_returned 0 0 8000')
  await prove()
})

test('what cannot be is refused by name, and changes nothing', async () => {
  const bank = await account()
  const payin = await order(bank)
  const failed = await order(bank)
  await owner.query(`update transactions set status = 'ERROR', reason = 'rejected' where id = $1`, [failed.id])
  const foreign = await order(bank, { currency: 'ARS' })
  await assert.rejects(link(await one(bank, -150_000), payin.id), /A debit pays no deposit/)
  await assert.rejects(link(await one(bank, 10_000), failed.id), /its whole amount only/)
  await assert.rejects(link(await one(bank, 150_000), foreign.id), /the order in ARS/)
  await assert.rejects(link(payin.id, payin.id), { code: 'not_found' })
  await assert.rejects(link(await one(bank, 1), deps.clock.now().toISOString()), { code: 'not_found' })
  await assert.rejects(
    linkLine(deps, { line_id: await one(bank, 150_000), transaction_id: payin.id }, { actor: 'ana' }),
    {
      code: 'second_person_required',
    },
  )
  assert.equal(await orderNow(payin.id), 'PENDING awaiting_payment 0 0 0')
  await prove()
})

test('one operator accepts a likely candidate alone, and a refused one is neither proposed nor applied again', async () => {
  const bank = await account()
  const [likely, refused] = [await order(bank), await order(bank)]
  await owner.query('update bank_accounts set automatic = false where id = $1', [bank.id])
  const first = await one(bank, 150_000, `pago ${likely.targetReference}`)
  const second = await one(bank, 150_000, `pago ${refused.targetReference}`)
  const [candidate] = (await showLine(deps, first)).candidates
  assert.deepEqual([candidate?.order.id, candidate?.candidate?.score, candidate?.isLikely], [likely.id, 98, true])
  assert.deepEqual(
    candidate?.compared.filter(({ agrees }) => agrees === true).map(({ field }) => field),
    ['amount', 'day', 'own_account', 'reference'],
  )
  await linkLine(deps, { line_id: first, transaction_id: likely.id }, { actor: 'ana' })
  assert.equal(await orderNow(likely.id), 'COMPLETED paid 150000 0 0')

  await refuseMatch(deps, { lineId: second, transactionId: refused.id }, { actor: 'ana' })
  await owner.query('update bank_accounts set automatic = true where id = $1', [bank.id])
  await lookAgain()
  assert.deepEqual(
    [
      await stateOf(second),
      (await showLine(deps, second)).candidates.map(({ order: each }) => each.id).includes(refused.id),
    ],
    ['in_suspense', false],
  )
  assert.equal(
    await findOrderFor(deps, second, (refused.targetReference ?? '').replace(/^(....)/, '$1-').toLowerCase()),
    refused.id,
  )
  const { rows, next } = await listLines(deps, {
    bankAccountId: bank.id,
    state: 'waiting',
    before: undefined,
    limit: 1,
  })
  assert.deepEqual([rows.map(({ id }) => id), next], [[second], null])
  await prove()
})
