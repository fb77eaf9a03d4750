import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually, openWorld } from '../support/world.ts'

describe('money by hand', () => {
  const world = openWorld()
  let key = ''
  let pointId = ''
  let references = 0
  before(async () => {
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    pointId = point['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins,payouts,read', '--name', 'shop']
    key = (await world.facts('key', 'create', '--point', pointId, ...scopes))['api_key'] ?? ''
    const account = ['--service', 'BT_AR', '--number', '2850590940090418135201', '--beneficiary', 'Shop SA']
    await world.facts('account', 'add', ...account, '--by', 'ana', '--note', 'opened', '--break-glass')
    await eventually(async () => await payin(1), 'the deposit account is known')
  })

  const payin = async (amount: number) => {
    const body = { service_code: 'BT_AR', amount, reference: `by-hand-${++references}`, payer_doc_id: '20267565393' }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { key, body })
    return answer.status === 200
      ? { id: answer.body.data.transaction_id as string, page: answer.body.data.payment_url as string }
      : undefined
  }
  const made = async (amount: number) => {
    const found = await payin(amount)
    assert.ok(found)
    return found
  }
  const confirm = async (id: string, ...options: string[]) =>
    await world.command('confirm', '--transaction', id, '--amount', '50', ...options)
  const seen = ['--note', 'statement of today', '--by', 'ana', '--break-glass']
  const audit = async (object: string) =>
    (
      await world.db.query(
        `select actor, action, detail from audit_log where object_id = $1 and action <> 'break_glass.execute' order by id`,
        [object],
      )
    ).rows
  const statusOf = async (id: string) => (await world.call('GET', `/api/v1/payments/${id}`, { key })).body.data.status

  it('is not confirmed without who, why and the bank’s own id of the line, and all of it is in the audit log', async () => {
    const { id } = await made(50)
    const bank = ['--bank-reference', 'AR-0001']
    for (const options of [
      [...bank],
      [...bank, '--break-glass', '--by', 'ana'],
      [...bank, '--break-glass', '--note', 'statement'],
      seen,
      [...bank, '--break-glass', '--by', ' ', '--note', 'statement'],
      [...bank, '--break-glass', '--by', 'ana', '--note', ' '],
      [...seen, '--bank-reference', ' '],
      [...seen, '--bank-reference', '00-0'],
    ]) {
      assert.notEqual((await confirm(id, ...options)).code, 0, options.join(' '))
    }
    assert.equal(await statusOf(id), 'PENDING')
    const done = await confirm(id, ...seen, ...bank)
    assert.equal(done.code, 0, done.output)
    const [entry, ...more] = await audit(id)
    assert.deepEqual(more, [])
    assert.deepEqual([entry.actor, entry.action], ['ana', 'transaction.confirm'])
    assert.deepEqual([entry.detail.evidence, entry.detail.bankReference], ['statement of today', 'AR-0001'])
    const glass = await world.db.query(
      `select actor, detail ->> 'action' as action from audit_log where object_id = $1 and action = 'break_glass.execute'`,
      [id],
    )
    assert.deepEqual([glass.rows.length, glass.rows[0].action], [1, 'transaction.confirm'])
  })

  it('lets one line of a statement pay one order, however it is written, and names the other one', async () => {
    const [first, second] = [await made(50), await made(50)]
    assert.equal((await confirm(first.id, ...seen, '--bank-reference', '0045 128-90')).code, 0)
    for (const written of ['0045 128-90', '0004512890 ']) {
      const again = await confirm(second.id, ...seen, '--bank-reference', written)
      assert.equal(again.code, 1, written)
      assert.match(again.output, new RegExp(`stands for transaction ${first.id} already`))
    }
    const again = await confirm(first.id, ...seen, '--bank-reference', '4512890', '--amount', '60')
    assert.equal(again.code, 0, again.output)
  })

  it('confirms one of two orders whose operators name the same line at the same moment', async () => {
    const orders = [await made(50), await made(50)]
    const options = [...seen, '--bank-reference', 'race 77']
    const codes = await Promise.all(orders.map(async ({ id }) => (await confirm(id, ...options)).code))
    assert.deepEqual(codes.toSorted(), [0, 1])
    const states = await Promise.all(orders.map(async ({ id }) => await statusOf(id)))
    assert.deepEqual(states.toSorted(), ['COMPLETED', 'PENDING'])
  })

  it('shows where payers wrote the same reference on two orders of an account', async () => {
    const write = async (page: string, reference: string) =>
      await fetch(`${page}/payer-reference`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ payer_reference: reference }).toString(),
      })
    const [first, second, alone] = [await made(50), await made(50), await made(50)]
    await write(first.page, '0099-8877')
    await write(alone.page, '12345')
    const quiet = await world.command('attention')
    assert.ok(!quiet.output.includes(first.id), quiet.output)
    await write(second.page, '998877')
    const { output } = await world.command('attention')
    assert.match(output, new RegExp(`${first.id}.*"0099-8877" stands on ${second.id}`))
    assert.match(output, new RegExp(`${second.id}.*"998877" stands on ${first.id}`))
    assert.ok(!output.includes(alone.id))
    const done = await confirm(first.id, ...seen, '--bank-reference', 'line 9')
    assert.equal(done.code, 0, done.output)
    assert.match(done.output, new RegExp(`"0099-8877" stands on ${second.id}`))
  })

  it('takes a reason and the breaking of the glass for limits of a live point, and sets nothing without', async () => {
    const limits = async (...options: string[]) =>
      await world.command('point', 'limits', '--point', pointId, '--currency', 'ARS', ...options)
    const grant = ['--single', '77', '--overdraft', '1000']
    for (const options of [
      grant,
      [...grant, '--by', 'ana'],
      [...grant, '--by', 'ana', '--break-glass'],
      [...grant, '--by', 'ana', '--note', 'credit line'],
      [...grant, '--by', 'ana\u200b', '--note', 'credit line', '--break-glass'],
      [...grant, '--note', 'credit line', '--break-glass'],
    ]) {
      assert.notEqual((await limits(...options)).code, 0, options.join(' '))
    }
    const before = (await audit(pointId)).length
    assert.equal(before, 1, 'its creation')
    const words = ['--by', 'ana', '--note', 'credit line', '--break-glass']
    const done = await limits(...grant, ...words)
    assert.equal(done.code, 0, done.output)
    assert.equal((await limits('--overdraft', '0', '--by', 'luis', '--note', 'over', '--break-glass')).code, 0)
    const told = (await audit(pointId))
      .slice(before)
      .map(({ actor, action, detail }) => [actor, action, detail.evidence])
    assert.deepEqual(told, [
      ['ana', 'point.payout_limits', 'credit line'],
      ['ana', 'point.overdraft', 'credit line'],
      ['luis', 'point.payout_limits', 'over'],
      ['luis', 'point.overdraft', 'over'],
    ])
  })

  it('takes money away from a balance by a negative amount, as the manual shows it', async () => {
    const fund = async (...amount: string[]) =>
      await world.command(
        ...['point', 'fund', '--point', pointId, '--currency', 'ARS', '--note', 'wire', '--by', 'ana'],
        ...['--break-glass', ...amount],
      )
    const available = ({ output }: { output: string }) => /available +(\S+)/.exec(output)?.[1]
    const before = Number(available(await fund('--amount', '100')))
    assert.equal(Number(available(await fund('--amount', '-20.50'))), before - 20.5)
    assert.equal(Number(available(await fund('--amount=-20.50'))), before - 41)
    assert.equal((await fund('--amount', '--correction')).code, 2)
    assert.equal((await fund('--amount', '-x')).code, 2)
    const { id } = await made(50)
    assert.match((await confirm(id, '--amount', '-5', ...seen)).output, /amount: /)
  })
})
