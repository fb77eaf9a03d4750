import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { storeBankStatement } from '../support/a-bank-statement.ts'
import { flatCard } from '../support/card-request.ts'
import type { damages } from '../support/verify-damages.ts'
import { type Answer, eventually, openWorld } from '../support/world.ts'

const transfer = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }

/** `wanted`: which damages are tried, of those that `verify-damages.ts` lists. All that `verify` finds is tried with them. */
export function verifyFinds(wanted: typeof damages): void {
  describe('verify', () => suite(wanted))
}

function suite(wanted: typeof damages): void {
  const world = openWorld({ bankEnv: { SIMBANK_AGAIN_DELAY_MS: '100', SIMBANK_SETTLE_DELAY_MS: '300' } })
  const ids: Record<string, string> = {}
  before(async () => {
    await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'live', '--name', 'O')
    await pay()
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
      const left = await world.db.query(`select from callback_deliveries where state in ('pending', 'sending')`)
      return left.rowCount === 0 ? true : undefined
    }, 'all is told')
    await storeBankStatement(world)
    // What the bank did had time to be reported.
    await world.db.query('update gateway_clock set offset_ms = 600000')
  }

  const run = async (...options: string[]) => {
    const { code, output } = await world.command('verify', ...options)
    const broken = [...output.matchAll(/^(I\d+)\s+BROKEN/gm)].map((found) => found[1])
    return { code, output, broken }
  }

  it('finds nothing where nothing is wrong, and shows how much it looked at', async () => {
    const { code, output, broken } = await run()
    assert.deepEqual([code, broken], [0, []], output)
    for (const id of ['I1', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12', 'I13', 'I14']) {
      const figure = new RegExp(`^${id}\\s+holds\\s+(\\d+) looked at`, 'm').exec(output)
      assert.ok(Number(figure?.[1]) > 0, `${id} looked at something: ${output}`)
    }
    assert.match(output, /its hash chain is proved by itself/)
  })

  it('looks at what changed, and again at everything, with the same sums', async () => {
    const holds = async (...options: string[]) => {
      const { code, output } = await run(...options)
      assert.equal(code, 0, output)
    }
    await holds('--changed')
    await world.db.query(`update verify_runs set recorded_at = recorded_at - interval '5 minutes'`)
    await holds('--changed')
    const kept = await world.db.query('select count(*)::int as n from ledger_sums')
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

  for (const [what, damage, repair, found] of wanted) {
    it(`finds ${what}`, async () => {
      const id = ids['out'] ?? ''
      const apply = async (text: string) => await world.db.query(text.replaceAll('$1', `'${id}'`))
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
    const policy = async (rule: string) => await world.db.query(`alter policy reader on attempts using (${rule})`)
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
      await world.db.query(`update transactions set ${change} where id = $1`, [ids[name]])
    await set('card', `reference = '${number}ABCDEF'`)
    await set('paid', `details = details || '{"payer_name":"${number}"}'`)
    await set('waiting', `payer_reference = '004 ${number} 12/30', redirect_url = 'https://shop.example/${number}'`)
    await world.db.query('update transaction_history set detail = $2 where transaction_id = $1', [ids['twice'], number])
    // A merchant's numbering and an account may look like that.
    await set('declined', `reference = '${number}', details = details || '{"account":"${number}"}'`)
    try {
      const { output } = await run()
      assert.match(output, /^I12\s+BROKEN 4 times/m)
      assert.match(output, /I12 .*raw notifications, callback bodies, inbox, audit log/)
    } finally {
      await set('card', `reference = 'card-22-characters-abcd'`)
      await set('paid', `details = details - 'payer_name'`)
      await set('waiting', 'payer_reference = null, redirect_url = null')
      await world.db.query('update transaction_history set detail = null where transaction_id = $1', [ids['twice']])
      await set('declined', `reference = 'declined', details = details - 'account'`)
    }
  })

  it('keeps finding what changed and is broken, and keeps its alarm, until it is mended', async () => {
    // Broken half an hour ago; the last run was an hour ago.
    await world.db.query(`update verify_runs set watermark = watermark - interval '1 hour'`)
    const damage = async (status: string) =>
      await world.db.query(
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
}
