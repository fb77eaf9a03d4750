import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openJudgedWorld } from '../../test/support/judged-lines.ts'
import { decideLines } from './decide-lines.ts'
import { findCandidates } from './find-candidates.ts'
import { addLineRule } from './judgements/line-rules.ts'
import { refuseMatch } from './judgements/refuse-candidate.ts'
import { matchNewLines, matchWaitingLines } from './match-lines.ts'
import { settleLines } from './settle-lines.ts'
import { readLines, readNewLines } from './store/line-states.ts'

const world = await openJudgedWorld({ after })
const { deps, account, order, payout, lines, one, lookAgain, stateOf, orderNow, prove } = world
const { owner, engine } = deps.database
/** The number of the transfer that a payer types on the page of an order. */
const typed = async (id: string, number: string) =>
  await owner.query('update transactions set payer_reference = $2 where id = $1', [id, number])
const ana = { actor: 'ana', breakGlass: 'ana', evidence: 'seen' }

test('a number that a payer types completes an order that is older than the line, and none that was made for it', async () => {
  const bank = await account()
  const payer = { details: { payer_name: 'ANA', payer_phone: '5512345678' } }
  const before = await order(bank, { ...payer, amountMinor: 4_400n })
  await typed(before.id, '99887766')
  const line = { bank, party: '5512345678' }
  const [first] = await lines(bank, [{ cents: 4_400, text: 'abono', ref: '99887766' }])
  await owner.query('update bank_lines set party_account = $2 where id = $1', [first, line.party])
  await lookAgain()
  assert.match((await orderNow(before.id)) ?? '', /^COMPLETED/)
  const [second] = await lines(bank, [{ cents: 4_500, text: 'abono 5512345678', ref: '99887755' }])
  await owner.query('update bank_lines set party_account = $2 where id = $1', [second, line.party])
  const made = await order(bank, { ...payer, amountMinor: 4_500n })
  await typed(made.id, '99887755')
  await lookAgain()
  assert.deepEqual(
    [await stateOf(second ?? ''), await orderNow(made.id)],
    ['in_suspense', 'PENDING awaiting_payment 0 0 0'],
  )
  await prove()
})

test('of more orders of an amount than are looked at the newest are candidates, and none is likely', async () => {
  const bank = await account()
  const details = { payer_name: 'ANA', payer_lastname: 'PRUEBA', payer_doc_id: 'GODE561231GR8' }
  for (let made = 0; made < 210; made++)
    await order(bank, { amountMinor: 3_300n, details: { payer_doc_id: `X${made}` } })
  await owner.query(`update transactions set created_at = created_at - interval '3 days' where amount_minor = 3300`)
  const newest = await order(bank, { amountMinor: 3_300n, details })
  const [numbered, quoted] = await lines(bank, [
    { cents: 3_300, text: 'abono', ref: '7766554433' },
    { cents: 3_300, text: `pago ${newest.targetReference}`, ref: 'Q' },
  ])
  await owner.query(`update bank_lines set party_document = 'GODE561231GR8' where id = $1`, [numbered])
  assert.equal(await stateOf(quoted ?? ''), 'applied payin', 'its whole reference is enough')
  const { id: next } = await order(bank, { amountMinor: 3_300n, details })
  await typed(next, '7766554433')
  await lookAgain()
  assert.equal(await stateOf(numbered ?? ''), 'in_suspense')
  const { rows } = await owner.query<{ best: number }>(
    'select max(score)::int as best from bank_line_candidates where bank_line_id = $1',
    [numbered],
  )
  assert.ok((rows[0]?.best ?? 100) <= 60, `${rows[0]?.best}`)
})

test('candidates by amount are the nearest orders, and no order that ended long ago', async () => {
  const bank = await account()
  const old = []
  for (let made = 0; made < 210; made++) old.push((await order(bank, { amountMinor: 3_400n, details: {} })).id)
  await owner.query(`update transactions set created_at = created_at - interval '3 days' where id = any ($1)`, [old])
  const { id: newest } = await order(bank, { amountMinor: 3_400n, details: {} })
  const lineId = await one(bank, 3_400, 'abono')
  const candidates = async () => await findCandidates(engine, await readLines(engine, [lineId]))
  const cut = await candidates()
  assert.equal(cut.payins.length, 200)
  assert.ok(cut.payins.some(({ transactionId }) => transactionId === newest))
  assert.ok(cut.crowded.has(3_400n))
  await owner.query(
    `update transactions set status = 'EXPIRED', reason = 'expired', expired_at = now() - interval '1 day' * $2 where id = any ($1)`,
    [old, 40],
  )
  const found = await candidates()
  assert.deepEqual([found.payins.map(({ transactionId }) => transactionId), found.crowded.size], [[newest], 0])
  await owner.query(`update transactions set expired_at = now() - interval '20 days' where id = $1`, [old[0]])
  assert.equal((await candidates()).payins.length, 2)
})

