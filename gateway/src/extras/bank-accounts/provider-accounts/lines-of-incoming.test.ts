import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { aProcess } from '../../../../test/support/a-transaction.ts'
import { type OwnAccount, ownBank } from '../../../../test/support/own-bank.ts'
import { aPoint, setUp } from '../../../../test/support/set-up.ts'
import type { IncomingMoney } from '../../../core/connectors/connector.ts'
import { createConnectors } from '../../../core/connectors/index.ts'
import { inTransaction } from '../../../core/platform/database/database.ts'
import { uuidV7 } from '../../../core/platform/ids.ts'
import { applyOutcomes } from '../../../core/processing/apply-outcome.ts'
import { takeIncoming } from '../../../core/processing/take-incoming.ts'
import { connectorsOfExtras } from '../../providers/connectors.ts'
import { compareBankDays } from '../../verify/store/bank-day-checks.ts'
import { checkBankLines, checkTakenIncoming } from '../../verify/store/bank-line-checks.ts'
import { planBatch } from '../batches/plan-batch.ts'
import { decideLine, type LineWish, planLine } from '../decide-by-operator.ts'
import { addLineRule } from '../line-rules.ts'
import { linkConfirmedLine } from '../match-lines.ts'
import { setBankAccount } from '../set-bank-account.ts'
import { setBankProfile } from '../set-bank-profile.ts'
import { setOpening } from '../set-opening.ts'
import { showLine } from '../show-lines.ts'
import { takeTransfers } from '../store/bank-days.ts'
import { linesOfIncoming } from './lines-of-incoming.ts'

const world = await setUp({ after })
const further = connectorsOfExtras({ allowCidrs: [] })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further, onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const { owner, engine } = deps.database
const { anAccount, anOrder, give, matchAll, statesOf, orderNow, settlementOf, proveAll } = ownBank(deps, pointId)
const alongIncoming = linesOfIncoming(further)

const by = { operator: 'ana', evidence: 'seen at the provider', breakGlass: 'ana' }
const decide = async (wish: LineWish) => await decideLine(deps, wish, by)

async function aProvider(connector = 'pix-api') {
  const id = uuidV7(world.clock.now())
  await owner.query(
    `insert into connector_accounts (id, connector, environment, name, credentials_box) values ($1, $2, 'live', 'Pix of the shop', 'x')`,
    [id, connector],
  )
  return id
}

const aPayment = (changes: Partial<IncomingMoney> = {}): IncomingMoney => ({
  ...{ providerId: `E${randomUUID().replaceAll('-', '').slice(1)}`, amountMinor: 100_00n, currency: 'BRL' },
  ...{ at: world.clock.now(), reference: 'pedido 7', sender: { name: 'ANA PRUEBA', document: '39053344705' } },
  ...changes,
})

const push = async (id: string, incoming: readonly IncomingMoney[]) =>
  await inTransaction(
    engine,
    async (tx) => await takeIncoming({ ...deps, alongIncoming }, tx, { account: { id }, incoming }),
  )

/** The list of a provider account. */
async function listOf(connectorAccountId: string): Promise<OwnAccount> {
  const { rows } = await owner.query('select * from bank_accounts where connector_account_id = $1', [
    connectorAccountId,
  ])
  assert.equal(rows.length, 1)
  const { country, currency, holder, time_zone, kind } = rows[0]
  assert.deepEqual(
    [country, currency, holder, time_zone, kind],
    ['BR', 'BRL', 'Pix of the shop', 'America/Sao_Paulo', 'provider'],
  )
  return { id: rows[0].id, connectorAccountId, number: '' }
}

/** A waiting line of a provider account. */
async function aLine(connectorAccountId: string, changes: Partial<IncomingMoney> = {}) {
  const payment = aPayment(changes)
  await push(connectorAccountId, [payment])
  await matchAll()
  const { rows } = await owner.query('select id from incoming_money where provider_id = $1', [payment.providerId])
  return { id: String(rows[0].id), payment }
}

const anOrderOf = async (account: OwnAccount, changes: Parameters<typeof anOrder>[1] = {}) =>
  await anOrder(account, {
    ...{ service_code: 'PIX_BR', currency: 'BRL', amount_minor: 100_00n, details: {} },
    ...{ target_reference: randomUUID().replaceAll('-', ''), ...changes },
  })

