import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { Operators } from '../support/people.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const cbu = '2850590940090418135201'
const lines = '/console/operator/bank-lines'

describe('operators and the lines of their bank accounts', () => {
  const world = openWorld()
  let people: Operators
  let key = ''
  let account = ''
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const scopes = ['--scopes', 'payins,payouts,read', '--name', 'shop']
    key = (await world.facts('key', 'create', '--point', point['auth_point_id'] ?? '', ...scopes))['api_key'] ?? ''
    const alone = ['--by', 'ana', '--note', 'opened', '--break-glass']
    const added = await world.facts(
      'account',
      'add',
      '--service',
      'BT_AR',
      '--number',
      cbu,
      '--beneficiary',
      'S',
      ...alone,
    )
    account = added['bank_account_id'] ?? ''
    // The first statement begins with what two people said.
    const zone = { timeZone: 'America/Argentina/Buenos_Aires', dateStyle: 'short' } as const
    const day = new Intl.DateTimeFormat('en-CA', zone).format(new Date())
    const opening = ['--account', account, '--ledger-from', day, '--opening', '1000.00']
    await world.facts('bank', 'set', ...opening, ...alone)
  })

  const payin = async (): Promise<{ id: string; reference: string }> => {
    const body = { service_code: 'BT_AR', amount: 50, reference: `line-${Math.random()}`, payer_doc_id: '20267565393' }
    const id = await eventually(async () => {
      const answer = await world.call('POST', '/api/v1/payments/payin_hth', { key, body })
      return answer.status === 200 ? String(answer.body.data.transaction_id) : undefined
    }, 'the deposit account is known')
    const { rows } = await world.db.query('select target_reference from transactions where id = $1', [id])
    return { id, reference: rows[0].target_reference }
  }

  /** Imports a statement of today, and waits until the gateway has looked at its lines. */
  const give = async (opening: number, movements: readonly { sign: 'C' | 'D'; whole: number; text: string }[]) => {
    const today = new Date().toISOString().slice(2, 10).replaceAll('-', '')
    const closing = movements.reduce((sum, { sign, whole }) => sum + (sign === 'C' ? whole : -whole), opening)
    const text = [
      ...[':20:A', `:25:${cbu}`, ':28C:1', `:60F:C${today}ARS${opening},00`],
      ...movements.flatMap(({ sign, whole, text: words }, at) => [
        `:61:${today}${today.slice(2)}${sign}${whole},00NTRF//L${opening}${at}`,
        `:86:${words}`,
      ]),
      ...[`:62F:C${today}ARS${closing},00`, '-', ''],
    ]
    const file = join(tmpdir(), `lines-${process.pid}.sta`)
    writeFileSync(file, text.join('\r\n'))
    const { code, output } = await world.command('statement', 'import', file)
    rmSync(file)
    assert.equal(code, 0, output)
    await eventually(async () => {
      const { rowCount } = await world.db.query(`select 1 from bank_line_states where state = 'new'`)
      return rowCount === 0 ? true : undefined
    }, 'every line is in the ledger')
  }
  const waiting = async (): Promise<Wire[]> =>
    (await people.ana.call('GET', `${lines}?state=waiting&account=${account}&limit=50`)).body.data.items
  const lineWith = async (text: string): Promise<Wire> => {
    const found = (await waiting()).find((each) => each['text'].includes(text))
    assert.ok(found, text)
    return found
  }
  const decide = async (proposalId: string) =>
    await people.luis.call('POST', `/console/operator/proposals/${proposalId}/decide`, { body: { decision: 'do' } })

  it('accept a likely candidate alone, with both sides of what they compare', async () => {
    const order = await payin()
    await give(1_000, [
      { sign: 'C', whole: 50, text: `PAGO ${order.reference}` },
      { sign: 'D', whole: 7, text: 'COMISION' },
      { sign: 'C', whole: 13, text: 'SIN NOMBRE' },
    ])
    const { line_id: id, candidates, best_score: score } = await lineWith('PAGO')
    assert.deepEqual([candidates, score], [1, 98])
    const detail = (await people.ana.call('GET', `${lines}/${id}`)).body.data
    const [candidate] = detail.candidate_list
    assert.deepEqual([candidate.transaction_id, candidate.class, candidate.alone], [order.id, 'payin', true])
    assert.ok(candidate.reasons.includes('reference'))
    const amount = candidate.compared.find((each: Wire) => each['field'] === 'amount')
    assert.deepEqual(amount, { field: 'amount', line: '50.00', order: '50.00', agrees: true })
    const body = {
      transaction_id: order.id,
      evidence: 'the reference is the order’s',
      operation_id: '5f3f2a0e-0d1f-4f8e-9d55-0e3e4f3f9a01',
    }
    for (let times = 0; times < 2; times++) {
      const linked = await people.ana.call('POST', `${lines}/${id}/link`, { body })
      assert.deepEqual([linked.status, linked.body.data.state], [201, 'done'], JSON.stringify(linked.body))
    }
    const { status } = (await world.call('GET', `/api/v1/payments/${order.id}`, { key })).body.data
    assert.equal(status, 'COMPLETED')
    const after = (await people.ana.call('GET', `${lines}/${id}`)).body.data
    assert.deepEqual(
      [after.state, after.class, after.transaction_id, after.evidence.rule],
      ['applied', 'payin', order.id, 'by_hand'],
    )
  })

  it('need a second one for what nothing says: an order typed by its number, a fee, a return', async () => {
    const order = await payin()
    const unknown = await lineWith('SIN NOMBRE')
    const compared = await people.ana.call('GET', `${lines}/${unknown['line_id']}/compare?order=${order.reference}`)
    assert.deepEqual([compared.body.data.transaction_id, compared.body.data.alone], [order.id, false])
    const linked = await people.ana.call('POST', `${lines}/${unknown['line_id']}/link`, {
      body: { order: order.reference, evidence: 'she called' },
    })
    assert.equal(linked.body.data.state, 'open', JSON.stringify(linked.body))
    assert.equal((await lineWith('SIN NOMBRE'))['proposal_id'], linked.body.data.proposal_id)
    const fee = await lineWith('COMISION')
    const classed = await people.ana.call('POST', `${lines}/${fee['line_id']}/class`, {
      body: { class: 'fee', evidence: 'the bank’s tariff' },
    })
    for (const { body } of [linked, classed]) {
      const own = await people.ana.call('POST', `/console/operator/proposals/${body.data.proposal_id}/decide`, {
        body: { decision: 'do' },
      })
      assert.equal(own.status, 409)
      const decided = await decide(body.data.proposal_id)
      assert.deepEqual([decided.status, decided.body.data?.state], [200, 'done'], JSON.stringify(decided.body))
    }
    const payment = (await world.call('GET', `/api/v1/payments/${order.id}`, { key })).body.data
    assert.deepEqual([payment.status, payment.reason], ['PENDING', 'underpaid'])
    assert.deepEqual(await waiting(), [])
    const again = await people.luis.call('POST', `${lines}/${fee['line_id']}/class`, {
      body: { class: 'tax', evidence: 'x' },
    })
    assert.deepEqual([again.status, again.body.error.code], [409, 'not_in_this_state'])
  })

  it('write rules together and end them alone', async () => {
    const rule = { bank_account_id: account, sign: 'D', text_contains: 'mantenimiento', amount_max: '20', class: 'fee' }
    const wrong = await people.ana.call('POST', '/console/operator/bank-line-rules', {
      body: { ...rule, sign: 'X', class: 'payin' },
    })
    assert.deepEqual(
      wrong.body.errors.map((each: Wire) => each['param']),
      ['sign', 'class'],
    )
    const added = await people.ana.call('POST', '/console/operator/bank-line-rules', {
      body: { ...rule, evidence: 'the tariff' },
    })
    assert.equal(added.body.data.state, 'open')
    assert.equal((await decide(added.body.data.proposal_id)).status, 200)
    const [listed] = (await people.ana.call('GET', `/console/operator/bank-line-rules?account=${account}`)).body.data
      .items
    assert.deepEqual([listed.text_contains, listed.amount_max, listed.class], ['mantenimiento', '20.00', 'fee'])
    assert.equal(
      (await people.luis.call('POST', `/console/operator/bank-line-rules/${listed.rule_id}/end`)).status,
      200,
    )
    const verified = await world.command('verify')
    assert.equal(verified.code, 0, verified.output)
  })
})
