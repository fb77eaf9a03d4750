import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { aProcess } from '../../../test/support/a-transaction.ts'
import { type OwnAccount, ownBank } from '../../../test/support/own-bank.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { auditOf } from '../../core/audit/write-audit.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { applyOutcomes } from '../../core/processing/apply-outcome.ts'
import { checkBankLines } from '../verify/store/bank-line-checks.ts'
import { ownAccount } from './connector/connector.ts'
import { decideLine, type LineWish, leaveLine, planLine } from './decide-by-operator.ts'
import { linkConfirmedLine, matchWaitingLines } from './match-lines.ts'
import { decideLines } from './matching/decide-lines.ts'
import { settleDecision, settleLines } from './settle-lines.ts'
import { readLine } from './store/line-states.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const { owner, engine } = deps.database
const { anAccount, anOrder, give, matchAll, statesOf, orderNow, settlementOf, proveAll } = ownBank(deps, pointId)

const by = { operator: 'ana', evidence: 'seen at the bank', breakGlass: 'ana' }
const decide = async (wish: LineWish) => await decideLine(deps, wish, by)
const refused = { code: 'not_in_this_state' }

/** The waiting lines of an account, by amount. */
async function waiting(account: OwnAccount, lines: Parameters<typeof give>[1]): Promise<string[]> {
  await give(account, lines)
  await matchAll()
  const { rows } = await owner.query<{ id: string }>(
    `select l.id from bank_lines l join bank_line_states s on s.bank_line_id = l.id
      where l.bank_account_id = $1 and s.state = 'in_suspense' order by l.amount_minor, l.sign`,
    [account.id],
  )
  return rows.map(({ id }) => id)
}

async function wordsOf(wish: LineWish): Promise<string> {
  return String((await planLine(engine, wish)).blocked)
}

