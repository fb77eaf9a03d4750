import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openJudgedWorld } from '../../test/support/judged-lines.ts'
import { agreeOpening, anOwnAccount, giveStatements, type OwnAccount } from '../../test/support/own-accounts.ts'
import type { ExecutedProposal } from '../audit/write-audit.ts'
import { uuidV7 } from '../platform/ids.ts'
import { addDays } from '../values/days.ts'
import { acceptStatement } from './days/accept-statement.ts'
import { gatherBytes, receiveFile } from './files/receive-file.ts'
import { importStatement } from './import-statement.ts'
import { classLine } from './judgements/class-line.ts'
import { showLine } from './judgements/show-line.ts'
import { matchNewLines } from './match-lines.ts'
import { showStatements } from './show-statements.ts'

const world = await openJudgedWorld({ after })
const { deps, order, lookAgain, stateOf, orderNow, bankMinor, prove } = world
const { owner } = deps.database
const today = deps.clock.now().toISOString().slice(0, 10)
const uploader = uuidV7(deps.clock.now())
const byAlone = { actor: 'ana', breakGlass: 'ana', evidence: 'seen' }
const actor = (name: string, userId: string) => ({ name, userId, merchantId: null, origin: null })

/** An approved proposal, as the person with this id decides it. */
function decidedBy(userId: string, proposedBy = uuidV7(deps.clock.now())) {
  const proposal: ExecutedProposal = {
    ...{
      proposalId: uuidV7(deps.clock.now()),
      decidedBy: userId,
      note: null,
      close: async () => await Promise.resolve(),
    },
    ...{ proposer: actor('bea', proposedBy), decider: actor('luis', userId) },
  }
  return { actor: 'bea', evidence: 'as the bank’s page says', proposal }
}

