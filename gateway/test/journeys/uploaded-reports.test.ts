import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../support/console-client.ts'
import type { Operators } from '../support/people.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const cbu = '2850590940090418135201'

describe('a report of a live account that an operator uploads', () => {
  const world = openWorld()
  let people: Operators
  let key = ''
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const scopes = ['--scopes', 'payins,payouts,read', '--name', 'shop']
    key = (await world.facts('key', 'create', '--point', point['auth_point_id'] ?? '', ...scopes))['api_key'] ?? ''
    const alone = ['--by', 'ana', '--note', 'opened', '--break-glass']
    const account = ['--service', 'BT_AR', '--number', cbu, '--beneficiary', 'S']
    const added = await world.facts('account', 'add', ...account, ...alone)
    await world.facts('bank', 'set', '--account', added['bank_account_id'] ?? '', '--automatic', 'yes', ...alone)
  })

  const payin = async (): Promise<{ id: string; reference: string }> => {
    const body = {
      service_code: 'BT_AR',
      amount: 50,
      reference: `report-${Math.random()}`,
      payer_doc_id: '20267565393',
    }
    const id = await eventually(async () => {
      const answer = await world.call('POST', '/api/v1/payments/payin_hth', { key, body })
      return answer.status === 200 ? String(answer.body.data.transaction_id) : undefined
    }, 'the deposit account is known')
    const { rows } = await world.db.query('select target_reference from transactions where id = $1', [id])
    return { id, reference: rows[0].target_reference }
  }
  const statusOf = async (id: string): Promise<string> =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key })).body.data.status
  /** MT942 of one deposit; returns its statement once it was read. */
  const upload = async (who: ConsoleClient, text: string): Promise<string> => {
    const today = new Date().toISOString().slice(2, 10).replaceAll('-', '')
    const report = [
      ...[':20:R', `:25:${cbu}`, ':28C:1', ':34F:ARS0,', `:13D:${today}1200+0000`],
      ...[`:61:${today}${today.slice(2)}C50,00NTRFNONREF//B5001`, `:86:${text}`, '-', ''],
    ].join('\r\n')
    const sent = await who.call('POST', '/console/operator/bank-files?name=report.sta&environment=live', {
      raw: Uint8Array.from(Buffer.from(report)),
      headers: { 'content-type': 'application/octet-stream' },
    })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    return await eventually(async () => {
      const { rows } = await world.db.query('select id from bank_statements where bank_file_id = $1', [
        sent.body.data.id,
      ])
      return rows[0]?.id
    }, 'the report is read')
  }
  /** Rounds judge its line until it has this state. */
  const judged = async (state: string): Promise<void> =>
    void (await eventually(async () => {
      await world.db.query(
        `update bank_line_states set judged_at = judged_at - interval '1 hour' where state = 'expected'`,
      )
      await world.round('bankLines')
      const { rowCount } = await world.db.query('select 1 from bank_line_states where state = $1', [state])
      return rowCount === 1 ? true : undefined
    }, `the line is ${state}`))
  const aThird = async (): Promise<ConsoleClient> => {
    const { email, password } = world.demo.people.operator
    await world.db.query(
      `insert into users (id, merchant_id, role, email, name, password_hash)
        select gen_random_uuid(), null, role, 'third@pasarela.example', 'A third', password_hash from users where email = $1`,
      [email],
    )
    const client = world.visitor()
    await client.signIn({ email: 'third@pasarela.example', password })
    await client.setUpSecondFactor(password)
    return client
  }
  const decide = async (who: ConsoleClient, { proposal_id: id }: Wire) =>
    await who.call('POST', `/console/operator/proposals/${id}/decide`, { body: { decision: 'do' } })

  it('completes an order once another operator accepts it, and the one who uploaded it cannot', async () => {
    const order = await payin()
    const statement = await upload(people.luis, `PAGO ${order.reference}`)
    await judged('expected')
    // A second round finds nothing else in it.
    await judged('expected')
    assert.equal(await statusOf(order.id), 'PENDING')
    const acceptance = { action: 'accept_statement', input: { statement_id: statement }, evidence: 'the bank says so' }
    const proposal = await people.propose(acceptance)
    const own = await decide(people.luis, proposal)
    assert.deepEqual([own.status, own.body.error.code], [403, 'second_person_required'], JSON.stringify(own.body))
    await judged('expected')
    assert.equal(await statusOf(order.id), 'PENDING')
    const decided = await decide(await aThird(), proposal)
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    await judged('applied')
    assert.equal(await statusOf(order.id), 'COMPLETED')
    const verified = await world.command('verify')
    assert.equal(verified.code, 0, verified.output)
  })
})
