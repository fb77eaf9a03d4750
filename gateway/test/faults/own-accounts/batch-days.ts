import { makeBatch } from '../../../src/bank-accounts/batches/make-batch.ts'
import { approveBatch, cancelBatch, handOverBatch } from '../../../src/bank-accounts/batches/order-batch.ts'
import { rejectBatchItem } from '../../../src/bank-accounts/batches/reject-item.ts'
import { showBatches } from '../../../src/bank-accounts/batches/show-batches.ts'
import { importStatement } from '../../../src/bank-accounts/import-statement.ts'
import { matchNewLines, matchWaitingLines } from '../../../src/bank-accounts/match-lines.ts'
import { failByOperator } from '../../../src/review/confirm-by-operator.ts'
import { Problem } from '../../../src/values/problem.ts'
import { checkBankLines, checkLineTransfers } from '../../../src/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../../src/verify/store/ledger-checks.ts'
import { runPageCheck } from '../../../src/verify/store/page-checks.ts'
import { checkPaymentBatches } from '../../../src/verify/store/payment-batch-checks.ts'
import { checkStatements } from '../../../src/verify/store/statement-checks.ts'
import type { Cleanup } from '../../support/database.ts'
import { openPaymentDesk, type PayingAccount } from '../../support/payment-desk.ts'
import { setUp } from '../../support/set-up.ts'
import { type Random, randomFrom } from '../soak/random.ts'

const steps = 40

export type BatchWorld = Awaited<ReturnType<typeof batchWorld>>

/** One database for all seeds; each seed has an account of its own. */
export async function batchWorld(t: Cleanup) {
  const world = await setUp(t)
  const desk = await openPaymentDesk(world)
  return { ...desk, other: desk.aGateway() }
}

/** What the model knows of a payout: it follows the rules of the documentation, and reads nothing of the gateway's. */
interface ModelPayout {
  id: string
  cents: bigint
  /** `waiting`: in no file. */
  state: 'waiting' | 'draft' | 'approved' | 'sent' | 'paid' | 'returned' | 'rejected' | 'failed'
  key?: string
}

interface ModelBatch {
  id: string
  messageId: string
  state: 'draft' | 'approved' | 'sent' | 'cancelled'
  payouts: readonly ModelPayout[]
  bytes?: string
  /** The bank made its payments. */
  isPaid?: boolean
}

interface Line {
  sign: 'C' | 'D'
  cents: bigint
  text: string
}

interface Run {
  world: BatchWorld
  random: Random
  account: PayingAccount
  payouts: ModelPayout[]
  batches: ModelBatch[]
  /** The bank's book, all of one day. */
  book: Line[]
  files: Buffer[]
  /** Of the bank's book. */
  linesRead: number
  wrong: string[]
}

/**
 * A history of payment files, all drawn by the seed: payouts, drafts of all or some, approvals, cancellations, hand-overs
 * and second downloads by two gateways at once, manual failing, debits one by one or of the whole file, refusals and
 * returns by the bank, and statements that are sent again. A model that shares no code says what may be done and what each
 * payout ends as. Returns what differs.
 */
export async function liveBatchDays(world: BatchWorld, seed: number): Promise<string[]> {
  const random = randomFrom(seed)
  const account = await world.anAccount()
  const run: Run = { world, random, account, payouts: [], batches: [], book: [], files: [], linesRead: 0, wrong: [] }
  const acts = [
    pay,
    pay,
    pay,
    draft,
    draft,
    approve,
    approve,
    cancel,
    send,
    send,
    again,
    fail,
    bankPays,
    bankPays,
    refuse,
    giveBack,
    read,
  ]
  for (let step = 0; step < steps; step += 1) await random.pick(acts)(run)
  for (const batch of run.batches.filter(({ state }) => state === 'sent')) bankPaysBatch(run, batch)
  await read(run)
  await compare(run)
  return run.wrong
}

const ana = { actor: 'ana', operator: 'ana', evidence: 'seen at the bank', breakGlass: 'ana' }

