import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { flatCard } from '../support/card-request.ts'
import { type Answer, eventually, startWorld, type World } from '../support/world.ts'

const transfer = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }

describe('verify', () => {
  let world: World
  let db: pg.Client
  const ids: Record<string, string> = {}
  before(async () => {
    world = await startWorld({ bankEnv: { SIMBANK_AGAIN_DELAY_MS: '100', SIMBANK_SETTLE_DELAY_MS: '300' } })
    db = new pg.Client({ connectionString: world.databaseUrl })
    db.on('error', () => undefined)
    await db.connect()
    await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'live', '--name', 'O')
    await pay()
  })
  after(async () => {
    await db.end()
    await world.stop()
  })

  async function pay() {
    const send = async (name: string, path: string, body: object) => {
      const answer: Answer = await world.call('POST', `/api/v1/payments/${path}`, {
        body: { reference: name, ...body },
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      ids[name] = answer.body.data.transaction_id
    }
    const payin = { service_code: 'BT_AR', payer_doc_id: '20267565393' }
    await send('paid', 'payin_hth', { ...payin, amount: 100 })
    await send('waiting', 'payin_hth', { ...payin, amount: 777.01 })
    await send('part', 'payin_hth', { ...payin, amount: 777.1 })
    await send('twice', 'payin_hth', { ...payin, amount: 777.15 })
    await send('declined', 'payin_hth', { ...payin, amount: 777.04 })
    await send('out', 'payout_hth', { ...transfer, amount: 40 })
    await send('refused', 'payout_hth', { ...transfer, amount: 777.02 })
    await send('slow', 'payout_hth', { ...transfer, amount: 777.01 })
    await send('card', 'payin_hth', flatCard('4111111111111111', { amount: 12 }))
    const settled: Record<string, string> = {
      paid: 'COMPLETED',
      twice: 'COMPLETED',
      declined: 'ERROR',
      card: 'COMPLETED',
      slow: 'COMPLETED',
    }
    for (const [name, status] of Object.entries(settled)) {
      await eventually(async () => {
        const read = await world.call('GET', `/api/v1/payments/${ids[name]}`)
        return read.body.data.status === status ? true : undefined
      }, `${name} is ${status}`)
    }
    await eventually(async () => {
      const left = await db.query(`select from callback_deliveries where state in ('pending', 'sending')`)
      return left.rowCount === 0 ? true : undefined
    }, 'all is told')
    await db.query(`update transactions set updated_at = updated_at - interval '5 minutes'`)
    await db.query(`update attempts set updated_at = updated_at - interval '5 minutes'`)
  }

  const run = async (...options: string[]) => {
    const { code, output } = await world.command('verify', ...options)
    const broken = [...output.matchAll(/^(I\d+)\s+BROKEN/gm)].map((found) => found[1])
    return { code, output, broken }
  }

  it('finds nothing where nothing is wrong, and shows how much it looked at', async () => {
    const { code, output, broken } = await run()
    assert.deepEqual([code, broken], [0, []], output)
    for (const id of ['I1', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12']) {
      const figure = new RegExp(`^${id}\\s+holds\\s+(\\d+) looked at`, 'm').exec(output)
      assert.ok(Number(figure?.[1]) > 0, `${id} looked at something: ${output}`)
    }
    assert.match(output, /it has no hash chain yet/)
  })

  it('looks at what changed, and again at everything, with the same sums', async () => {
    const holds = async (...options: string[]) => {
      const { code, output } = await run(...options)
      assert.equal(code, 0, output)
    }
    await holds('--changed')
    await db.query(`update verify_runs set recorded_at = recorded_at - interval '5 minutes'`)
    await holds('--changed')
    const kept = await db.query('select count(*)::int as n from ledger_sums')
    assert.ok(kept.rows[0].n > 3)
    await holds('--changed')
    await holds()
  })

  it('is run by the gateway itself, and told by its metrics', async () => {
    await eventually(async () => {
      const metrics = await fetch(`${world.url}/metrics`)
      const text = await metrics.text()
      return text.includes('verify_violations{invariant="I3"} 0') ? true : undefined
    }, 'a run of the job')
  })

  /** Damage, what undoes it, and the invariants that must find it; others may. */
  const damages: readonly [what: string, damage: string, repair: string, found: string][] = [
    [
      'a payout without its reservation',
      `update ledger_transfers set kind = 'suspense' where kind = 'reserve' and transaction_id = $1`,
      `update ledger_transfers set kind = 'reserve' where kind = 'suspense' and transaction_id = $1`,
      'I1',
    ],
    [
      'a transaction without its history',
      `update transaction_history set transaction_id = '00000000-0000-4000-8000-000000000001' where transaction_id = $1`,
      `update transaction_history set transaction_id = $1 where transaction_id = '00000000-0000-4000-8000-000000000001'`,
      'I1 I7 I8',
    ],
    [
      'a payout in ERROR that the bank executed',
      `update transactions set status = 'ERROR', reason = 'declined' where id = $1`,
      `update transactions set status = 'COMPLETED', reason = 'paid' where id = $1`,
      'I3 I5 I6',
    ],
    [
      'a completed transaction that the bank never heard of',
      `update transactions set status = 'COMPLETED' where reference = 'refused' and $1 <> '';
       update attempts set key = 'lost-' || key
         where transaction_id in (select id from transactions where reference = 'refused')`,
      `update transactions set status = 'ERROR' where reference = 'refused' and $1 <> '';
       update attempts set key = substr(key, 6)
         where transaction_id in (select id from transactions where reference = 'refused')`,
      'I3',
    ],
    [
      'a balance that somebody raised',
      `update ledger_accounts set balance_minor = balance_minor + 1 where kind = 'available' and $1::text <> ''`,
      `update ledger_accounts set balance_minor = balance_minor - 1 where kind = 'available' and $1::text <> ''`,
      'I4',
    ],
    [
      'a transfer that somebody changed',
      'update ledger_transfers set amount_minor = amount_minor + 1 where transaction_id = $1',
      'update ledger_transfers set amount_minor = amount_minor - 1 where transaction_id = $1',
      'I4 I5',
    ],
    [
      'a failed pay-in that left its credit with the merchant',
      `update transactions set status = 'ERROR', reason = 'reversed' where reference = 'paid' and $1 <> ''`,
      `update transactions set status = 'COMPLETED', reason = 'paid' where reference = 'paid' and $1 <> ''`,
      'I5',
    ],
    [
      'money that operators sent back without booking it',
      `update transactions set suspense_minor = 0, sent_back_minor = suspense_minor where reference = 'twice' and $1 <> ''`,
      `update transactions set suspense_minor = sent_back_minor, sent_back_minor = 0 where reference = 'twice' and $1 <> ''`,
      'I5',
    ],
    [
      'a right to rewrite entries',
      `grant update on ledger_transfers to pasarela_engine; select $1`,
      `revoke update on ledger_transfers from pasarela_engine; select $1`,
      'I4',
    ],
    [
      'a status that the history does not know, PENDING with nothing that moves it',
      `update transactions set status = 'PENDING' where id = $1`,
      `update transactions set status = 'COMPLETED' where id = $1`,
      'I6 I9',
    ],
    [
      'an approved payout that nothing moves',
      `update transactions set status = 'PENDING', reason = 'submitted', approval_until = gateway_now() where id = $1`,
      `update transactions set status = 'COMPLETED', reason = 'paid', approval_until = null where id = $1`,
      'I9',
    ],
    [
      'a callback that was never written',
      `update callback_events set transaction_id = '00000000-0000-4000-8000-000000000002' where transaction_id = $1`,
      `update callback_events set transaction_id = $1 where transaction_id = '00000000-0000-4000-8000-000000000002'`,
      'I7',
    ],
    [
      'a callback of a state that never was',
      `update callback_events set status = 'EXPIRED' where transaction_id = $1`,
      `update callback_events set status = 'COMPLETED' where transaction_id = $1`,
      'I7 I8',
    ],
    [
      'money in a type that rounds',
      `create table rounded (amount_minor double precision); select $1`,
      `drop table rounded; select $1`,
      'I10',
    ],
    [
      'a table without its wall',
      `alter table transactions disable row level security; select $1`,
      `alter table transactions enable row level security; select $1`,
      'I11',
    ],
    [
      'a policy that lets everybody in',
      `create policy open on transactions for select to pasarela_reader using (true); select $1`,
      `drop policy open on transactions; select $1`,
      'I11',
    ],
    [
      'a policy that says something else',
      'alter policy reader on payout_limits using (point_id is not null); select $1',
      `alter policy reader on payout_limits
         using (point_id in (select id from points where merchant_id = reading_merchant())); select $1`,
      'I11',
    ],
    [
      'a table that people may read, of nobody',
      'create table open (name text); grant select on open to pasarela_reader; select $1',
      'drop table open; select $1',
      'I11',
    ],
    [
      'a card number in a name',
      `update transactions set party_name = '4111 1111 1111 1111' where id = $1`,
      `update transactions set party_name = null where id = $1`,
      'I12',
    ],
    [
      'a right to rewrite the audit log',
      `grant delete on audit_log to pasarela_reader; select $1`,
      `revoke delete on audit_log from pasarela_reader; select $1`,
      'I12',
    ],
  ]
  for (const [what, damage, repair, found] of damages) {
    it(`finds ${what}`, async () => {
      const id = ids['out'] ?? ''
      const apply = async (text: string) => await db.query(text.replaceAll('$1', `'${id}'`))
      await apply(damage)
      try {
        const { code, output, broken } = await run()
        assert.equal(code, 1, output)
        for (const invariant of found.split(' ')) assert.ok(broken.includes(invariant), `${invariant}: ${output}`)
      } finally {
        await apply(repair)
      }
    })
  }

  it('tries the wall with rows of others, whatever the policies are called', async () => {
    const policy = async (rule: string) => await db.query(`alter policy reader on attempts using (${rule})`)
    await policy('true')
    try {
      const { output } = await run('--changed')
      for (const what of ['shows rows of another merchant', 'shows rows to nobody', 'has another policy']) {
        assert.match(output, new RegExp(`^.*I11 attempts: ${what}`, 'm'))
      }
    } finally {
      await policy('point_id in (select id from points where merchant_id = reading_merchant())')
    }
  })

  it('finds card numbers in every text that it looks at, and leaves digits alone that are none', async () => {
    const number = '4111111111111111'
    const set = async (name: string, change: string) =>
      await db.query(`update transactions set ${change} where id = $1`, [ids[name]])
    await set('card', `reference = '${number}ABCDEF'`)
    await set('paid', `details = details || '{"payer_name":"${number}"}'`)
    await set('waiting', `payer_reference = '004 ${number} 12/30'`)
    await db.query('update transaction_history set detail = $2 where transaction_id = $1', [ids['twice'], number])
    // A merchant's numbering and an account may look like that.
    await set('declined', `reference = 'P${number}', details = details || '{"account":"${number}"}'`)
    try {
      const { output } = await run()
      assert.match(output, /^I12\s+BROKEN 4 times/m)
      assert.match(output, /I12 .*raw notifications, callback bodies, inbox, audit log/)
    } finally {
      await set('card', `reference = 'card-22-characters-abcd'`)
      await set('paid', `details = details - 'payer_name'`)
      await set('waiting', 'payer_reference = null')
      await db.query('update transaction_history set detail = null where transaction_id = $1', [ids['twice']])
      await set('declined', `reference = 'declined', details = details - 'account'`)
    }
  })

  it('keeps finding what changed and is broken, and keeps its alarm, until it is mended', async () => {
    // Broken half an hour ago; the last run was an hour ago.
    await db.query(`update verify_runs set watermark = watermark - interval '1 hour'`)
    const damage = async (status: string) =>
      await db.query(
        `update transactions set status = $2, updated_at = gateway_now() - interval '30 minutes' where id = $1`,
        [ids['waiting'], status],
      )
    const metric = async (expected: string) =>
      await eventually(async () => {
        const text = await (await fetch(`${world.url}/metrics`)).text()
        return text.includes(`verify_violations{invariant="I6"} ${expected}`) ? true : undefined
      }, `the metric says ${expected}`)
    await damage('EXPIRED')
    for (const which of ['the first run', 'the next one', 'one more']) {
      const { code, broken } = await run('--changed')
      assert.deepEqual([code, broken.includes('I6')], [1, true], which)
    }
    await metric('1')
    await damage('PENDING')
    assert.equal((await run('--changed')).code, 0)
    await metric('0')
  })

  it('finds nothing again when the damage is mended', async () => {
    const { broken, output } = await run()
    assert.deepEqual(broken, [], output)
  })
})
