import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { aProcess } from '../../../../test/support/a-transaction.ts'
import { type OwnAccount, ownBank } from '../../../../test/support/own-bank.ts'
import { textReference } from '../../../../test/support/reference-mistakes.ts'
import { aPerson, aPoint, setUp } from '../../../../test/support/set-up.ts'
import { createConnectors } from '../../../core/connectors/index.ts'
import type { NewTransaction } from '../../../core/processing/rules/new-transaction.ts'
import { previewAction } from '../../operator-desk/actions.ts'
import { confirmByOperator, failByOperator } from '../../operator-desk/confirm-by-operator.ts'
import { listToPay } from '../../operator-desk/list-for-operator.ts'
import { checkBatches } from '../../verify/check-batches.ts'
import { Tally } from '../../verify/invariant.ts'
import { ownAccount } from '../connector/connector.ts'
import { usualTemplate } from '../rules/batch-template.ts'
import { cancelBatch, makeBatch, releaseItem, setTemplate } from './make-batch.ts'
import { planBatch } from './plan-batch.ts'
import { showBatch, showBatches, showReady } from './show-batches.ts'
import { takeFile } from './take-file.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const { owner, engine } = deps.database
const { anAccount, anOrder, give, matchAll, orderNow } = ownBank(deps, pointId)
const ana = { actor: 'ana', second: 'Bea', breakGlass: 'ana' }
const byAna = { operator: 'ana', evidence: 'seen', breakGlass: 'ana' }
const refused = { code: 'not_in_this_state' }

// What is reserved for the payouts.
await owner.query(
  `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor) values ('live', 'MXN', 'reserved', $1, 1000000)`,
  [pointId],
)
const ended = async (id: string) =>
  await owner.query(`update attempts set state = 'closed' where transaction_id = $1`, [id])

let sequence = 90_000n
/** A payout that waits for a person, funded as its confirmation books it. */
async function aPayout(account: OwnAccount, changes: Partial<NewTransaction> = {}) {
  return await anOrder(account, {
    ...{ pay_type: 'payout', amount_minor: 12_345n, reason: 'waits_for_operator' },
    details: { account: '002180700312345678', account_type: 'CLABE', account_beneficiary: 'Peña, Ana' },
    target_reference: textReference('key', sequence++),
    ...changes,
  })
}

const plan = async ({ id }: OwnAccount) => await planBatch(engine, { bankAccountId: id }, deps.clock.now())
const make = async (account: OwnAccount) => await makeBatch(deps, (await plan(account)).agreed, ana)

async function downloaded(batchId: string): Promise<Buffer> {
  const { batch } = await showBatch(deps, { batchId, after: 0, limit: 1 })
  return await takeFile(deps, batch, { ...operator, origin: null } as never)
}
const operator = { kind: 'person', userId: await aPerson(deps, { name: 'Omar' }), name: 'Omar' }

async function stateOf(batchId: string): Promise<string> {
  const { batch, items } = await showBatch(deps, { batchId, after: 0, limit: 100 })
  return [batch.state, ...items.map(({ state }) => state)].join(' ')
}

async function violations(): Promise<string[]> {
  const tally = new Tally()
  await checkBatches(deps, tally, undefined)
  return tally.all().flatMap(({ id, examples }) => (id === 'I17' ? examples.map(({ what }) => what) : []))
}

