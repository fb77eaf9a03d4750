import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { Operators } from '../../support/people.ts'
import { type Answer, eventually, openWorld, type Wire } from '../../support/world.ts'

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

const proposals = '/console/operator/proposals'

describe('what one operator proposes and another one decides', () => {
  const world = openWorld({ ownProcess: true })
  let people: Operators
  let live = ''
  let key = ''
  let references = 0
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    live = point['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins,payouts,read', '--name', 'shop']
    key = (await world.facts('key', 'create', '--point', live, ...scopes))['api_key'] ?? ''
    await world.facts(
      'account',
      'add',
      '--service',
      'BT_AR',
      '--number',
      '2850590940090418135201',
      '--beneficiary',
      'S',
      ...['--by', 'ana', '--note', 'opened', '--break-glass'],
    )
    await eventually(async () => (await payin()) || undefined, 'the deposit account is known')
  })

  const payin = async (): Promise<string | undefined> => {
    const reference = `proposed-${++references}`
    const body = { service_code: 'BT_AR', amount: 50, reference, payer_doc_id: '20267565393' }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { key, body })
    return answer.status === 200 ? answer.body.data.transaction_id : undefined
  }
  const made = async (): Promise<string> => {
    const id = await payin()
    assert.ok(id)
    return id
  }
  const confirm = (id: string, line: string) => ({
    action: 'confirm',
    transaction_id: id,
    input: { amount: '50', bank_reference: line },
    evidence: `statement of today, line ${line}`,
  })
  const fund = (amount: string, point = live) => ({
    action: 'fund',
    point_id: point,
    input: { currency: 'ARS', amount },
    evidence: 'wire 7',
  })
  const available = async (point = live): Promise<string> => {
    const { balances } = (await people.ana.call('GET', `/console/operator/points/${point}`)).body.data
    return balances.find((each: Wire) => each.currency === 'ARS')?.available ?? '0.00'
  }
  const statusOf = async (id: string) => (await world.call('GET', `/api/v1/payments/${id}`, { key })).body.data.status
  const audit = async (object: string) =>
    (
      await world.db.query(
        'select actor, action, detail, user_id is not null as by_person from audit_log where object_id = $1 order by created_at, id',
        [object],
      )
    ).rows

  it('is one proposal, and moves money once, however often one form is sent', async () => {
    const operation_id = '0b0e4a52-9c1e-4f0a-8b57-3d9f7f1c2a10'
    const send = async (body: object) => await people.ana.call('POST', proposals, { body: { ...body, operation_id } })
    const [first, second] = await Promise.all([send(fund('7')), send(fund('7'))])
    const third = await send(fund('7'))
    const ids = [first, second, third].map(({ status, body }) => [status, body.data.proposal_id])
    assert.deepEqual(
      ids,
      Array.from({ length: 3 }, () => [201, first.body.data.proposal_id]),
    )
    refused(await send(fund('8')), 409, 'reference_conflict')
    const found = await world.db.query(`select count(*)::int as n from proposals where input ->> 'amount' = '7'`)
    assert.equal(found.rows[0].n, 1)
    await people.luis.call('POST', `${proposals}/${first.body.data.proposal_id}/decide`, {
      body: { decision: 'refuse' },
    })
    const test = world.demo.auth_point_id
    const before = Number(await available(test))
    const alone = { ...fund('9', test), operation_id: '0b0e4a52-9c1e-4f0a-8b57-3d9f7f1c2a11' }
    const { data: seen } = (await people.ana.call('POST', `${proposals}/foresee`, { body: fund('9', test) })).body
    assert.equal(seen.alone, true, 'it says that it takes effect at once')
    for (let times = 0; times < 3; times++) {
      assert.equal((await people.ana.call('POST', proposals, { body: alone })).body.data.state, 'done')
    }
    assert.equal(Number(await available(test)), before + 9)
  })

  it('is done by somebody else’s word, shown beforehand, and told to the audit log with both', async () => {
    const id = await made()
    const foreseen = await people.ana.call('POST', `${proposals}/foresee`, { body: confirm(id, 'A-1') })
    assert.deepEqual(
      [foreseen.body.data.blocked, foreseen.body.data.status.after, foreseen.body.data.alone],
      [null, 'COMPLETED', false],
    )
    assert.equal(foreseen.body.data.tells_merchant, true)
    const before = Number(await available())
    assert.deepEqual(foreseen.body.data.balances, [
      { account: 'available', before: before.toFixed(2), after: (before + 50).toFixed(2) },
    ])
    const proposal = await people.propose(confirm(id, 'A-1'))
    assert.deepEqual([proposal.state, proposal.may_decide, proposal.may_withdraw], ['open', false, true])
    assert.equal(await statusOf(id), 'PENDING')
    const seen = (await people.luis.call('GET', `${proposals}/${proposal.proposal_id}`)).body.data
    assert.deepEqual([seen.may_decide, seen.foreseen.balances.length], [true, 1])
    const done = await people.decide(proposal.proposal_id, 'do', 'seen as well')
    assert.equal(done.status, 200, JSON.stringify(done.body))
    assert.deepEqual([done.body.data.state, done.body.data.decided_by.email], ['done', 'operator@pasarela.example'])
    assert.equal(await statusOf(id), 'COMPLETED')
    assert.equal(Number(await available()), before + 50)
    const [entry, ...more] = await audit(id)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [entry.actor, entry.action, entry.detail.second, entry.by_person],
      ['Alma Reyes <admin@pasarela.example>', 'transaction.confirm', 'Omar Vega <operator@pasarela.example>', true],
    )
    assert.equal(entry.detail.amount, '50.00 ARS')
    const told = await audit(proposal.proposal_id)
    assert.deepEqual(
      told.map(({ actor, action }) => [actor.split(' ')[0], action]),
      [
        ['Alma', 'proposal.create'],
        ['Omar', 'proposal.approve'],
      ],
    )
  })

  it('is never decided by who proposed it, nor without a fresh proof, and needs words', async () => {
    const silent = { ...fund('10'), evidence: undefined }
    refused(await people.ana.call('POST', proposals, { body: silent }), 422, 'required')
    const before = await available()
    const { proposal_id: id } = await people.propose(fund('10'))
    const own = { body: { decision: 'do' } }
    refused(await people.ana.call('POST', `${proposals}/${id}/decide`, own), 409, 'not_in_this_state')
    await assert.rejects(
      world.db.query(
        `update proposals set state = 'done', decided_by = proposed_by, decided_at = now() where id = $1`,
        [id],
      ),
    )
    await world.db.query(`update sessions set stepped_up_at = null where user_id =
      (select id from users where email = 'operator@pasarela.example')`)
    refused(await people.decide(id, 'do'), 403, 'step_up_required')
    assert.equal(await available(), before)
    await world.db.query('update sessions set stepped_up_at = statement_timestamp()')
    assert.equal((await people.decide(id, 'refuse', 'no such wire')).body.data.state, 'refused')
    assert.equal(await available(), before)
  })

  it('is done once where many say yes at the same moment', async () => {
    const before = Number(await available())
    const { proposal_id: id } = await people.propose(fund('100'))
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await people.decide(id, 'do')))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 7 }, () => 409)])
    assert.equal(Number(await available()), before + 100)
    const moved = await world.db.query(
      `select count(*)::int as n from ledger_transfers where kind = 'funding' and point_id = $1
      and amount_minor = 10000`,
      [live],
    )
    assert.equal(moved.rows[0].n, 1)
  })

  it('is done or refused, never both, where one says yes and another takes it back at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const before = Number(await available())
      const { proposal_id: id } = await people.propose(fund('1'))
      const [done, withdrawn] = await Promise.all([
        people.decide(id, 'do'),
        people.ana.call('POST', `${proposals}/${id}/withdraw`),
      ])
      assert.deepEqual([done.status, withdrawn.status].toSorted(), [200, 409])
      assert.equal(Number(await available()), before + (done.status === 200 ? 1 : 0))
    }
  })

  it('is still open where the process dies before the commit, and is done by the next word', async () => {
    const before = Number(await available())
    const { proposal_id: id } = await people.propose(fund('7'))
    await world.db.query('begin')
    await world.db.query('select from proposals where id = $1 for update', [id])
    const lost = people.decide(id, 'do').catch(() => undefined)
    await eventually(async () => {
      const waits = `select from pg_locks where not granted and transactionid::text = pg_current_xact_id()::text`
      return (await world.db.query(waits)).rowCount ? true : undefined
    }, 'the decision waits inside its transaction')
    await world.killGateway()
    await world.db.query('rollback')
    await lost
    await world.startGateway()
    await world.makePeopleReal()
    const state = await world.db.query('select state from proposals where id = $1', [id])
    assert.equal(state.rows[0].state, 'open')
    assert.equal(Number(await available()), before)
    assert.equal((await people.decide(id, 'do')).status, 200)
    assert.equal(Number(await available()), before + 7)
  })

  it('stays open with the reason where it cannot be done any more, and nothing is changed', async () => {
    const [first, second] = [await made(), await made()]
    const one = await people.propose(confirm(first, 'LINE 9'))
    const two = await people.propose(confirm(second, 'line-9'))
    assert.equal((await people.decide(one.proposal_id, 'do')).status, 200)
    refused(await people.decide(two.proposal_id, 'do'), 409, 'not_in_this_state')
    assert.equal(await statusOf(second), 'PENDING')
    const { state, last_failure } = (await people.ana.call('GET', `${proposals}/${two.proposal_id}`)).body.data
    assert.equal(state, 'open')
    assert.match(last_failure, new RegExp(`stands for transaction ${first} already`))
    const withdrawn = await people.ana.call('POST', `${proposals}/${two.proposal_id}/withdraw`)
    assert.equal(withdrawn.body.data.state, 'withdrawn')
    refused(await people.decide(two.proposal_id, 'do'), 409, 'not_in_this_state')
  })

  it('is refused at once where it could not be done, and asked about once per transaction', async () => {
    const id = await made()
    const suspense = { action: 'suspense_accept', transaction_id: id, evidence: 'seen' }
    refused(await people.ana.call('POST', proposals, { body: suspense }), 409, 'not_in_this_state')
    refused(
      await people.ana.call('POST', proposals, { body: { ...confirm(id, 'x'), input: { amount: '1.234' } } }),
      422,
      'invalid_format',
    )
    const open = await people.propose(confirm(id, 'ONCE 1'))
    const again = await people.luis.call('POST', proposals, { body: confirm(id, 'ONCE 2') })
    refused(again, 409, 'not_in_this_state')
    assert.equal(again.body.error.proposal_id, open.proposal_id)
    await people.decide(open.proposal_id, 'refuse')
    const unknown = { ...fund('1'), point_id: '00000000-0000-7000-8000-000000000000' }
    refused(await people.ana.call('POST', proposals, { body: unknown }), 404, 'not_found')
  })

  it('sets fees, limits, policies, card limits and an overdraft of a live point by two, of a test point at once', async () => {
    const settings = (point: string) => [
      {
        action: 'terms',
        point_id: point,
        input: { service_code: 'BT_AR', pay_type: 'payin', percent: '1.5', fixed: '0.30' },
      },
      {
        action: 'payout_limits',
        point_id: point,
        input: { currency: 'ARS', single: '500', daily: null, approval_above: '0' },
      },
      { action: 'policies', point_id: point, input: { late: 'hold' } },
      {
        action: 'card_limits',
        point_id: point,
        input: { kind: 'email', attempts_hour: 5, declines_hour: null, attempts_day: null, declines_day: 3 },
      },
      { action: 'overdraft', point_id: point, input: { currency: 'ARS', amount: '1000' } },
      { action: 'correction', point_id: point, input: { currency: 'ARS', amount: '-0.50' } },
    ]
    const look = async (point: string) => {
      const { data } = (await people.ana.call('GET', `/console/operator/points/${point}`)).body
      const ars = (rows: Wire[]) => rows.find((each) => each.currency === 'ARS')
      return [
        data.terms.map((each: Wire) => `${each.service_code} ${each.percent} ${each.fixed}`),
        ars(data.limits) && [ars(data.limits).single, ars(data.limits).daily, ars(data.limits).approval_above],
        data.policies.late.value,
        data.card_limits.find((each: Wire) => each.kind === 'email').declines_day,
        ars(data.balances)?.overdraft,
      ]
    }
    const wanted = [['BT_AR 1.5 0.30'], ['500.00', null, '0.00'], 'hold', 3, '1000.00']
    const { auth_point_id: test } = world.demo
    for (const body of settings(test)) {
      const answer = await people.ana.call('POST', proposals, { body: { ...body, evidence: 'agreed by mail' } })
      assert.deepEqual([answer.status, answer.body.data?.state], [201, 'done'], JSON.stringify(answer.body))
    }
    assert.deepEqual(await look(test), wanted)
    const before = await look(live)
    const open: Wire[] = []
    for (const body of settings(live)) open.push(await people.propose({ ...body, evidence: 'agreed by mail' }))
    assert.deepEqual(await look(live), before)
    for (const { proposal_id: id } of open) assert.equal((await people.decide(id, 'do')).status, 200)
    assert.deepEqual(await look(live), wanted)
    const told = (await audit(live)).slice(-6).map(({ action, detail }) => [action, detail.second !== undefined])
    assert.deepEqual(
      told,
      ['terms', 'payout_limits', 'policies', 'card_limits', 'overdraft', 'correction'].map((name) => [
        `point.${name}`,
        true,
      ]),
    )
  })

  it('imports a statement of a live account, and lets its lines pay, only where two agree', async () => {
    const { rows } = await world.db.query(`select id from bank_accounts where environment = 'live' and country = 'AR'`)
    const account = rows[0]?.id
    const order = await made()
    const of = await world.db.query('select target_reference from transactions where id = $1', [order])
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'America/Argentina/Buenos_Aires' }).format(new Date())
    const written = day.slice(2).replaceAll('-', '')
    const file = join(world.folder, 'live.sta')
    writeFileSync(
      file,
      [
        ...[':20:A', ':25:2850590940090418135201', ':28C:1', `:60F:C${written}ARS0,00`],
        ...[
          `:61:${written}C50,00NTRF//L1`,
          `:86:pago ${of.rows[0].target_reference}`,
          `:62F:C${written}ARS50,00`,
          '-',
          '',
        ],
      ].join('\r\n'),
    )
    const agree = async (id: string) => {
      const { body } = await people.ana.call('GET', `${proposals}/${id}`)
      assert.equal(
        (await people.ana.call('POST', `${proposals}/${id}/decide`, { body: { decision: 'do' } })).status,
        200,
      )
      return Object.fromEntries(body.data.foreseen.settings.map(({ name, after }: Wire) => [name, after]))
    }
    const automatic = ['bank', 'set', '--account', account, '--automatic', 'yes', '--by', 'luis', '--note', 'agreed']
    await world.facts(...automatic, '--break-glass')
    const alone = await world.command('statement', 'import', file)
    assert.match(alone.output, /--by/)
    const by = ['--by', 'operator@pasarela.example', '--code', people.codeOfLuis(), '--note', 'from the bank']
    const proposed = (await world.facts('statement', 'import', file, ...by))['proposal_id'] ?? ''
    assert.equal((await world.db.query('select from bank_statements')).rowCount, 0, 'nothing is read in by one')
    const { sha256, lines, credits, debits } = await agree(proposed)
    assert.equal(sha256, createHash('sha256').update(readFileSync(file)).digest('hex'))
    assert.deepEqual([lines, credits, debits], ['1', '50.00 ARS', '0.00 ARS'])
    await eventually(async () => (await statusOf(order)) === 'COMPLETED' || undefined, 'the order is paid')
    const told = (await audit((await world.db.query('select id from bank_files')).rows[0].id)).map((row) => row.action)
    assert.deepEqual(told, ['bank_file.receive', 'bank_statement.import'])
    const known = await world.command('statement', 'import', file, '--by', 'luis')
    assert.match(known.output, /nothing was stored again/)
  })

  it('puts a new account for deposits before two', async () => {
    const deposit = (number: string) => ({
      action: 'deposit_account',
      input: { service_code: 'BT_AR', beneficiary: 'Shop SA', number },
      evidence: 'the bank opened it',
    })
    assert.equal((await people.ana.call('POST', proposals, { body: deposit('2850590940090418135202') })).status, 422)
    const { proposal_id: id } = await people.propose(deposit('2850590940090418135201'))
    const count = async () => Number((await world.db.query('select count(*) as n from deposit_accounts')).rows[0].n)
    const before = await count()
    assert.equal((await people.decide(id, 'do')).status, 200)
    assert.equal(await count(), before + 1)
  })
})