/** Does what the model allows or refuses, by two gateways at once now and then; says where the gateway decides otherwise. */
async function expect<T>(
  run: Run,
  what: string,
  { allowed, work }: { allowed: boolean; work: (deps: BatchWorld['deps']) => Promise<T> },
): Promise<T | undefined> {
  const gateways = run.random.chance(0.3) ? [run.world.deps, run.world.other] : [run.world.deps]
  const results = await Promise.allSettled(gateways.map(async (deps) => await work(deps)))
  for (const each of results) {
    if (each.status === 'rejected' && !(each.reason instanceof Problem))
      run.wrong.push(`${what} threw ${String(each.reason)}`)
  }
  const [done] = results.flatMap((each) => (each.status === 'fulfilled' ? [each] : []))
  if ((done !== undefined) !== allowed)
    run.wrong.push(`${what} was ${done ? 'done' : 'refused'}, and is ${allowed ? 'allowed' : 'refused'}`)
  return done?.value
}

async function pay(run: Run): Promise<void> {
  const { id, amountMinor } = await run.world.aPayout(run.account)
  run.payouts.push({ id, cents: amountMinor, state: 'waiting' })
}

const live = new Set(['draft', 'approved', 'sent'])

async function draft(run: Run): Promise<void> {
  const { world, random, account, payouts } = run
  const isNamed = payouts.length > 0 && random.chance(0.4)
  const named = isNamed ? [random.pick(payouts)] : payouts.filter(({ state }) => state === 'waiting')
  const allowed = named.length > 0 && named.every(({ state }) => state === 'waiting')
  const wish = { bankAccountId: account.id, ...(isNamed ? { transactionIds: named.map(({ id }) => id) } : {}) }
  const made = await expect(run, 'a draft', { allowed, work: async (deps) => await makeBatch(deps, wish, 'bea') })
  if (!made) return
  const { batches } = await showBatches(world.deps, { bankAccountId: account.id, limit: 200 })
  const row = batches.find((each) => each.row.id === made.batchId)?.row
  if (row?.number !== run.batches.length + 1)
    run.wrong.push(`the file ${row?.number} is number ${run.batches.length + 1}`)
  run.batches.push({ id: made.batchId, messageId: row?.message_id ?? '', state: 'draft', payouts: named })
  for (const payout of named) payout.state = 'draft'
}

function some(run: Run, ...states: readonly ModelBatch['state'][]): ModelBatch | undefined {
  const found = run.batches.filter(({ state }) => states.includes(state))
  return found.length === 0 ? undefined : run.random.pick(found)
}

const isWhole = (batch: ModelBatch) => batch.payouts.every(({ state }) => live.has(state))

async function approve(run: Run): Promise<void> {
  const batch = run.random.chance(0.8) ? some(run, 'draft') : some(run, 'approved', 'sent', 'cancelled')
  if (!batch) return
  const allowed = batch.state === 'draft' && isWhole(batch)
  const work = async (deps: BatchWorld['deps']) => await approveBatch(deps, batch.id, ana).then(() => true)
  if (!(await expect(run, `approving a ${batch.state}`, { allowed, work }))) return
  batch.state = 'approved'
  for (const payout of batch.payouts) payout.state = 'approved'
}

async function cancel(run: Run): Promise<void> {
  const batch = some(run, 'draft', 'approved', 'sent', 'cancelled')
  if (!batch) return
  const allowed = batch.state === 'draft' || batch.state === 'approved'
  const work = async (deps: BatchWorld['deps']) => await cancelBatch(deps, batch.id, ana).then(() => true)
  if (!(await expect(run, `cancelling a ${batch.state}`, { allowed, work }))) return
  batch.state = 'cancelled'
  for (const payout of batch.payouts) if (live.has(payout.state)) payout.state = 'waiting'
}

async function send(run: Run): Promise<void> {
  const batch = run.random.chance(0.8) ? some(run, 'approved') : some(run, 'draft', 'cancelled')
  if (batch) await download(run, batch)
}

async function again(run: Run): Promise<void> {
  const batch = some(run, 'sent')
  if (batch) await download(run, batch)
}

