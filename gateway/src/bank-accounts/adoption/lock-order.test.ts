import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  announcingBank,
  anOrder,
  camt,
  day,
  deposit,
  give,
  giveReport,
  giveStatement,
  linesOf,
  orderNow,
  proveAll,
  work,
} from '../../../test/support/announcing-bank.ts'
import { agreeOpening, anOwnAccount, moveToNoon } from '../../../test/support/own-accounts.ts'
import { recording } from '../../../test/support/recording-database.ts'
import { addDays } from '../../values/days.ts'
import { classLine } from '../judgements/class-line.ts'
import { linkLine } from '../judgements/link-line.ts'
import { refuseMatch } from '../judgements/refuse-candidate.ts'
import { returnLine } from '../judgements/return-line.ts'

const bank = await announcingBank({ after })
const { database, faults, statements } = recording(bank.deps.database)
/** Everything that writes lines goes by it. */
const deps = { ...bank.deps, database }
const recorded = { ...bank, deps }
const { owner } = database
const by = { actor: 'ana', breakGlass: 'ana' }

/** What must have been seen: else the test proves nothing. */
const wanted = [
  ...['keep-transactions-of-bank-lines', 'lock-transactions', 'lock-applying-bank-lines', 'lock-adopted-bank-lines'],
  ...['lock-bank-line-states', 'lock-proving-bank-lines', 'adopt-bank-line-by-transfer', 'save-bank-line-standings'],
  ...['lock-refused-bank-line', 'close-and-reopen-bank-lines', 'move-ledger-balances'],
]

test('everything that writes lines locks in one order: transactions, one round of an account, lines by id, ledger accounts', async () => {
  const first = addDays(day, -7)
  await moveToNoon(deps, first)
  const account = await anOwnAccount(deps)
  await agreeOpening(deps, account.id, { day: first })
  const orders = [
    await anOrder(bank, account, 700),
    await anOrder(bank, account, 900),
    await anOrder(bank, account, 300),
  ]
  // A line that is older than the announced one whose money it is to prove.
  const old = [
    ['C300', 300],
    ['C50', 50],
    ['D50', -50],
    ['C20', 20],
  ] as const
  const lines = old.map(([text, cents]) => deposit(cents, text, `S${text}`, first))
  await giveStatement(recorded, account, { lines, on: first })
  await work(recorded)
  await moveToNoon(deps, day)
  const parts = orders.slice(0, 2).map(({ text }, at) => ({ cents: [700, 900][at] ?? 0, text, ref: `O00${at}` }))
  const lump = { ref: 'LUMP09', day, parts }
  await give(recorded, camt(account, [lump]))
  await giveReport(recorded, account, [deposit(300, orders[2]?.text ?? '', 'I3001')])
  await work(recorded)
  await moveToNoon(deps, addDays(day, 1))
  await give(recorded, camt(account, [{ ...lump, isSum: true }], { on: addDays(day, 1), opening: 320 }))
  await work(recorded)
  const { rows } = await owner.query<{ id: string; minor: string }>(
    `select id, sign || amount_minor as minor from bank_lines where bank_account_id = $1 and not announced`,
    [account.id],
  )
  const idOf = (minor: string) => rows.find((row) => row.minor === minor)?.id ?? assert.fail(minor)
  await refuseMatch(deps, { lineId: idOf('C20'), transactionId: orders[0]?.id ?? '' }, by)
  await classLine(deps, { line_id: idOf('C20'), class: 'interest' }, by)
  await returnLine(deps, { line_id: idOf('C50'), counter_line_id: idOf('D50') }, by)
  assert.equal(await orderNow(bank, orders[2]?.id ?? ''), 'COMPLETED 300 0')
  await linkLine(deps, { line_id: idOf('C300'), transaction_id: orders[2]?.id ?? '' }, by)
  await agreeOpening(deps, (await anOwnAccount(deps)).id, { day })
  await proveAll(bank)
  assert.deepEqual(faults(), [])
  assert.deepEqual(
    wanted.filter((name) => !statements().has(name)),
    [],
  )
  assert.ok((await linesOf(bank, account)).includes('notice 300 adopted applied'))
})

test('an account’s first day is said after a statement has adopted what was announced', async () => {
  await moveToNoon(deps, day)
  const account = await anOwnAccount(deps)
  const parts = [
    { cents: 70, text: 'a', ref: 'T001' },
    { cents: 90, text: 'b', ref: 'T002' },
  ]
  const lump = { ref: 'LUMP10', day, parts }
  await giveReport(bank, account, [deposit(50, 'announced', 'B5001')])
  await give(bank, camt(account, [lump]))
  await give(bank, camt(account, [{ ...lump, isSum: true }], { on: day, opening: 0 }))
  await giveStatement(bank, account, { lines: [deposit(50, 'announced', 'B5001')], opening: 160 })
  await work(bank)
  const before = await linesOf(bank, account)
  assert.ok(before.includes('notice 50 adopted closed'), before.join())
  await agreeOpening(deps, account.id, { day: addDays(day, -1) })
  await work(bank)
  assert.ok((await linesOf(bank, account)).includes('notice 50 adopted closed'))
  await proveAll(bank)
})