describe('a payment batch', () => {
  it('is what waits on its account, as the file that two people saw, with what the bank needs', async () => {
    const [account, other] = [await anAccount(), await anAccount()]
    const [one, two] = [await aPayout(account), await aPayout(account, { amount_minor: 55n })]
    await aPayout(other)
    await aPayout(account, { reason: 'awaiting_approval', approval_until: new Date(Date.now() + 60_000) } as never)
    await aPayout(account, { reason: 'submitted' })
    const ready = (await showReady(deps)).find((each) => each.account.id === account.id)
    assert.deepEqual([ready?.items, ready?.totalMinor], [2, 12_400n])
    const { agreed } = await plan(account)
    await assert.rejects(makeBatch(deps, agreed, { actor: 'ana' }), { code: 'second_person_required' })
    const { batchId, number } = await makeBatch(deps, agreed, ana)
    assert.equal(number, 1)
    const bytes = await downloaded(batchId)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), agreed.sha256)
    const rows: Record<string, string>[] = parse(bytes, { columns: true })
    assert.deepEqual(
      rows.map(({ holder, account: number, amount, reference }) => [holder, number, amount, reference]),
      [
        ['Peña, Ana', '002180700312345678', '123.45', one.target_reference],
        ['Peña, Ana', '002180700312345678', '0.55', two.target_reference],
      ],
    )
    const queue = (await listToPay(deps, { limit: 500 })).rows.find(({ id }) => id === one.id)
    assert.deepEqual(queue?.batch, { id: batchId, number: 1 })
    assert.deepEqual(await violations(), [])
  })

  it('holds a payout once: of two drafts and of two people who approve at once, one is written', async () => {
    const account = await anAccount()
    await aPayout(account)
    const { agreed } = await plan(account)
    const tries = await Promise.allSettled(
      [agreed, agreed, agreed].map(async (each) => await makeBatch(deps, each, ana)),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const each of tries) if (each.status === 'rejected') assert.equal(each.reason.code, refused.code)
    // What comes later is another draft, and what it was proposed about may have changed.
    await aPayout(account)
    const before = (await plan(account)).agreed
    assert.equal((await make(account)).number, 2)
    await assert.rejects(makeBatch(deps, before, ana), refused)
    await aPayout(account)
    assert.equal((await make(account)).number, 3, 'numbers have no gap')
    await assert.rejects(
      owner.query(`insert into payment_batch_items select batch_id, position + 9, transaction_id, amount_minor, reference, beneficiary
        from payment_batch_items limit 1`),
      { constraint: 'payment_batch_items_once' },
    )
  })

  it('is handed over before anybody holds its bytes, once, audited each time with its hash', async () => {
    const account = await anAccount()
    await aPayout(account)
    const { batchId } = await make(account)
    assert.equal(await stateOf(batchId), 'draft live')
    const [first, again] = [await downloaded(batchId), await downloaded(batchId)]
    assert.ok(first.equals(again))
    assert.equal(await stateOf(batchId), 'handed_over live')
    const { rows } = await owner.query(
      `select detail from audit_log where object_id = $1 and action = 'payment_batch.download' order by created_at, id`,
      [batchId],
    )
    const sha256 = createHash('sha256').update(first).digest('hex')
    assert.deepEqual(rows, [{ detail: { number: 1, sha256, handed_over: true } }, { detail: { number: 1, sha256 } }])
    await assert.rejects(cancelBatch(deps, { batchId }, ana), refused)
  })

  it('is not handed out where one of its payments was made besides, and is cancelled then', async () => {
    const account = await anAccount()
    const payout = await aPayout(account)
    await aPayout(account)
    await ended(payout.id)
    const { batchId } = await make(account)
    await confirmByOperator(deps, { ...byAna, transactionId: payout.id })
    await assert.rejects(downloaded(batchId), refused)
    assert.equal(await stateOf(batchId), 'draft paid live')
    await cancelBatch(deps, { batchId }, ana)
    assert.equal((await plan(account)).agreed.items, 1)
  })

  it('is committed as handed over where its reader dies before the first byte, and not where nothing was committed', async () => {
    const account = await anAccount()
    await aPayout(account)
    const { batchId } = await make(account)
    const { batch } = await showBatch(deps, { batchId, after: 0, limit: 1 })
    const clock = { ...deps.clock, now: () => assert.fail('killed') as never }
    await assert.rejects(takeFile({ ...deps, clock }, batch, operator as never))
    assert.equal(await stateOf(batchId), 'draft live')
    await takeFile(deps, batch, operator as never)
    assert.equal(await stateOf(batchId), 'handed_over live')
  })

  it('is cancelled as long as nobody has it: its payouts wait again', async () => {
    const account = await anAccount()
    await aPayout(account)
    const { batchId } = await make(account)
    await assert.rejects(cancelBatch(deps, { batchId }, { actor: 'ana' }), { code: 'second_person_required' })
    await cancelBatch(deps, { batchId }, ana)
    assert.equal(await stateOf(batchId), 'cancelled released')
    await assert.rejects(downloaded(batchId), refused)
    assert.equal((await plan(account)).agreed.items, 1)
    assert.deepEqual(await violations(), [])
  })

  it('keeps its payouts from failing and from being paid besides, until two people release them', async () => {
    const account = await anAccount()
    const payout = await aPayout(account)
    await ended(payout.id)
    const { batchId } = await make(account)
    const about = { transactionId: payout.id }
    await assert.rejects(releaseItem(deps, { batchId, ...about }, ana), refused, 'the file would hold it still')
    await downloaded(batchId)
    const foreseen = await previewAction(deps, { action: 'fail', ...about })
    assert.match(JSON.stringify(foreseen.blocked), /the bank may pay it/)
    const confirm = await previewAction(deps, { action: 'confirm', ...about, amount: '123.45' })
    assert.match(JSON.stringify(confirm.warnings), /the bank pays it from there/)
    await assert.rejects(failByOperator(deps, { ...byAna, ...about }), refused)
    await assert.rejects(releaseItem(deps, { batchId, ...about }, { actor: 'ana' }), { code: 'second_person_required' })
    await releaseItem(deps, { batchId, ...about }, ana)
    assert.equal(await stateOf(batchId), 'done released')
    await assert.rejects(downloaded(batchId), refused, 'another person would send it to the bank again')
    await assert.rejects(releaseItem(deps, { batchId, ...about }, ana), refused)
    assert.equal((await plan(account)).agreed.items, 1)
  })

  it('is done by the lines of the bank: each debit pays its payout, a return reverses it', async () => {
    const account = await anAccount()
    const [one, two] = [await aPayout(account), await aPayout(account, { amount_minor: 777n })]
    const { batchId } = await make(account)
    await downloaded(batchId)
    await give(account, [{ cents: 12_345, sign: 'D', text: `pago ${one.target_reference}`, ref: 'D1' }])
    await matchAll()
    assert.deepEqual((await orderNow(one.id))?.[0], 'COMPLETED')
    assert.equal(await stateOf(batchId), 'handed_over paid live')
    await ended(two.id)
    await confirmByOperator(deps, { ...byAna, transactionId: two.id })
    assert.equal(await stateOf(batchId), 'done paid paid')
    await owner.query(`update transactions set status = 'ERROR', reason = 'returned' where id = $1`, [two.id])
    assert.equal(await stateOf(batchId), 'done paid returned')
  })

  it('is refused where it is late, empty, or a text cannot stand in it, named by payment and field', async () => {
    const account = await anAccount()
    const blockedBy = async () => JSON.stringify((await plan(account)).blocked)
    assert.match(await blockedBy(), /Nothing of this account/)
    const payout = await aPayout(account, { details: { account: '1', account_beneficiary: '=HYPERLINK("x")' } })
    assert.match(await blockedBy(), new RegExp(`Payment 1 .${payout.id}.: holder begins like a formula`))
    await aPayout(account)
    const { agreed: rest, leftOut, blocked } = await plan(account)
    assert.deepEqual([rest.items, leftOut.length, blocked], [1, 1, undefined], 'one text holds nobody else up')
    await owner.query(`update transactions set details = '{"account":"1"}' where id = $1`, [payout.id])
    const { agreed } = await plan(account)
    await setTemplate(deps, { bankAccountId: account.id, template: { ...usualTemplate, delimiter: ';' } }, ana)
    await assert.rejects(makeBatch(deps, agreed, ana), refused, 'another file than the one that was agreed to')
    const late = { ...(await plan(account)).agreed, executionDay: '2020-01-01' }
    await assert.rejects(makeBatch(deps, late, ana), refused)
  })

  it('is proven: a total, an item and a byte that do not agree, and a missing index are found', async () => {
    const account = await anAccount()
    await aPayout(account)
    const { batchId } = await make(account)
    const damages = [
      ['total_minor = total_minor + 1', 'total_minor = total_minor - 1'],
      ['items = items + 1', 'items = items - 1'],
      [`sha256 = sha256('x'::bytea)`, `sha256 = decode('${(await sha(batchId)).toString('hex')}', 'hex')`],
    ]
    for (const [damage, repair] of damages) {
      await owner.query(`update payment_batches set ${damage} where id = $1`, [batchId])
      assert.equal((await violations()).length, 1, damage)
      await owner.query(`update payment_batches set ${repair} where id = $1`, [batchId])
    }
    await owner.query('alter index payment_batch_items_once rename to gone')
    assert.equal((await violations()).length, 1)
    await owner.query('alter index gone rename to payment_batch_items_once')
    assert.deepEqual(await violations(), [])
    const listed = await showBatches(deps, { limit: 2, cursor: undefined })
    const next = await showBatches(deps, { limit: 2, cursor: listed.nextCursor ?? '' })
    assert.equal(new Set([...listed.items, ...next.items].map(({ id }) => id)).size, 4)
  })
})

async function sha(batchId: string): Promise<Buffer> {
  return (await showBatch(deps, { batchId, after: 0, limit: 1 })).batch.sha256
}
