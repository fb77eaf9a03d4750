import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type Cut, commitStatement, type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { runCommandInHost } from '../support/hosted-gateway.ts'
import { eventually, openWorld } from '../support/world.ts'

const twoPeople = ['--note', 'wire 7', '--by', 'ana', '--break-glass']

describe('a command whose COMMIT is cut', () => {
  /** Between the commands and the database; the gateway has its own way. */
  let proxy: FaultProxy
  const world = openWorld({ bankEnv: { SIMBANK_AGAIN_DELAY_MS: '100' } })
  let live = ''
  let references = 0
  /** Of the demo's operator. */
  let codes: string[] = []
  before(async () => {
    proxy = await faultProxy(world.databaseUrl)
    world.after(proxy.close)
    await world.makePeopleReal()
    const operator = await world.signIn('operator')
    codes = (await operator.setUpSecondFactor(world.demo.people.operator.password)).recoveryCodes
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    live = point['auth_point_id'] ?? ''
  })

  const run = async (...args: string[]) =>
    await runCommandInHost(
      {
        DATABASE_URL: proxy.url,
        MASTER_KEY_FILE: join(world.folder, 'master.key'),
        PASARELA_DATA_DIR: join(world.folder, 'data'),
      },
      args,
    )
  /** The command with its COMMIT cut off: what it says about itself. */
  const cutOff = async (what: Cut['what'], ...args: string[]): Promise<string> => {
    const cut = proxy.cut({ statement: commitStatement, what, how: 'reset' })
    const { code, output } = await run(...args)
    await cut
    assert.equal(code, 1, output)
    const [, id = ''] = /Nobody knows whether this was done.* --operation-id ([0-9a-f-]{36});/.exec(output) ?? []
    assert.ok(id !== '', output)
    return id
  }
  const fund = (amount: string) => ['point', 'fund', '--point', live, '--currency', 'BRL', '--amount', amount]
  const money = async () => {
    const found = await world.db.query<{ available: string; overdraft: string; transfers: string }>({
      text: `select balance_minor::text as available, overdraft_minor::text as overdraft,
          (select count(*) from ledger_transfers where point_id = $1)::text as transfers
        from ledger_accounts where point_id = $1 and kind = 'available'`,
      values: [live],
    })
    return found.rows[0]
  }

  it('says so and names its operation; repeated under it, money has moved once, whatever became of the COMMIT', async () => {
    const reached = await cutOff('answer', ...fund('1000'), ...twoPeople)
    const lost = await cutOff('before', ...fund('20'), ...twoPeople)
    assert.equal((await money())?.available, '100000')
    for (const [id, amount, word] of [
      [reached, '1000', /done before/],
      [lost, '20', /^((?!done before)[\s\S])*$/],
    ] as const) {
      for (const times of [1, 2]) {
        const again = await run(...fund(amount), ...twoPeople, '--operation-id', id)
        assert.equal(again.code, 0, again.output)
        assert.match(again.output, times === 1 ? word : /done before/)
        assert.match(again.output, new RegExp(id))
      }
    }
    const { available, transfers } = (await money()) ?? {}
    assert.deepEqual([available, transfers], ['102000', '2'])
  })

  it('is refused where its operation stands for another amount, or is no UUID', async () => {
    const done = await run(...fund('5'), ...twoPeople, '--json')
    const { operation_id: id } = JSON.parse(done.output) as { operation_id: string }
    const other = await run(...fund('6'), ...twoPeople, '--operation-id', id)
    assert.equal(other.code, 1)
    assert.match(other.output, /used for something else/)
    assert.equal((await run(...fund('6'), ...twoPeople, '--operation-id', 'wire 7')).code, 2)
  })

  it('makes one proposal, and names its operation, where an operator proposes', async () => {
    const proposals = async (action: string) =>
      (
        await world.db.query<{ id: string }>(
          'select id from proposals where action = $1 and point_id = $2 order by id',
          [action, live],
        )
      ).rows.map(({ id }) => id)
    const by = (note: string) => {
      const code = codes.pop()
      assert.ok(code)
      return ['--by', 'operator@pasarela.example', '--code', code, '--note', note]
    }
    const before = await money()
    for (const [what, amount] of [
      ['answer', '31'],
      ['before', '32'],
    ] as const) {
      const made = (await proposals('fund')).length
      const id = await cutOff(what, ...fund(amount), ...by('wire 8'))
      for (const times of [1, 2]) {
        // Another wording is the same wish.
        const again = await run(...fund(amount), ...by(`wire 8, again ${times}`), '--operation-id', id)
        assert.equal(again.code, 0, again.output)
        assert.equal(/done before/.test(again.output), what === 'answer' || times === 2, again.output)
        assert.match(again.output, new RegExp(id))
      }
      assert.equal((await proposals('fund')).length, made + 1)
      const other = await run(...fund('33'), ...by('wire 8'), '--operation-id', id)
      assert.match(other.output, /used for something else/)
    }
    const limits = ['point', 'limits', '--point', live, '--currency', 'BRL', '--single', '7', '--overdraft', '9']
    const proposed = async (...more: string[]) => {
      const { output } = await run(...limits, ...by('credit'), '--json', ...more)
      return JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? output)
    }
    const first = await proposed()
    const again = await proposed('--operation-id', first.operation_id)
    assert.equal(again.proposal_id, first.proposal_id)
    assert.equal(
      first.proposal_id,
      [...(await proposals('payout_limits')), ...(await proposals('overdraft'))].join(','),
    )
    assert.deepEqual(await money(), before)
  })

  it('gives no overdraft back that was taken away since', async () => {
    const limits = (overdraft: string) => [
      'point',
      'limits',
      '--point',
      live,
      '--currency',
      'BRL',
      '--overdraft',
      overdraft,
    ]
    const id = await cutOff('answer', ...limits('500'), ...twoPeople).catch(async () => {
      // The limits and the overdraft are two commits: the first one was cut.
      return await cutOff('answer', ...limits('500'), ...twoPeople)
    })
    await run(...limits('500'), ...twoPeople, '--operation-id', id)
    assert.equal((await money())?.overdraft, '50000')
    assert.equal((await run(...limits('0'), ...twoPeople)).code, 0)
    const again = await run(...limits('500'), ...twoPeople, '--operation-id', id)
    assert.match(again.output, /done before/)
    assert.equal((await money())?.overdraft, '0')
  })

  it('decides about the money in suspense that was looked at, and not about what came since', async () => {
    const payin = {
      service_code: 'PIX_BR',
      payer_doc_id: '390.533.447-05',
      amount: 777.15,
      reference: `s-${++references}`,
    }
    const { body } = await world.call('POST', '/api/v1/payments/payin_hth', { body: payin })
    const id = body.data.transaction_id as string
    const suspense = async () =>
      (await world.db.query('select suspense_minor::int as minor from transactions where id = $1', [id])).rows[0].minor
    const waits = async () =>
      await eventually(async () => ((await suspense()) === 77715 ? true : undefined), 'suspense')
    await waits()
    const words = ['suspense', 'return', '--transaction', id, ...twoPeople]
    const operation = await cutOff('answer', ...words)
    assert.equal(await suspense(), 0)
    await world.bank('POST', `/control/orders/${id}/act`, { action: 'pay_twice' })
    await waits()
    const again = await run(...words, '--operation-id', operation)
    assert.equal(again.code, 0, again.output)
    assert.match(again.output, /done before/)
    assert.equal(await suspense(), 77715)
  })
})
