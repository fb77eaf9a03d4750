import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPaymentDesk, type PayingAccount } from '../../../test/support/payment-desk.ts'
import { setUp } from '../../../test/support/set-up.ts'
import { paymentBatchFindings } from '../../alerts/store/payment-batch-findings.ts'
import { applyOutcomes } from '../../processing/apply-outcome.ts'
import type { NewTransaction } from '../../processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../processing/rules/status.ts'
import { settleRestored } from '../../restore/settle-restored.ts'
import { confirmByOperator, failByOperator } from '../../review/confirm-by-operator.ts'
import { checkBankLines } from '../../verify/store/bank-line-checks.ts'
import { checkBalances } from '../../verify/store/ledger-checks.ts'
import { runPageCheck } from '../../verify/store/page-checks.ts'
import { checkPaymentBatches } from '../../verify/store/payment-batch-checks.ts'
import { importStatement } from '../import-statement.ts'
import { matchNewLines, matchWaitingLines } from '../match-lines.ts'
import { setBankAccount } from '../set-bank-account.ts'
import { paymentBatchAction } from './batch-actions.ts'
import { makeBatch } from './make-batch.ts'
import { approveBatch, cancelBatch, handOverBatch } from './order-batch.ts'
import { payBatchByLine } from './pay-by-line.ts'
import { rejectBatchItem } from './reject-item.ts'
import { showBatch, showBatchDebits, showBatches } from './show-batches.ts'

const world = await setUp({ after })
const { aGateway, deps, ana, anAccount, aPayout } = await openPaymentDesk(world)
const { owner, engine } = deps.database
type Account = PayingAccount

async function some(account: Account, count = 3): Promise<NewTransaction[]> {
  const made = []
  for (let n = 0; n < count; n++) made.push(await aPayout(account))
  return made
}

const total = (all: readonly NewTransaction[]) => Number(all.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))

async function handedOver(account: Account): Promise<string> {
  const { batchId } = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  await approveBatch(deps, batchId, ana)
  await handOverBatch(deps, batchId, 'bea')
  return batchId
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await owner.query<{ status: string; reason: string }>(
    'select status, reason from transactions where id = $1',
    [id],
  )
  return `${rows[0]?.status} ${rows[0]?.reason}`
}

async function tell(transactionId: string, update: StatusUpdate, manual = false): Promise<string | undefined> {
  const [applied] = await applyOutcomes(deps, [{ transactionId, update, source: 'connector', manual }])
  return applied?.kind
}

const day = new Date().toISOString().slice(2, 10).replaceAll('-', '')
const closings = new Map<string, number>()

/** Imports a further statement of today, a part of the day that begins where the one before ended, and matches its lines. */
async function debit(account: Account, ...lines: readonly { cents: number; text: string; sign?: 'C' | 'D' }[]) {
  const opening = closings.get(account.id) ?? 0
  const balance = (cents: number) => `${cents < 0 ? 'D' : 'C'}${day}MXN${amount(Math.abs(cents))}`
  const sum = lines.reduce((so, { cents, sign = 'D' }) => so + (sign === 'D' ? -cents : cents), opening)
  const text = [
    ...[':20:DEMO', `:25:${account.number}`, ':28C:1', `:60F:${balance(opening)}`],
    ...lines.flatMap(({ cents, text: words, sign = 'D' }) => [
      `:61:${day}${day.slice(2)}${sign}${amount(cents)}NTRFNONREF`,
      `:86:${words}`,
    ]),
    ...[`:62F:${balance(sum)}`, '-', ''],
  ].join('\r\n')
  await importStatement(deps, { content: Buffer.from(text), name: 'a.sta', environment: 'live', receivedBy: 'ana' })
  closings.set(account.id, sum)
  while ((await matchNewLines(deps)) > 0);
}