async function download(run: Run, batch: ModelBatch): Promise<void> {
  const allowed = batch.state === 'sent' || (batch.state === 'approved' && isWhole(batch))
  const work = async (deps: BatchWorld['deps']) => await handOverBatch(deps, batch.id, 'bea')
  const file = await expect(run, `handing over a ${batch.state}`, { allowed, work })
  if (!file) return
  const bytes = file.content.toString()
  if (batch.bytes !== undefined && batch.bytes !== bytes)
    run.wrong.push(`the file ${batch.messageId} has other bytes now`)
  if (batch.bytes === undefined) {
    const rows = bytes
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(';'))
    const told = rows.map(([, cents = '']) => BigInt(cents.replace('.', '')))
    if (String(told) !== String(batch.payouts.map(({ cents }) => cents)))
      run.wrong.push(`the file ${batch.messageId} says ${String(told)}`)
    for (const [at, payout] of batch.payouts.entries()) payout.key = rows[at]?.[2] ?? ''
    for (const payout of batch.payouts) payout.state = 'sent'
  }
  batch.bytes = bytes
  batch.state = 'sent'
}

async function fail(run: Run): Promise<void> {
  const payout = run.payouts.length > 0 && run.random.chance(0.3) ? run.random.pick(run.payouts) : undefined
  if (!payout) return
  const allowed = payout.state === 'waiting' || payout.state === 'draft'
  const work = async (deps: BatchWorld['deps']) => await failByOperator(deps, { ...ana, transactionId: payout.id })
  if (await expect(run, `failing a payout that is ${payout.state}`, { allowed, work })) payout.state = 'failed'
}

/** The bank refuses one payment of a file, and two people say so. */
async function refuse(run: Run): Promise<void> {
  const batch = some(run, 'sent')
  const payout = batch && run.random.pick(batch.payouts)
  if (!batch || !payout) return
  // What the bank has paid is not read yet: the gateway cannot know it, and people do not say it.
  if (batch.isPaid && run.linesRead < run.book.length) return
  const allowed = payout.state === 'sent'
  const rejection = { batchId: batch.id, transactionId: payout.id, code: 'AC03' }
  const work = async (deps: BatchWorld['deps']) => await rejectBatchItem(deps, rejection, ana).then(() => true)
  if (await expect(run, `rejecting a payout that is ${payout.state}`, { allowed, work })) payout.state = 'rejected'
}

async function bankPays(run: Run): Promise<void> {
  const batch = some(run, 'sent')
  if (batch) bankPaysBatch(run, batch)
}

function bankPaysBatch(run: Run, batch: ModelBatch): void {
  if (batch.isPaid) return
  batch.isPaid = true
  const paid = batch.payouts.filter(({ state }) => state === 'sent')
  const total = paid.reduce((sum, { cents }) => sum + cents, 0n)
  if (total > 0n && run.random.chance(0.5)) run.book.push({ sign: 'D', cents: total, text: `PAGO ${batch.messageId}` })
  else for (const { cents, key } of paid) run.book.push({ sign: 'D', cents, text: `SPEI ${key}` })
  for (const payout of paid) payout.state = 'paid'
}

/** The receiving bank sends a payment back. */
async function giveBack(run: Run): Promise<void> {
  const paid = run.payouts.filter(({ state }) => state === 'paid')
  if (paid.length === 0 || run.random.chance(0.5)) return
  const payout = run.random.pick(paid)
  run.book.push({ sign: 'C', cents: payout.cents, text: `DEVOLUCION SPEI ${payout.key}` })
  payout.state = 'returned'
}

/** The statement of the day so far, or an earlier one again, read by one gateway or by two at once. */
async function read(run: Run): Promise<void> {
  const { world, random, account, files } = run
  const newest = statementOf(account.number, run.book)
  files.push(newest)
  run.linesRead = run.book.length
  for (const content of random.chance(0.3) ? [random.pick(files), newest] : [newest]) {
    const gateways = random.chance(0.4) ? [world.deps, world.other] : [world.deps]
    await Promise.all(
      gateways.map(async (deps) => {
        await importStatement(deps, { content, name: 'day.sta', environment: 'live', receivedBy: 'bea' })
        while ((await matchNewLines(deps)) > 0);
      }),
    )
  }
  const { owner } = world.deps.database
  for (let round = 0; round < 3; round += 1) {
    await owner.query(
      `update bank_line_states set judged_at = judged_at - interval '1 day' where state = 'in_suspense'
      and bank_account_id = $1`,
      [account.id],
    )
    await matchWaitingLines(world.deps)
  }
}

