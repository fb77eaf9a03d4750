import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProcess } from '../../../test/support/a-transaction.ts'
import {
  anAccount,
  announcingBank,
  anOrder,
  day,
  deposit,
  giveReport,
  giveStatement,
  linesOf,
  orderNow,
  proveAll,
  work,
} from '../../../test/support/announcing-bank.ts'
import { moveToNoon, type OwnAccount } from '../../../test/support/own-accounts.ts'
import { pausing } from '../../../test/support/pausing-database.ts'
import { eventually } from '../../../test/support/world.ts'
import { matchExpectedLines, matchNewLines } from '../match-lines.ts'

const bank = await announcingBank({ after })
const { deps } = bank
const { owner } = deps.database

/** Another gateway process, which stops once. */
const another = (before: string, meanwhile: () => Promise<void>) => ({
  ...{ ...deps, ...aProcess(deps) },
  database: pausing(deps.database, before, meanwhile),
})

/** Lines of an account, or one of them by the bank's number, have waited for so long, as if a round had judged them. */
async function expected({ id }: OwnAccount, minutes: number, ref?: string): Promise<void> {
  await owner.query(
    `update bank_line_states s set state = 'expected', judged_at = gateway_now() - make_interval(mins => $2)
      from bank_lines l where l.id = s.bank_line_id and l.bank_account_id = $1
        and ($3::text is null or l.refs ->> 'bankRef' = $3)`,
    [id, minutes, ref ?? null],
  )
}

/** Sessions that wait for a lock of another one. */
async function waiting(count: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return (rows[0]?.n ?? 0) >= count ? true : undefined
  }, 'the other gateway waits')
}

test('an announced line completes nothing once the statement brings a line that may be it, judged by another gateway', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const [announced, other] = [await anOrder(bank, account, 700), await anOrder(bank, account, 700)]
  await giveReport(bank, account, [deposit(700, announced.text, 'I7001')])
  await expected(account, 60)
  // It has looked at the lines and decided, when the other gateway reads the statement and judges its line.
  const slow = another('begin', async () => {
    await giveStatement(bank, account, { lines: [deposit(700, other.text, 'B7001')] })
    while ((await matchNewLines(deps)) > 0);
  })
  await matchExpectedLines(slow)
  await work(bank)
  await work(bank)
  assert.deepEqual(
    [await orderNow(bank, announced.id), await orderNow(bank, other.id)],
    ['PENDING 0 0', 'COMPLETED 700 0'],
  )
  await proveAll(bank)
})

test('a statement’s line waits for the gateway that is completing an order by an announced one that may be it', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const [announced, other] = [await anOrder(bank, account, 700), await anOrder(bank, account, 700)]
  await giveReport(bank, account, [deposit(700, announced.text, 'I7001')])
  await expected(account, 60)
  let second: Promise<unknown> = Promise.resolve()
  // It has claimed the line and not committed.
  const slow = another('save-transaction-changes', async () => {
    await giveStatement(bank, account, { lines: [deposit(700, other.text, 'B7001')] })
    const judged = matchNewLines(deps)
    second = judged
    await Promise.race([judged, waiting(1)])
  })
  await matchExpectedLines(slow)
  await second
  await work(bank)
  await work(bank)
  assert.deepEqual(
    [await orderNow(bank, announced.id), await orderNow(bank, other.id)],
    ['COMPLETED 700 0', 'PENDING 0 0'],
  )
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'statement 700 booked in_suspense'])
  await proveAll(bank)
})

test('an announced line completes no order whose first money another gateway brings at the same moment', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'I7001')])
  await expected(account, 0)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from transactions where id = $1 for update', [order.id])
  // Both decide while the order has no money, and wait for it.
  await giveStatement(bank, account, { lines: [deposit(400, order.text, 'B4001')] })
  const first = matchNewLines({ ...deps, ...aProcess(deps) })
  await waiting(1)
  await expected(account, 60, 'I7001')
  const second = matchExpectedLines({ ...deps, ...aProcess(deps) })
  await waiting(2)
  await holder.query('commit')
  holder.release()
  await Promise.all([first, second])
  assert.equal(await orderNow(bank, order.id), 'PENDING 400 400')
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'PENDING 400 400')
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced expected', 'statement 400 booked applied'])
  await proveAll(bank)
})