test('no rule calls a debit a cost while a payout of its amount is open', async () => {
  const bank = await account()
  await addLineRule(
    deps,
    { bank_account_id: bank.id, sign: 'D', text_contains: 'comision', amount_max: '90.00', class: 'fee' },
    ana,
  )
  const { id } = await payout(bank, 5_100)
  const [same, other] = await lines(bank, [
    { cents: -5_100, text: 'comision spei' },
    { cents: -5_200, text: 'comision spei' },
  ])
  assert.deepEqual([await stateOf(same ?? ''), await stateOf(other ?? '')], ['in_suspense', 'explained fee'])
  await owner.query(`update transactions set status = 'ERROR', reason = 'rejected' where id = $1`, [id])
  await lookAgain()
  assert.equal(await stateOf(same ?? ''), 'explained fee')
})

test('a match that a person refuses, or a second one declines, while it is judged is not applied', async () => {
  const bank = await account()
  await owner.query('update bank_accounts set automatic = false where id = $1', [bank.id])
  const { id, targetReference } = await order(bank, { amountMinor: 6_100n })
  const lineId = await one(bank, 6_100, `pago ${targetReference}`)
  await owner.query('update bank_accounts set automatic = true where id = $1', [bank.id])
  const verdicts = await decideLines(engine, await readLines(engine, [lineId]))
  assert.equal(verdicts[0]?.kind, 'apply')
  await refuseMatch(deps, { lineId, transactionId: id }, ana)
  await settleLines(deps, verdicts, { moved: [], booked: [] })
  assert.deepEqual([await stateOf(lineId), await orderNow(id)], ['in_suspense', 'PENDING awaiting_payment 0 0 0'])
  // A declined proposal says the same.
  const again = await order(bank, { amountMinor: 6_200n })
  await owner.query('update bank_accounts set automatic = false where id = $1', [bank.id])
  const declined = await one(bank, 6_200, `pago ${again.targetReference}`)
  await owner.query('update bank_accounts set automatic = true where id = $1', [bank.id])
  const judged = await decideLines(engine, await readLines(engine, [declined]))
  await owner.query(
    `with people as (insert into users (id, email, name, role, password_hash)
        select gen_random_uuid(), 'p' || n || '@x.example', 'P', 'admin', repeat('x', 20)
        from generate_series(1, 2) as n returning id),
      pair as (select min(id::text)::uuid as one, max(id::text)::uuid as two from people)
      insert into proposals (id, action, environment, transaction_id, input, evidence, proposed_by, state, decided_by, decided_at)
      select gen_random_uuid(), 'link_line', 'live', $1, jsonb_build_object('line_id', $2::text), 'seen', one, 'refused', two, now()
      from pair`,
    [again.id, declined],
  )
  await settleLines(deps, judged, { moved: [], booked: [] })
  assert.equal(await stateOf(declined), 'in_suspense')
  await lookAgain()
  assert.equal(await stateOf(declined), 'in_suspense')
  await prove()
})

test('one line that cannot be booked holds up none of its round, and is tried again', async () => {
  const bank = await account()
  await owner.query(`create function refuse_planted() returns trigger language plpgsql as $$
    begin if new.amount_minor = 66601 then raise exception 'planted' using errcode = '23514'; end if; return new; end $$`)
  await owner.query(
    'create trigger planted before insert on ledger_transfers for each row execute function refuse_planted()',
  )
  const [bad = '', ...good] = await lines(bank, [
    { cents: 66_601, text: 'the bad one' },
    { cents: 501, text: 'good' },
    { cents: -502, text: 'good too' },
  ])
  assert.deepEqual(await Promise.all([bad, ...good].map(stateOf)), ['new', 'in_suspense', 'in_suspense'])
  assert.equal(await stateOf(await one(bank, 503, 'after it')), 'in_suspense', 'later rounds go on')
  assert.equal(await matchNewLines(deps), 0)
  assert.deepEqual(await readNewLines(engine, 200), [], 'it rests')
  await owner.query('drop trigger planted on ledger_transfers')
  await owner.query(
    `update bank_line_states set judged_at = judged_at - interval '2 minutes' where bank_line_id = $1`,
    [bad],
  )
  await matchNewLines(deps)
  assert.equal(await stateOf(bad), 'in_suspense')
  await matchWaitingLines(deps)
  await prove()
})