/** OFX of one line of today; without `balance` nothing in it can be compared with anything. */
const ofx = (account: OwnAccount, line: { cents: number; text: string }, balance?: string) =>
  [
    ...['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', '', '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MXN'],
    `<BANKACCTFROM><BANKID>002<ACCTID>${account.number}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>`,
    `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${today.replaceAll('-', '')}<TRNAMT>${line.cents / 100}<FITID>F1<MEMO>${line.text}</STMTTRN>`,
    '</BANKTRANLIST>',
    balance === undefined ? '' : `<LEDGERBAL><BALAMT>${balance}<DTASOF>${today.replaceAll('-', '')}</LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\n')

const give = async (text: string) =>
  await importStatement(deps, { content: Buffer.from(text), name: 'a.ofx', environment: 'live', receivedBy: 'ana' })

async function matchAll(): Promise<void> {
  while ((await matchNewLines(deps)) > 0);
}

async function linesOf(account: OwnAccount): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from bank_lines where bank_account_id = $1 order by id',
    [account.id],
  )
  return rows.map(({ id }) => id)
}

const statesOf = async (account: OwnAccount) => await Promise.all((await linesOf(account)).map(stateOf))
const waitsOf = async (account: OwnAccount) => (await showStatements(deps, account.id)).map(({ waits }) => waits)

const part = (openingCents: number, cents: number, text: string, ref: string) => ({
  ...{ from: today, to: today, openingCents, closingCents: openingCents + cents },
  lines: [{ day: today, cents, text, ref }],
})

test('a file without balances completes no order until somebody else than its uploader accepts it, and loses nothing', async () => {
  const account = await world.account()
  const { id, targetReference } = await order(account)
  const text = ofx(account, { cents: 150_000, text: `pago ${targetReference}` })
  const bytes = gatherBytes()
  bytes.add(Buffer.from(text))
  const incoming = { ...bytes.end(), name: 'a.ofx', environment: 'live' as const, receivedBy: 'thief' }
  await receiveFile(deps, { ...incoming, source: 'upload', actor: actor('thief', uploader) })
  await give(text)
  await matchAll()
  await lookAgain()
  assert.match((await orderNow(id)) ?? '', /^PENDING/)
  assert.deepEqual([await statesOf(account), await bankMinor(account)], [['in_suspense'], 150_000n])
  const [lineId = ''] = await linesOf(account)
  const { row, candidates } = await showLine(deps, lineId)
  assert.deepEqual([row.waits_for, candidates[0]?.order.id], ['no_balances', id], 'it waits, and says why')

  const [statement] = await showStatements(deps, account.id)
  const accept = { statement_id: statement?.id ?? '' }
  await assert.rejects(acceptStatement(deps, accept, decidedBy(uploader)), /another operator must accept it/)
  await lookAgain()
  assert.match((await orderNow(id)) ?? '', /^PENDING/)
  await acceptStatement(deps, accept, decidedBy(uuidV7(deps.clock.now()), uploader))
  await lookAgain()
  assert.match((await orderNow(id)) ?? '', /^COMPLETED/)
  await prove()
})

test('a forged text does not take effect with the bank’s own statement: whoever uploaded it first gave the line its text', async () => {
  const account = await world.account()
  const { id, targetReference } = await order(account)
  const bytes = gatherBytes()
  bytes.add(Buffer.from(ofx(account, { cents: 150_000, text: `pago ${targetReference}` })))
  const incoming = { ...bytes.end(), name: 'a.ofx', environment: 'live' as const, receivedBy: 'thief' }
  await receiveFile(deps, { ...incoming, source: 'upload', actor: actor('thief', uploader) })
  await give(ofx(account, { cents: 150_000, text: `pago ${targetReference}` }))
  await matchAll()
  await owner.query(
    `update bank_files set received_at = received_at - interval '1 minute' where uploaded_by is not null`,
  )
  await give(ofx(account, { cents: 150_000, text: 'somebody else' }, '1500.00'))
  await matchAll()
  await lookAgain()
  assert.deepEqual((await waitsOf(account)).sort(), ['no_balances', null].sort(), 'the bank’s own statement is sound')
  assert.equal((await linesOf(account)).length, 1)
  assert.match((await orderNow(id)) ?? '', /^PENDING/)
})

test('an account’s first statement needs a person, and the second one joins it', async () => {
  const account = await anOwnAccount(deps)
  const [first, second] = [await order(account), await order(account)]
  const yesterday = addDays(today, -1)
  await owner.query('update bank_accounts set ledger_from = $2 where id = $1', [account.id, yesterday])
  const { lines, ...balances } = part(0, 150_000, `pago ${first.targetReference}`, 'A')
  const earlier = {
    ...balances,
    from: yesterday,
    to: yesterday,
    lines: lines.map((line) => ({ ...line, day: yesterday })),
  }
  await giveStatements(deps, account, [earlier])
  await giveStatements(deps, account, [part(150_000, 150_000, `pago ${second.targetReference}`, 'B')])
  await matchAll()
  assert.deepEqual(
    [await waitsOf(account), await statesOf(account)],
    [
      ['first', 'first'],
      ['in_suspense', 'in_suspense'],
    ],
  )
  const statements = await showStatements(deps, account.id)
  const older = statements.find(({ opening }) => opening === '0.00')
  await acceptStatement(deps, { statement_id: older?.id ?? '' }, { ...decidedBy(uploader) })
  await lookAgain()
  assert.deepEqual(await statesOf(account), ['applied payin', 'applied payin'])
  await prove()
})

test('an opening balance that two people agreed stands for a first statement that begins with it, and for no other', async () => {
  const [right, wrong] = [await anOwnAccount(deps), await anOwnAccount(deps)]
  await agreeOpening(deps, right.id, { opening: '10.00' })
  await agreeOpening(deps, wrong.id, { opening: '11.00' })
  for (const [account, state] of [
    [right, 'applied payin'],
    [wrong, 'in_suspense'],
  ] as const) {
    const { targetReference } = await order(account)
    await giveStatements(deps, account, [part(1_000, 150_000, `pago ${targetReference}`, 'A')])
    // A second forged one that joins the first.
    await giveStatements(deps, account, [part(151_000, 700, 'pago', 'B')])
    await matchAll()
    assert.deepEqual(await statesOf(account), [state, 'in_suspense'])
  }
  assert.deepEqual(
    [await waitsOf(right), await waitsOf(wrong)],
    [
      [null, null],
      ['first', 'first'],
    ],
  )
})

test('two forged files do not prove each other: what joins a statement of nobody waits too, until one is accepted', async () => {
  const account = await world.account()
  const of = (daysAgo: number, openingCents: number, cents: number, text = 'pago') => {
    const day = addDays(today, -daysAgo)
    const days = { from: day, to: day, openingCents, closingCents: openingCents + cents }
    return { ...days, lines: [{ day, cents, text, ref: `F${daysAgo}` }] }
  }
  await owner.query('update bank_accounts set ledger_from = $2 where id = $1', [account.id, addDays(today, -3)])
  await giveStatements(deps, account, [of(3, 0, 100)])
  const { id, targetReference } = await order(account)
  await giveStatements(deps, account, [of(2, 99_900, 7)])
  await giveStatements(deps, account, [of(1, 99_907, 150_000, `pago ${targetReference}`)])
  await giveStatements(deps, account, [of(0, 249_907, 1)])
  await matchAll()
  assert.match((await orderNow(id)) ?? '', /^PENDING/)
  assert.deepEqual(await waitsOf(account), ['first', 'first', 'contradiction', null])
  const middle = (await showStatements(deps, account.id)).find(({ opening }) => opening === '999.07')
  await acceptStatement(deps, { statement_id: middle?.id ?? '' }, decidedBy(uploader))
  await lookAgain()
  assert.match((await orderNow(id)) ?? '', /^COMPLETED/)
  assert.deepEqual(await waitsOf(account), [null, null, 'contradiction', null], 'what follows needs nobody')
})

test('parts of one day join in whatever order they come, a balance that no part leads to is a gap, and the next day joins the last part', async () => {
  const account = await world.account()
  const yesterday = addDays(today, -1)
  const day = (each: string, openingCents: number, cents: number, ref: string) => ({
    ...{ from: each, to: each, openingCents, closingCents: openingCents + cents },
    lines: [{ day: each, cents, text: 'pago', ref }],
  })
  await owner.query(`update bank_accounts set ledger_from = $2 where id = $1`, [account.id, yesterday])
  await giveStatements(deps, account, [day(yesterday, 300, 400, 'P2')])
  await giveStatements(deps, account, [day(yesterday, 0, 300, 'P1')])
  await giveStatements(deps, account, [day(today, 701, 2, 'N2')])
  await giveStatements(deps, account, [day(today, 700, 1, 'N1')])
  await giveStatements(deps, account, [day(today, 99, 1, 'X')])
  const found = (await showStatements(deps, account.id)).map(({ opening, joins, gap, surplus }) => ({
    opening,
    joins,
    gap,
    surplus,
  }))
  const joined = (opening: string, joins: boolean | null) => ({ opening, joins, gap: null, surplus: null })
  assert.deepEqual(
    found.filter(({ opening }) => opening !== '0.99'),
    [joined('7.00', true), joined('7.01', true), joined('0.00', null), joined('3.00', null)],
  )
  assert.equal(found.find(({ opening }) => opening === '0.99')?.gap, '-6.01')
})

test('a line of a day that has not come is stored, named, and booked by nothing before', async () => {
  const account = await world.account()
  const { id, targetReference } = await order(account)
  const later = addDays(today, 3)
  const statement = { from: later, to: later, openingCents: 0, closingCents: 150_000 }
  await giveStatements(deps, account, [
    { ...statement, lines: [{ day: later, cents: 150_000, text: `pago ${targetReference}`, ref: 'F' }] },
  ])
  const other = await world.account()
  const [near] = await world.lines(other, [{ cents: 5, text: 'pago' }])
  await matchAll()
  assert.deepEqual(
    [await statesOf(account), await stateOf(near ?? ''), await waitsOf(account)],
    [['new'], 'in_suspense', ['future']],
  )
  assert.match((await orderNow(id)) ?? '', /^PENDING/)
  const [lineId = ''] = await linesOf(account)
  assert.equal((await showLine(deps, lineId)).row.waits_for, 'future')
  await assert.rejects(classLine(deps, { line_id: lineId, class: 'fee' }, byAlone), /has not come/)
  const [forged] = await showStatements(deps, account.id)
  await assert.rejects(acceptStatement(deps, { statement_id: forged?.id ?? '' }, decidedBy(uploader)), /have not come/)
  await owner.query(`update bank_lines set booking_day = $2 where id = $1`, [lineId, today])
  await matchAll()
  assert.deepEqual(await statesOf(account), ['in_suspense'], 'its day has come')
})