const amount = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`

async function prove(): Promise<void> {
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  assert.deepEqual((await checkPaymentBatches(engine, undefined)).violations, [])
  const { rows } = await owner.query<{ id: string }>('select id from transactions')
  const ids = rows.map(({ id }) => id)
  for (const check of ['I1', 'I5', 'I6', 'I7', 'I9'] as const) {
    assert.deepEqual(await runPageCheck(engine, check, ids), [], check)
  }
}

test('a file is made, approved and sent twice by two people at once: one file, one hash, handed over once', async () => {
  const account = await anAccount()
  const all = await some(account)
  const { batchId, number } = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  assert.equal(number, 1)
  assert.equal((await showBatch(deps, batchId)).blocked, undefined)
  const other = aGateway()
  const approvals = await Promise.allSettled([approveBatch(deps, batchId, ana), approveBatch(other, batchId, ana)])
  assert.deepEqual(approvals.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const files = await Promise.all([handOverBatch(deps, batchId, 'ana'), handOverBatch(other, batchId, 'bea')])
  const again = await handOverBatch(deps, batchId, 'ana')
  assert.equal(new Set([...files, again].map(({ sha256, content }) => `${sha256} ${content.toString('hex')}`)).size, 1)
  const lines = again.content.toString().split('\r\n').slice(1, -1)
  assert.deepEqual(
    lines.map((line) => line.split(';')[1]),
    all.map(({ amountMinor }) => amount(Number(amountMinor)).replace(',', '.')),
  )
  const { rows } = await owner.query(
    `select action, count(*)::int as n from audit_log where object_id = $1 and action like 'payment_batch%' group by 1 order by 1`,
    [batchId],
  )
  assert.deepEqual(rows.map(Object.values), [
    ['payment_batch.approve', 1],
    ['payment_batch.download', 3],
    ['payment_batch.make', 1],
  ])
  const { batches } = await showBatches(deps, { bankAccountId: account.id, limit: 5 })
  assert.deepEqual(
    batches.map(({ state, row }) => [state, row.open_count]),
    [['handed_over', 3]],
  )
  await prove()
})

test('a payout goes into one file: 50 drafts at once, named or not, and the index refuses the second', async () => {
  const account = await anAccount()
  const all = await some(account, 4)
  const ids = all.map(({ id }) => id)
  const others = [aGateway(), aGateway(), aGateway()]
  const wishes = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? ids.slice(at % 4) : undefined))
  const drafts = await Promise.allSettled(
    wishes.map(
      async (transactionIds, at) =>
        await makeBatch(others[at % 3] ?? deps, { bankAccountId: account.id, transactionIds }, 'ana'),
    ),
  )
  const refusals = drafts.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: string }] : []))
  assert.ok(refusals.every(({ code }) => code === 'not_in_this_state'))
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from payment_batch_items where transaction_id = any ($1)`,
    [ids],
  )
  assert.equal(rows[0]?.n, 4)
  const numbers = await owner.query<{ number: number }>(
    'select number from payment_batches where bank_account_id = $1 order by 1',
    [account.id],
  )
  assert.deepEqual(
    numbers.rows.map(({ number }) => number),
    numbers.rows.map((_, at) => at + 1),
    'numbers without gaps',
  )
  const [first] = ids
  await assert.rejects(
    owner.query(
      `insert into payment_batch_items (payment_batch_id, position, transaction_id, instruction_key, amount_minor)
        select payment_batch_id, 99, transaction_id, 'KXXXXXXXXXXXXXXX', amount_minor from payment_batch_items
        where transaction_id = $1`,
      [first],
    ),
    { code: '23505' },
  )
  await prove()
})