const told = async (transactionId: string, creditedMinor: bigint) =>
  await applyOutcomes(deps, [{ transactionId, source: 'inquiry', update: { kind: 'completed', creditedMinor } }])

async function prove(): Promise<void> {
  await proveAll()
  assert.deepEqual((await checkTakenIncoming(engine, undefined)).violations, [])
}

describe('money of a provider for no order', () => {
  it('is one line of one list, however often and from how many processes it is told, whatever its day', async () => {
    const provider = await aProvider()
    const old = aPayment({ amountMinor: 1n, at: new Date('2020-02-29T02:00:00Z') })
    const [one, two] = [aPayment({ amountMinor: 2n }), aPayment({ amountMinor: 3n })]
    const elsewhere = aPayment({ currency: 'MXN' })
    await Promise.all([push(provider, [old, one, elsewhere]), push(provider, [two]), push(provider, [one])])
    await push(provider, [old, one, two, elsewhere])
    await matchAll()
    const account = await listOf(provider)
    assert.deepEqual(await statesOf(account), ['C 1 in_suspense', 'C 2 in_suspense', 'C 3 in_suspense'])
    assert.deepEqual([await settlementOf(account), await settlementOf(account, 'suspense')], [6n, -6n])
    const { rows } = await owner.query(
      'select currency, taken_at is null as waits from incoming_money where taken_at is null',
    )
    assert.deepEqual(rows, [{ currency: 'MXN', waits: true }])
    const lines = await owner.query(
      'select *, booking_day::text from bank_lines where bank_account_id = $1 order by amount_minor',
      [account.id],
    )
    const { booking_day: day, refs, text, party_name, party_document, bank_fields } = lines.rows[0]
    assert.deepEqual(
      [day, refs, text, party_name, party_document, bank_fields],
      ['2020-02-28', { bankRef: old.providerId }, 'pedido 7', 'ANA PRUEBA', '39053344705', ['name', 'document', 'ids']],
    )
    await prove()
  })

  it('of a connector that nobody connects, or of another currency alone, makes no list', async () => {
    const [own, provider] = [await aProvider('own-account'), await aProvider()]
    await push(own, [aPayment()])
    await push(provider, [aPayment({ currency: 'USD' })])
    const found = await owner.query('select from bank_accounts where connector_account_id = any ($1)', [
      [own, provider],
    ])
    assert.equal(found.rowCount, 0)
  })

  it('pays an order of its account, and what the provider tells of the order comes on top', async () => {
    const provider = await aProvider()
    const { id } = await aLine(provider)
    const account = await listOf(provider)
    const order = await anOrderOf(account)
    const { candidates, row } = await showLine(deps, { id, named: undefined })
    assert.deepEqual([row.state, candidates.map((each) => each.transactionId)], ['in_suspense', [order.id]])
    await decide({ kind: 'match', bankLineId: id, transactionId: order.id })
    assert.deepEqual(await orderNow(order.id), ['COMPLETED', 100_00n, 0n])
    await told(order.id, 100_00n)
    assert.deepEqual(await orderNow(order.id), ['COMPLETED', 200_00n, 100_00n], 'its charge was paid as well')
    await told(order.id, 100_00n)
    assert.equal(await settlementOf(account), 200_00n)
    await prove()
  })

  it('is added to an order that the provider completed, and proves what people confirmed by its number', async () => {
    const provider = await aProvider()
    const { id } = await aLine(provider)
    const account = await listOf(provider)
    const [paid, confirmed] = [await anOrderOf(account), await anOrderOf(account, { amount_minor: 70_00n })]
    await told(paid.id, 100_00n)
    await decide({ kind: 'match', bankLineId: id, transactionId: paid.id })
    assert.deepEqual(await orderNow(paid.id), ['COMPLETED', 200_00n, 100_00n])
    const { payment } = await aLine(provider, { amountMinor: 70_00n })
    const update = { kind: 'completed', creditedMinor: 70_00n } as const
    const bankReference = payment.providerId
    await applyOutcomes(deps, [{ transactionId: confirmed.id, source: 'operator', update, bankReference }])
    await linkConfirmedLine(deps, bankReference)
    assert.deepEqual(await statesOf(account), ['C 7000 linked payin', 'C 10000 applied payin'])
    assert.equal(await settlementOf(account), 270_00n)
    await prove()
  })

  it('went back at the provider, or is a point’s money, and leaves suspense', async () => {
    const provider = await aProvider()
    const lines = [await aLine(provider), await aLine(provider, { amountMinor: 50_00n }), await aLine(provider)]
    const [back, funds, own] = lines.map(({ id }) => id)
    const account = await listOf(provider)
    await decide({ kind: 'return', bankLineId: back ?? '' })
    await decide({ kind: 'class', bankLineId: funds ?? '', class: 'funding', pointId })
    await decide({ kind: 'class', bankLineId: own ?? '', class: 'own_transfer' })
    assert.deepEqual([await settlementOf(account), await settlementOf(account, 'suspense')], [150_00n, 0n])
    await prove()
  })

  it('is not what makes no sense at a provider', async () => {
    const provider = await aProvider()
    const { id } = await aLine(provider)
    const account = await listOf(provider)
    const ownOrder = await anOrder(await anAccount(), { currency: 'BRL', service_code: 'PIX_BR' })
    const payout = await anOrderOf(account, { pay_type: 'payout', target_reference: null })
    const why = async (wish: LineWish) => String((await planLine(engine, wish)).blocked)
    const match = { kind: 'match', bankLineId: id } as const
    await assert.rejects(
      planLine(engine, { ...match, transactionId: ownOrder.id }),
      /No order of this provider account/,
    )
    assert.match(await why({ ...match, transactionId: payout.id }), /itself tells what comes back/)
    assert.match(await why({ kind: 'class', bankLineId: id, class: 'interest' }), /no interest/)
    const bankAccountId = account.id
    const setBy = { actor: 'ana', breakGlass: 'ana' }
    const refused = { code: 'not_in_this_state', message: /at a provider/ }
    for (const acting of [
      async () => await setBankAccount(deps, { bankAccountId, automatic: true }, setBy),
      async () => await setBankProfile(deps, { bankAccountId, format: 'ofx', profile: { escapes: true } }, setBy),
      async () => await setOpening(deps, { bankAccountId, day: '2030-01-01', openingMinor: 1n }, setBy),
      async () => await addLineRule(deps, { bankAccountId, sign: 'C', text: 'pedido', class: 'own_transfer' }, setBy),
      async () => await planBatch(engine, { bankAccountId }, world.clock.now()),
    ])
      await assert.rejects(acting, refused)
  })

  it('is no business of the days of banks', async () => {
    const [provider, own] = [await aProvider(), await anAccount()]
    await aLine(provider)
    await give(own, [{ cents: 100, text: 'otro' }])
    await matchAll()
    await owner.query(`update bank_days_upto set seen_id = (select max(id) from ledger_transfers), seen_at = 'epoch'`)
    while (await inTransaction(engine, takeTransfers));
    const { rows } = await owner.query(
      `select count(*)::int as n from bank_day_moves m join bank_accounts b on b.id = m.bank_account_id where b.kind = 'provider'`,
    )
    assert.equal(rows[0].n, 0)
    assert.deepEqual((await compareBankDays(engine)).violations, [])
  })

  it('is found where it is not as it came', async () => {
    const provider = await aProvider()
    const [one, two] = [await aLine(provider), await aLine(provider)]
    await owner.query('update incoming_money set amount_minor = 1 where id = $1', [one.id])
    await owner.query('update incoming_money set taken_at = null where id = $1', [two.id])
    const lost = uuidV7(world.clock.now())
    await owner.query(
      `insert into incoming_money (id, connector_account_id, provider_id, amount_minor, currency, moved_at, taken_at)
        values ($1, $2, 'lost', 1, 'BRL', gateway_now(), gateway_now())`,
      [lost, provider],
    )
    const { violations } = await checkBankLines(engine, undefined)
    const what = 'bank line: C 10000 is no incoming payment of its provider'
    assert.deepEqual(
      violations,
      [one.id, two.id].map((id) => ({ id, what })),
    )
    const taken = await checkTakenIncoming(engine, new Date(Date.now() - 60_000))
    assert.deepEqual(taken.violations, [{ id: lost, what: 'incoming payment: it was taken, and is no bank line' }])
  })
})