describe('a line that a person decides about', () => {
  it('is the money of an order with a typing error: credited and told once, and audited', async () => {
    const account = await anAccount()
    const order = await anOrder(account)
    const [line = ''] = await waiting(account, [{ cents: 150_000, text: 'pago P22K47XN' }])
    const wish = { kind: 'match', bankLineId: line, transactionId: order.id } as const
    await assert.rejects(decideLine(deps, wish, { ...by, breakGlass: undefined }), { code: 'second_person_required' })
    await decide(wish)
    assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
    assert.deepEqual(await statesOf(account), ['C 150000 applied payin'])
    assert.deepEqual([await settlementOf(account), await settlementOf(account, 'suspense')], [150_000n, 0n])
    assert.equal((await owner.query('select from callback_events where transaction_id = $1', [order.id])).rowCount, 1)
    const { rows } = await owner.query('select actor, action, detail from audit_log where object_id = $1', [line])
    const detail = { transactionId: order.id, amount: '1500.00 MXN', evidence: by.evidence }
    assert.deepEqual(rows[0], { actor: 'ana', action: 'bank_line.match', detail })
    await assert.rejects(decide(wish), refused)
    await proveAll()
  })

  it('moves its money once, whoever else decides: people with other orders, and the matcher', async () => {
    const account = await anAccount()
    const [one, two] = [await anOrder(account), await anOrder(account)]
    const [line = ''] = await waiting(account, [
      { cents: 150_000, text: `${one.target_reference} ${two.target_reference}` },
    ])
    const stale = await readLine(engine, line)
    const wishes: LineWish[] = [
      { kind: 'match', bankLineId: line, transactionId: one.id },
      { kind: 'match', bankLineId: line, transactionId: two.id },
      { kind: 'class', bankLineId: line, class: 'interest' },
      { kind: 'return', bankLineId: line },
    ]
    const results = await Promise.allSettled(wishes.map(decide))
    const lost = results.filter((each) => each.status === 'rejected')
    assert.deepEqual(
      lost.map(({ reason }) => reason.code),
      ['not_in_this_state', 'not_in_this_state', 'not_in_this_state'],
    )
    assert.ok(stale)
    await settleLines(deps, await decideLines(engine, [stale]))
    assert.equal(await settlementOf(account), 150_000n)
    await proveAll()
  })

  it('is matched by itself before the person is done: the person is told', async () => {
    const account = await anAccount()
    const order = await anOrder(account)
    const [line = ''] = await waiting(account, [{ cents: 150_000, text: 'deposito', ref: 'RACE99' }])
    const { verdicts } = await planLine(engine, { kind: 'match', bankLineId: line, transactionId: order.id })
    const late = await planLine(engine, { kind: 'class', bankLineId: line, class: 'own_transfer' })
    await settleLines(deps, verdicts)
    const audit = auditOf('ana', 'bank_line.class', { objectId: line })
    await assert.rejects(settleDecision(deps, late.verdicts, audit), refused)
    await assert.rejects(settleDecision(deps, verdicts, audit), refused)
    assert.equal((await owner.query('select from audit_log where object_id = $1', [line])).rowCount, 0)
    assert.deepEqual(await statesOf(account), ['C 150000 applied payin'])
  })

  it('of another own account credits the order there, and both accounts hold what their banks hold', async () => {
    const [here, there] = [await anAccount(), await anAccount()]
    const order = await anOrder(there)
    const [line = ''] = await waiting(here, [{ cents: 150_000, text: 'deposito' }])
    await decide({ kind: 'match', bankLineId: line, transactionId: order.id })
    assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
    assert.deepEqual([await settlementOf(here), await settlementOf(there)], [150_000n, 0n])
    await proveAll()
  })

  it('is linked to money that was confirmed manually, and never adds to it', async () => {
    const account = await anAccount()
    const order = await anOrder(account)
    const update = { kind: 'completed', creditedMinor: 150_000n } as const
    await applyOutcomes(deps, [{ transactionId: order.id, source: 'operator', bankReference: 'by phone 7', update }])
    const [more = '', same = ''] = await waiting(account, [
      { cents: 100, text: 'otro' },
      { cents: 150_000, text: 'deposito' },
    ])
    assert.match(await wordsOf({ kind: 'match', bankLineId: more, transactionId: order.id }), /confirmed manually/)
    await decide({ kind: 'match', bankLineId: same, transactionId: order.id })
    assert.deepEqual(await statesOf(account), ['C 100 in_suspense', 'C 150000 linked payin'])
    assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
    assert.equal(await settlementOf(account), 150_100n)
    await proveAll()
  })

  it('of no order leaves suspense for the account of its class, where the sign fits', async () => {
    const account = await anAccount()
    const classes = [
      ['fee', 'D', 'bank_costs', 1n],
      ['tax', 'D', 'bank_costs', 1n],
      ['interest', 'C', 'bank_costs', -1n],
      ['own_transfer', 'C', 'transit', -1n],
      ['own_transfer', 'D', 'transit', 1n],
      ['funding', 'C', 'funding', -1n],
      ['owner_out', 'D', 'funding', 1n],
    ] as const
    const lines = await waiting(
      account,
      classes.map(([name, sign], at) => ({ cents: 1_000 + at, sign, text: name })),
    )
    const balanceOf = async (kind: string) => {
      const { rows } = await owner.query<{ minor: bigint }>(
        `select coalesce(sum(case when a.id = x.debit_account then x.amount_minor else -x.amount_minor end), 0)::bigint as minor
          from ledger_accounts a join ledger_transfers x on a.id in (x.debit_account, x.credit_account) where a.kind = $1`,
        [kind],
      )
      return rows[0]?.minor ?? 0n
    }
    for (const [at, [name, sign, kind, direction]] of classes.entries()) {
      const ofPoint = name === 'funding' || name === 'owner_out' ? { pointId } : {}
      const wish = { kind: 'class', bankLineId: lines[at] ?? '', class: name, ...ofPoint } as const
      const other = sign === 'D' ? 'interest' : 'fee'
      assert.match(await wordsOf({ ...wish, class: other, pointId: undefined }), /sign/)
      const before = await balanceOf(kind)
      await decide(wish)
      assert.equal((await balanceOf(kind)) - before, direction * BigInt(1_000 + at), name)
    }
    const [one = ''] = lines
    await assert.rejects(decide({ kind: 'class', bankLineId: one, class: 'fee', pointId }), {
      code: 'validation_failed',
    })
    for (const kind of ['suspense', 'unexplained']) assert.equal(await settlementOf(account, kind), 0n)
    assert.ok((await statesOf(account)).every((state) => state.includes(' explained ')))
    await proveAll()
  })

  it('to be returned waits for no order by itself, and its debit proves that it went back', async () => {
    const account = await anAccount()
    const order = await anOrder(account)
    const [credit = ''] = await waiting(account, [{ cents: 150_000, text: 'desconocido', ref: 'BACK77' }])
    await decide({ kind: 'return', bankLineId: credit })
    const update = { kind: 'completed', creditedMinor: 149_000n } as const
    await applyOutcomes(deps, [{ transactionId: order.id, source: 'operator', bankReference: 'BACK77', update }])
    await matchWaitingLines(deps)
    assert.deepEqual(await statesOf(account), ['C 150000 to_return'])
    await proveAll()
    await give(
      account,
      [
        { cents: 150_000, sign: 'D', text: 'devuelto' },
        { cents: 1, sign: 'D', text: 'x' },
      ],
      { opening: 150_000 },
    )
    await matchAll()
    const { rows } = await owner.query<{ id: string }>(
      `select id from bank_lines where bank_account_id = $1 and sign = 'D' order by amount_minor`,
      [account.id],
    )
    const [other = '', debit = ''] = rows.map(({ id }) => id)
    assert.match(await wordsOf({ kind: 'return', bankLineId: credit, provenBy: other }), /same account and amount/)
    await Promise.allSettled(
      [1, 2].map(async () => await decide({ kind: 'return', bankLineId: credit, provenBy: debit })),
    )
    assert.deepEqual(await statesOf(account), [
      'D 1 in_suspense',
      'C 150000 explained returned',
      'D 150000 explained returned',
    ])
    // The operator confirmed another amount by its number: that is other money.
    assert.deepEqual([await settlementOf(account), await settlementOf(account, 'suspense')], [148_999n, -149_000n])
    await proveAll()
  })

  it('to be returned is an order’s after all, where people find it', async () => {
    const account = await anAccount()
    const order = await anOrder(account)
    const [line = ''] = await waiting(account, [{ cents: 150_000, text: 'desconocido' }])
    await decide({ kind: 'return', bankLineId: line })
    await decide({ kind: 'match', bankLineId: line, transactionId: order.id })
    assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
    assert.deepEqual([await settlementOf(account), await settlementOf(account, 'suspense')], [150_000n, 0n])
    await proveAll()
  })

  it('to be returned is the money that an operator confirms by its number: at once, and by the next round', async () => {
    const ways = {
      KEEP78: async () => await linkConfirmedLine(deps, 'KEEP78'),
      KEEP79: async () => await matchWaitingLines(deps),
    }
    for (const [ref, link] of Object.entries(ways)) {
      const account = await anAccount()
      const order = await anOrder(account)
      const [line = ''] = await waiting(account, [{ cents: 150_000, text: 'desconocido', ref }])
      await decide({ kind: 'return', bankLineId: line })
      const update = { kind: 'completed', creditedMinor: 150_000n } as const
      await applyOutcomes(deps, [{ transactionId: order.id, source: 'operator', bankReference: ref, update }])
      await link()
      assert.deepEqual(await statesOf(account), ['C 150000 linked payin'])
      assert.deepEqual([await settlementOf(account), await settlementOf(account, 'suspense')], [150_000n, 0n])
      await proveAll()
    }
  })

  it('may be left with a note: nothing moves, and it waits on', async () => {
    const account = await anAccount()
    const [line = ''] = await waiting(account, [{ cents: 5, text: 'nobody' }])
    const by = { name: 'Ana', merchantId: null, userId: randomUUID(), origin: null }
    await leaveLine(deps, { bankLineId: line, note: 'asked the bank', by })
    assert.deepEqual(await statesOf(account), ['C 5 in_suspense'])
    const says = async (state: string, name: string | null) => {
      const change = 'update bank_line_states set state = $2, class = $3 where bank_line_id = $1'
      await owner.query(change, [line, state, name])
      return (await checkBankLines(engine, undefined)).violations.map(({ id }) => id)
    }
    assert.deepEqual(await says('explained', 'fee'), [line], 'verify finds a line that says it is explained and is not')
    assert.deepEqual(await says('in_suspense', null), [])
    await decide({ kind: 'class', bankLineId: line, class: 'interest' })
    await assert.rejects(leaveLine(deps, { bankLineId: line, note: 'again', by }), refused)
  })

  it('proves and returns a payout whole, pays an order in ERROR after all, and a debit pays no pay-in', async () => {
    const account = await anAccount()
    const payin = await anOrder(account)
    const failed = await anOrder(account)
    const payout = await anOrder(account, { pay_type: 'payout', amount_minor: 7_000n, reason: 'waits_for_operator' })
    await applyOutcomes(deps, [
      { transactionId: failed.id, source: 'operator', update: { kind: 'rejected', reason: 'declined' } },
    ])
    const [part = '', back = '', paid = '', late = ''] = await waiting(account, [
      { cents: 6_000, sign: 'D', text: 'otra cosa' },
      { cents: 7_000, sign: 'C', text: 'devolucion' },
      { cents: 7_000, sign: 'D', text: 'pago a Ana' },
      { cents: 150_000, text: 'tarde' },
    ])
    const match = (bankLineId: string, transactionId: string) => ({ kind: 'match', bankLineId, transactionId }) as const
    assert.match(await wordsOf(match(part, payin.id)), /pays no pay-in/)
    assert.match(await wordsOf(match(part, payout.id)), /70\.00 MXN/)
    // As funding and a reservation would leave it, without their transfers: so this test is the last one.
    await owner.query(
      `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor)
        values ('live', 'MXN', 'reserved', $1, 7000) on conflict do nothing`,
      [pointId],
    )
    await decide(match(paid, payout.id))
    await decide(match(back, payout.id))
    await decide(match(late, failed.id))
    assert.deepEqual((await orderNow(failed.id))?.[0], 'COMPLETED')
    assert.deepEqual(await statesOf(account), [
      'D 6000 in_suspense',
      'C 7000 applied payout_return',
      'D 7000 applied payout',
      'C 150000 applied payin',
    ])
    assert.equal(await settlementOf(account), 144_000n)
    assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  })
})