function statementOf(number: string, book: readonly Line[]): Buffer {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City', dateStyle: 'short' })
    .format(new Date())
    .slice(2)
    .replaceAll('-', '')
  const amount = (cents: bigint) => `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`
  const total = balanceOf(book)
  const text = [
    ...[':20:DEMO', `:25:${number}`, ':28C:1', `:60F:C${day}MXN0,00`],
    ...book.flatMap(({ sign, cents, text: words }) => [
      `:61:${day}${day.slice(2)}${sign}${amount(cents)}NTRFNONREF`,
      `:86:${words}`,
    ]),
    ...[`:62F:${total < 0n ? 'D' : 'C'}${day}MXN${amount(total < 0n ? -total : total)}`, '-', ''],
  ]
  return Buffer.from(text.join('\r\n'))
}

const balanceOf = (book: readonly Line[]) =>
  book.reduce((sum, { sign, cents }) => (sign === 'C' ? sum + cents : sum - cents), 0n)

const endings: Readonly<Record<ModelPayout['state'], string>> = {
  ...{ waiting: 'PENDING', draft: 'PENDING', approved: 'PENDING', sent: 'PENDING', paid: 'COMPLETED' },
  ...{ returned: 'ERROR', rejected: 'ERROR', failed: 'ERROR' },
}

async function compare(run: Run): Promise<void> {
  const { world, account, wrong } = run
  const { owner, engine } = world.deps.database
  const { rows } = await owner.query<{ id: string; status: string; files: number; refused: number }>(
    `select t.id, t.status, (select count(*)::int from payment_batch_items i where i.transaction_id = t.id
        and i.state <> 'removed') as files, (select count(*)::int from payment_batch_items i where i.transaction_id = t.id
        and i.state = 'rejected') as refused from transactions t where t.connector_account_id = $1`,
    [account.connectorAccountId],
  )
  const inFiles = new Map<string, number>()
  for (const { state, payouts } of run.batches) {
    if (state !== 'cancelled') for (const { id } of payouts) inFiles.set(id, (inFiles.get(id) ?? 0) + 1)
  }
  for (const payout of run.payouts) {
    const row = rows.find(({ id }) => id === payout.id)
    if (row?.status !== endings[payout.state]) wrong.push(`a payout that is ${payout.state} is ${row?.status}`)
    if (row?.refused !== (payout.state === 'rejected' ? 1 : 0))
      wrong.push(`a payout that is ${payout.state} is refused in ${row?.refused} files`)
    if (row?.files !== (inFiles.get(payout.id) ?? 0))
      wrong.push(`a payout that is ${payout.state} is in ${row?.files} files`)
  }
  const keys = run.batches.flatMap(({ bytes }) =>
    (bytes ?? '')
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(';')[2]),
  )
  if (new Set(keys).size !== keys.length) wrong.push('a payout is in two files of the bank')
  const { rows: ledger } = await owner.query<{ minor: bigint }>(
    `select coalesce(sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end), 0)::bigint as minor
      from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
      where a.kind = 'settlement' and a.connector_account_id = $1`,
    [account.connectorAccountId],
  )
  if (ledger[0]?.minor !== balanceOf(run.book))
    wrong.push(`the ledger holds ${ledger[0]?.minor}, and the bank ${balanceOf(run.book)}`)
  const proofs = [
    ...[await checkBalances(engine, true), await checkBankLines(engine, undefined)],
    ...[await checkLineTransfers(engine, undefined), await checkStatements(engine, undefined)],
    await checkPaymentBatches(engine, undefined),
  ]
  const violations = proofs.flatMap((proof) => proof.violations)
  for (const id of ['I1', 'I5', 'I6', 'I7', 'I9'] as const) {
    violations.push(
      ...(await runPageCheck(
        engine,
        id,
        run.payouts.map((each) => each.id),
      )),
    )
  }
  for (const violation of violations.slice(0, 3)) wrong.push(JSON.stringify(violation))
}