test('nothing but the bank’s evidence ends a payout that an approved file orders', async () => {
  const account = await anAccount()
  const [payout] = await some(account, 1)
  assert.ok(payout)
  const { batchId } = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  await approveBatch(deps, batchId, ana)
  const { id } = payout
  const failing = { ...ana, transactionId: id }
  await assert.rejects(failByOperator(deps, failing), { code: 'not_in_this_state', message: /payment file/ })
  assert.equal(await statusOf(id), 'PENDING submitted')
  const updates: readonly StatusUpdate[] = [
    { kind: 'not_found', conclusive: true },
    { kind: 'rejected', reason: 'not_executed' },
    { kind: 'refuse' },
    { kind: 'approval_expired' },
    { kind: 'expire' },
    { kind: 'cancel' },
    { kind: 'unresolved' },
    { kind: 'not_sent', why: 'unavailable' },
    { kind: 'unknown', why: 'timeout' },
  ]
  for (const update of updates) {
    assert.notEqual(await tell(id, update), 'moved', update.kind)
    assert.match(await statusOf(id), /^PENDING/, update.kind)
  }
  await handOverBatch(deps, batchId, 'ana')
  for (const update of updates) assert.notEqual(await tell(id, update), 'moved', update.kind)
  await assert.rejects(failByOperator(deps, failing), { code: 'not_in_this_state' })
  await assert.rejects(cancelBatch(deps, batchId, ana), { code: 'not_in_this_state' })
  await confirmByOperator(deps, { ...ana, transactionId: id })
  assert.equal(await statusOf(id), 'COMPLETED paid')
  assert.equal((await showBatch(deps, batchId)).state, 'done')
  await prove()
})

test('a file that was never handed over frees its payouts; one whose payout was paid by hand is not handed over', async () => {
  const account = await anAccount()
  const all = await some(account)
  const first = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  await approveBatch(deps, first.batchId, ana)
  await confirmByOperator(deps, { ...ana, transactionId: all[0]?.id ?? '' })
  await assert.rejects(handOverBatch(deps, first.batchId, 'ana'), {
    code: 'not_in_this_state',
    message: /Not to be paid/,
  })
  await assert.rejects(cancelBatch(deps, first.batchId, { actor: 'bea' }), { code: 'second_person_required' })
  await cancelBatch(deps, first.batchId, ana)
  await assert.rejects(handOverBatch(deps, first.batchId, 'ana'), { code: 'not_in_this_state' })
  await assert.rejects(approveBatch(deps, first.batchId, ana), { code: 'not_in_this_state' })
  const second = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  assert.equal(second.number, 2)
  const items = (await showBatch(deps, second.batchId)).items.map(({ row }) => row.transaction_id)
  assert.deepEqual(
    items,
    all.slice(1).map(({ id }) => id),
  )
  await failByOperator(deps, { ...ana, transactionId: items[0] ?? '' })
  await assert.rejects(approveBatch(deps, second.batchId, ana), { code: 'not_in_this_state' })
  await prove()
})

test('a payment that the bank refuses is freed by two people only, and not while a debit may be it', async () => {
  const account = await anAccount()
  const [payout, other] = await some(account, 2)
  assert.ok(payout && other)
  const batchId = await handedOver(account)
  const rejection = { batchId, transactionId: payout.id, code: 'AC03' }
  await assert.rejects(rejectBatchItem(deps, rejection, { actor: 'ana', evidence: 'x' }), {
    code: 'second_person_required',
  })
  await debit(account, { cents: Number(payout.amountMinor), text: 'a debit of nobody' })
  await assert.rejects(rejectBatchItem(deps, rejection, ana), { code: 'not_in_this_state', message: /debit line/ })
  const both = await Promise.allSettled([
    rejectBatchItem(deps, { ...rejection, transactionId: other.id }, ana),
    rejectBatchItem(aGateway(), { ...rejection, transactionId: other.id }, ana),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await statusOf(other.id), 'ERROR not_executed')
  assert.equal((await showBatch(deps, batchId)).state, 'part')
  await assert.rejects(makeBatch(deps, { bankAccountId: account.id }, 'ana'), { code: 'not_in_this_state' })
  await prove()
})

test('no payment of a file is freed while one debit waits that pays the whole file, nor while its own debit is announced', async () => {
  const [account, announcing] = [await anAccount(), await anAccount()]
  const all = await some(account)
  await setBankAccount(deps, { bankAccountId: account.id, automatic: false }, ana)
  const batchId = await handedOver(account)
  await debit(account, { cents: total(all), text: 'PAGO NOMINA' })
  for (const { id } of all) {
    const rejection = { batchId, transactionId: id, code: undefined }
    await assert.rejects(rejectBatchItem(deps, rejection, ana), { code: 'not_in_this_state', message: /debit line/ })
  }

  const [payout] = await some(announcing, 1)
  assert.ok(payout)
  const second = await handedOver(announcing)
  // MT942: the bank announces the debit before its statement has it.
  const text = [
    ...[':20:REPORT', `:25:${announcing.number}`, ':28C:1', ':34F:MXN0,', `:13D:${day}1200+0000`],
    ...[`:61:${day}${day.slice(2)}D${amount(Number(payout.amountMinor))}NTRFNONREF`, ':86:a debit of nobody', '-', ''],
  ].join('\r\n')
  await importStatement(deps, { content: Buffer.from(text), name: 'r.sta', environment: 'live', receivedBy: 'ana' })
  while ((await matchNewLines(deps)) > 0);
  const rejection = { batchId: second, transactionId: payout.id, code: undefined }
  await assert.rejects(rejectBatchItem(deps, rejection, ana), { code: 'not_in_this_state', message: /debit line/ })
  assert.match(await statusOf(payout.id), /^PENDING/)
})

test('one debit of a whole file completes its payouts in one commit, and one item less only once that is rejected', async () => {
  const account = await anAccount()
  const all = await some(account, 5)
  const batchId = await handedOver(account)
  const [missing, ...paid] = all
  assert.ok(missing)
  await debit(account, { cents: total(paid), text: 'PAGO NOMINA' })
  for (const { id } of all) assert.match(await statusOf(id), /^PENDING/)
  await rejectBatchItem(deps, { batchId, transactionId: missing.id, code: undefined }, ana)
  await owner.query(`update bank_line_states set judged_at = judged_at - interval '2 minutes'`)
  await Promise.all([matchWaitingLines(deps), matchWaitingLines(aGateway()), matchWaitingLines(aGateway())])
  while ((await matchWaitingLines(deps)) > 0);
  for (const { id } of paid) assert.equal(await statusOf(id), 'COMPLETED paid')
  assert.equal(await statusOf(missing.id), 'ERROR not_executed')
  const { rows } = await owner.query(
    `select state, class, payment_batch_id from bank_line_states where bank_account_id = $1`,
    [account.id],
  )
  assert.deepEqual(rows.map(Object.values), [['applied', 'batch', batchId]])
  assert.equal((await showBatch(deps, batchId)).state, 'done')
  await prove()
})

test('a debit with the sum of two files, or that another payout explains, pays none; one that quotes its file pays that', async () => {
  const account = await anAccount()
  const pairs = [await some(account, 2)]
  const one = await handedOver(account)
  const twin = pairs[0]?.map(({ amountMinor }) => amountMinor) ?? []
  pairs.push([
    await aPayout(account, { amountMinor: twin[0] ?? 0n }),
    await aPayout(account, { amountMinor: twin[1] ?? 0n }),
  ])
  const two = await handedOver(account)
  const sum = total(pairs[0] ?? [])
  await debit(account, { cents: sum, text: 'PAGO' })
  for (const { id } of pairs.flat()) assert.match(await statusOf(id), /^PENDING/)
  const { row } = await showBatch(deps, two)
  await debit(account, { cents: sum, text: `PAGO ${row.message_id}` })
  for (const { id } of pairs[1] ?? []) assert.equal(await statusOf(id), 'COMPLETED paid')
  assert.equal((await showBatch(deps, one)).state, 'handed_over')
  await prove()
})

test('single debits complete their payouts by our key, and a return after it gives the money back', async () => {
  const account = await anAccount()
  const [payout] = await some(account, 2)
  assert.ok(payout)
  const batchId = await handedOver(account)
  const item = (await showBatch(deps, batchId)).items.find(({ row }) => row.transaction_id === payout.id)
  const key = item?.row.instruction_key ?? ''
  await debit(account, { cents: Number(payout.amountMinor), text: `SPEI ${key}` })
  assert.equal(await statusOf(payout.id), 'COMPLETED paid')
  assert.equal((await showBatch(deps, batchId)).state, 'part')
  await debit(account, { cents: Number(payout.amountMinor), text: `DEVOLUCION SPEI ${key}`, sign: 'C' })
  assert.equal(await statusOf(payout.id), 'ERROR returned')
  const states = (await showBatch(deps, batchId)).items.map(({ state }) => state)
  assert.deepEqual(states, ['returned', 'open'])
  await prove()
})

test('a beneficiary that is wrong is left out, and a payout that waits for approval or is named wrongly too', async () => {
  const account = await anAccount()
  const [good] = await some(account, 1)
  const wrong = await aPayout(account, { details: { account_type: 'CLABE', account: '032180000118359711' } })
  const waiting = await aPayout(account)
  await owner.query(`update transactions set reason = 'awaiting_approval' where id = $1`, [waiting.id])
  const wish = { bankAccountId: account.id }
  await assert.rejects(makeBatch(deps, { ...wish, transactionIds: [wrong.id] }, 'ana'), { code: 'not_in_this_state' })
  await assert.rejects(makeBatch(deps, { ...wish, transactionIds: [waiting.id] }, 'ana'), { code: 'not_in_this_state' })
  const { batchId, leftOut } = await makeBatch(deps, wish, 'ana')
  assert.deepEqual(
    leftOut.map(({ transactionId }) => transactionId),
    [wrong.id],
  )
  const detail = await showBatch(deps, batchId)
  assert.deepEqual(
    detail.items.map(({ row }) => row.transaction_id),
    [good?.id],
  )
  assert.match(detail.preview ?? '', /^CLABE;Importe;Clave\nX{14}7771;/)
  await owner.query(`update transactions set reason = 'submitted' where id = $1`, [waiting.id])
})

test('verify finds every planted fault of a payment file', async () => {
  const account = await anAccount()
  await some(account, 2)
  const batchId = await handedOver(account)
  const plants: readonly [string, string, RegExp][] = [
    ...[
      ['payment_batches', 'total_minor', 'id'],
      ['payment_batch_items', 'amount_minor', 'payment_batch_id'],
      ['payment_batch_files', 'total_minor', 'payment_batch_id'],
    ].map(([table, money, id]): [string, string, RegExp] => [
      `update ${table} set ${money} = ${money} + 1 where ${id} = $1`,
      `update ${table} set ${money} = ${money} - 1 where ${id} = $1`,
      /total/,
    ]),
    [
      "update payment_batch_files set sha256 = sha256('x') where payment_batch_id = $1",
      'update payment_batch_files set sha256 = sha256(content) where payment_batch_id = $1',
      /hash/,
    ],
    [
      'update transactions set ordered_at = null where id in (select transaction_id from payment_batch_items where payment_batch_id = $1)',
      'update transactions set ordered_at = gateway_now() where id in (select transaction_id from payment_batch_items where payment_batch_id = $1)',
      /not marked/,
    ],
    [
      "update payment_batch_items set state = 'removed' where payment_batch_id = $1",
      "update payment_batch_items set state = 'live' where payment_batch_id = $1",
      /removed/,
    ],
  ]
  for (const [plant, mend, what] of plants) {
    await owner.query(plant, [batchId])
    const { violations } = await checkPaymentBatches(engine, undefined)
    assert.ok(
      violations.some((each) => each.id === batchId && what.test(each.what)),
      JSON.stringify(violations),
    )
    await owner.query(mend, [batchId])
  }
  await prove()
})

test('after a restore no payout goes into a second file by itself, and an approved file counts as handed over', async () => {
  const account = await anAccount()
  const [approved] = await some(account, 1)
  const first = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  await approveBatch(deps, first.batchId, ana)
  const [drafted] = await some(account, 1)
  const second = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  await settleRestored(deps, 'test')
  assert.equal((await showBatch(deps, first.batchId)).state, 'handed_over')
  assert.equal((await showBatch(deps, second.batchId)).state, 'cancelled')
  await assert.rejects(makeBatch(deps, { bankAccountId: account.id }, 'ana'), { code: 'not_in_this_state' })
  await assert.rejects(failByOperator(deps, { ...ana, transactionId: approved?.id ?? '' }), {
    code: 'not_in_this_state',
  })
  const named = { bankAccountId: account.id, transactionIds: [drafted?.id ?? ''] }
  await assert.rejects(makeBatch(deps, named, 'ana'), { code: 'not_in_this_state', message: /checked_at_bank/ })
  const checked = { ...named, checkedAtBank: true }
  const { batchId, number } = await makeBatch(deps, checked, 'ana')
  assert.equal(number, 3)
  const { changes } = await paymentBatchAction.foresee(deps, { payment_batch_id: batchId })
  assert.ok(changes?.some(({ name, after: count }) => name === 'older_than_restore' && count === '1'))
  await cancelBatch(deps, batchId, ana)
  const cents = Number(drafted?.amountMinor)
  await debit(account, { cents, text: 'PAGO' })
  await assert.rejects(makeBatch(deps, checked, 'ana'), { code: 'not_in_this_state', message: /[Dd]ebit lines wait/ })
  const [fresh] = await some(account, 1)
  assert.ok(fresh)
  assert.equal((await makeBatch(deps, { ...named, transactionIds: [fresh.id] }, 'ana')).number, 4)
  await prove()
})

test('operators hear of a file that is not sent before its cut-off, and of one that the bank does not answer', async () => {
  const account = await anAccount()
  await some(account, 1)
  const { batchId } = await makeBatch(deps, { bankAccountId: account.id }, 'ana')
  const found = async (kind: keyof typeof paymentBatchFindings) => {
    const { rows } = await engine.query<{ object: string }>(paymentBatchFindings[kind].find)
    return rows.some(({ object }) => object === batchId)
  }
  const gone = async (kind: keyof typeof paymentBatchFindings) => {
    const { rows } = await engine.query<{ gone: boolean }>(
      `select ${paymentBatchFindings[kind].gone} as gone from (select $1::text as object) a`,
      [batchId],
    )
    return rows[0]?.gone
  }
  const set = async (text: string) => await owner.query(`update payment_batches set ${text} where id = $1`, [batchId])
  await set(`cutoff_at = gateway_now() + interval '31 minutes'`)
  assert.equal(await found('batch_not_sent'), false)
  await set(`cutoff_at = gateway_now() + interval '29 minutes'`)
  assert.deepEqual([await found('batch_not_sent'), await gone('batch_not_sent')], [true, false])
  await approveBatch(deps, batchId, ana)
  assert.equal(await found('batch_not_sent'), true)
  await handOverBatch(deps, batchId, 'ana')
  assert.deepEqual([await found('batch_not_sent'), await gone('batch_not_sent')], [false, true])
  assert.equal(await found('batch_unanswered'), false)
  await set(`execution_day = execution_day - 7`)
  assert.deepEqual([await found('batch_unanswered'), await gone('batch_unanswered')], [true, false])
  await owner.query(`update payment_batch_items set state = 'rejected' where payment_batch_id = $1`, [batchId])
  assert.equal(await gone('batch_unanswered'), true)
})

test('two people say which debit pays a file where the account matches nothing by itself, and only for exactly its sum', async () => {
  const account = await anAccount()
  await setBankAccount(deps, { bankAccountId: account.id, automatic: false }, ana)
  const all = await some(account, 3)
  const batchId = await handedOver(account)
  await debit(account, { cents: total(all), text: 'PAGO NOMINA' }, { cents: total(all) - 1, text: 'OTRO' })
  for (const { id } of all) assert.match(await statusOf(id), /^PENDING/)
  const { rows } = await owner.query<{ id: string }>(
    'select id from bank_lines where bank_account_id = $1 order by amount_minor desc',
    [account.id],
  )
  const [right, wrong] = rows.map(({ id }) => id)
  const debits = await showBatchDebits(deps, batchId)
  assert.deepEqual(
    debits.map(({ row, pays }) => [row.id, pays]),
    [
      [right, true],
      [wrong, false],
    ],
  )
  const paid = { batchId, lineId: right ?? '' }
  await assert.rejects(payBatchByLine(deps, paid, { actor: 'ana' }), { code: 'second_person_required' })
  await assert.rejects(payBatchByLine(deps, { batchId, lineId: wrong ?? '' }, ana), { code: 'not_in_this_state' })
  const twice = await Promise.allSettled([payBatchByLine(deps, paid, ana), payBatchByLine(aGateway(), paid, ana)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  for (const { id } of all) assert.equal(await statusOf(id), 'COMPLETED paid')
  await prove()
})
