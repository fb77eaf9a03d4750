import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { readBrCode } from '../../src/core/identifiers/br/br-code.ts'
import { checkClabe, makeClabe } from '../../src/core/identifiers/mx/clabe.ts'
import { isTextReference } from '../../src/extras/bank-accounts/connector/rules/references.ts'
import { flatCard } from '../support/card-request.ts'
import type { Operators } from '../support/people.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const alone = ['--by', 'ana', '--note', 'the bank opened it', '--break-glass']

describe('a live point on the operator’s own accounts', () => {
  const world = openWorld({ env: { REFERENCES_PER_POINT: '2' } })
  let key = ''
  let pointId = ''
  let people: Operators
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Tienda', '--environment', 'live', '--name', 'Web')
    pointId = point['auth_point_id'] ?? ''
    const created = await world.facts(
      'key',
      'create',
      '--point',
      pointId,
      '--scopes',
      'payins,payouts,refunds,read',
      '--name',
      'shop',
    )
    key = created['api_key'] ?? ''
    assert.match(key, /^pas_live_/)
  })

  const accountOfPayer = { account_type: 'CBU', account: '0110599520000001235579', account_beneficiary: 'Ana Paz' }
  const clabe = makeClabe({ bank: '002', city: '180', account: '12345678901' })
  const send = async (path: string, body: Record<string, unknown>) =>
    await world.call('POST', `/api/v1/payments/${path}`, { body, key })

  it('is closed for a code without a deposit account, in plain words', async () => {
    const answer = await send('payin_hth', {
      service_code: 'PIX_BR',
      amount: 10,
      reference: 'a',
      payer_doc_id: '390.533.447-05',
    })
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error.code, 'service_not_enabled')
  })

  it('PIX_BR: the static code carries key, amount and txid and its CRC is right', async () => {
    const added = await world.command(
      'account',
      'add',
      ...alone,
      '--service',
      'PIX_BR',
      '--beneficiary',
      'Tienda SA',
      '--pix-key',
      '+5511999998888',
      '--city',
      'São Paulo',
    )
    assert.equal(added.code, 0, added.output)
    const answer = await accepted('payin_hth', {
      service_code: 'PIX_BR',
      amount: 10.5,
      reference: 'b',
      payer_doc_id: '390.533.447-05',
    })
    const code = readBrCode(answer.body.data.pix_br_code)
    assert.ok(code.ok)
    assert.equal(code.key, '+5511999998888')
    assert.equal(code.amount, '10.50')
    assert.equal(code.txid, answer.body.data.target_account_reference)
    await confirm(answer.body.data.transaction_id, '10.50')
  })

  it('SPEI_MX: the CLABE passes its check digit, the reference is numeric', async () => {
    const added = await world.command(
      'account',
      'add',
      ...alone,
      '--service',
      'SPEI_MX',
      '--number',
      clabe,
      '--bank',
      'BANAMEX',
      '--beneficiary',
      'Tienda SA de CV',
    )
    assert.equal(added.code, 0, added.output)
    const answer = await accepted('payin_hth', { service_code: 'SPEI_MX', amount: 250, reference: 'c' })
    assert.equal(answer.body.data.clabe, clabe)
    assert.deepEqual(checkClabe(answer.body.data.clabe).findings, [])
    assert.match(answer.body.data.target_account_reference, /^\d{7}$/)
    await confirm(answer.body.data.transaction_id, '250')
  })

  it('SPEI_MX: a point that holds its share of the seven digits gets no further one, and other points do', async () => {
    const order = { service_code: 'SPEI_MX', amount: 20, reference: 'second' }
    const { transaction_id: id } = (await accepted('payin_hth', order)).body.data
    const clabeOut = { service_code: 'SPEI_MX', amount: 5, account_type: 'CLABE', account: '002010077777777771' }
    for (const answer of [
      await send('payin_hth', { ...order, reference: 'third' }),
      await send('payout_hth', { ...clabeOut, reference: 'out' }),
    ])
      assert.deepEqual([answer.status, answer.body.error.code], [422, 'too_many_open'], answer.body.message)
    assert.equal((await accepted('payin_hth', order)).body.data.transaction_id, id)
    const conflict = await send('payin_hth', { ...order, amount: 21 })
    assert.equal(conflict.body.error.code, 'reference_conflict')
    const named = ['--merchant', 'Otra', '--environment', 'live', '--name', 'Web']
    const other = (await world.facts('point', 'create', ...named))['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins', '--name', 'shop']
    const otherKey = (await world.facts('key', 'create', '--point', other, ...scopes))['api_key'] ?? ''
    const free = await world.call('POST', '/api/v1/payments/payin_hth', { body: order, key: otherKey })
    assert.equal(free.status, 200, JSON.stringify(free.body))
  })

  it('a live point is strict: a wrong check digit is refused with the digit that it should be', async () => {
    const answer = await send('payin_hth', {
      service_code: 'BT_AR',
      amount: 10,
      reference: 'd',
      payer_doc_id: '20-26756539-2',
    })
    assert.equal(answer.status, 422)
    assert.match(answer.body.errors[0].message, /check digit should be 3/)
  })

  it('a payout waits PENDING until the operator confirms it', async () => {
    await world.facts(
      'account',
      'add',
      ...alone,
      '--service',
      'BT_AR',
      '--number',
      '2850590940090418135201',
      '--beneficiary',
      'Tienda SA',
    )
    const payout = {
      service_code: 'BT_AR',
      amount: 99.5,
      reference: 'p',
      account_type: 'CBU',
      account: '2850590940090418135201',
      account_beneficiary: '=HYPERLINK("x")',
    }
    const poor = await eventually(async () => {
      const answer = await send('payout_hth', payout)
      return answer.body.error.code === 'service_not_enabled' ? undefined : answer
    }, 'the account for BT_AR is known')
    assert.equal(poor.body.error.code, 'insufficient_funds')
    await fund('200')
    const answer = await send('payout_hth', payout)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.data.status, 'PENDING')
    assert.ok(isTextReference(await shortReferenceOf(answer.body.data.transaction_id)))
    const id = answer.body.data.transaction_id
    const read = (await world.call('GET', `/api/v1/payments/${id}`, { key })).body.data
    const reasons = read.history.map((each: Wire) => each.reason)
    assert.deepEqual([read.reason, reasons], ['waits_for_operator', ['waits_for_operator']], 'nobody sent anything')
    const { ana } = people
    const queue = (await ana.call('GET', '/console/operator/to-pay')).body.data
    const [item] = queue.items
    assert.equal(queue.total, 1)
    assert.deepEqual(
      [item.transaction_id, item.amount, item.account, item.holder, item.proposal, item.approved_by],
      [id, '99.50', payout.account, '=HYPERLINK("x")', null, null],
    )
    assert.match(item.bank, /./)
    assert.equal((await ana.call('GET', '/console/operator/overview')).body.data.to_pay, 1)
    const file = await ana.call('GET', '/console/operator/to-pay.csv')
    assert.match(file.body, /"'=HYPERLINK\(""x""\)"/, 'no cell is a formula')
    assert.ok(file.body.includes(item.write), file.body)
    const listed = await world.command('attention')
    assert.match(
      listed.output,
      new RegExp(`${id}.*to pay since .* 99\\.50 ARS to .*${payout.account}; write ${item.write}`),
    )
    await confirm(id, '99.50')
    assert.equal((await ana.call('GET', '/console/operator/to-pay')).body.data.total, 0)
    assert.match((await world.command('attention')).output, /nothing is to be paid at the bank/)
  })

  it('part of the money: PENDING and underpaid, not to be cancelled, then COMPLETED by the total; more than that waits in suspense', async () => {
    const answer = await accepted('payin_hth', {
      service_code: 'BT_AR',
      amount: 1500,
      reference: 'parts',
      payer_doc_id: '20267565393',
    })
    const id = answer.body.data.transaction_id
    const words = [
      '--transaction',
      id,
      '--note',
      'statement',
      '--by',
      'ana',
      '--bank-reference',
      'parts 1',
      '--break-glass',
    ]
    const amount = async (text: string) => await world.command('confirm', '--amount', text, ...words)
    assert.equal((await amount('1000')).code, 0)
    const cancelled = await world.call('POST', `/api/v1/payments/${id}/cancel`, { key, body: {} })
    assert.equal(cancelled.status, 409)
    const read = await world.call('GET', `/api/v1/payments/${id}`, { key })
    const { reason, credited_amount, suspense_amount, missing_amount } = read.body.data
    assert.deepEqual([reason, credited_amount, suspense_amount, missing_amount], ['underpaid', null, 1000, 500])
    assert.match((await amount('500')).output, /Nothing was changed/)
    assert.equal((await amount('1500')).code, 0)
    assert.equal((await amount('2200')).code, 0)
    const after = await world.call('GET', `/api/v1/payments/${id}`, { key })
    assert.deepEqual([after.body.data.status, after.body.data.credited_amount], ['COMPLETED', 1500])
    assert.match((await world.command('attention')).output, new RegExp(`${id}.*in suspense 700\\.00: paid again`))
    const sentBack = ['--transaction', id, '--note', 'sent back', '--by', 'ana']
    assert.equal((await world.command('suspense', 'return', ...sentBack)).code, 1, 'a name alone proves nothing')
    assert.equal((await world.command('suspense', 'return', ...sentBack, '--break-glass')).code, 0)
    assert.equal((await world.command('suspense', 'return', ...sentBack, '--break-glass')).code, 1)
    assert.doesNotMatch((await world.command('attention')).output, new RegExp(id))
    assert.equal(await available(), 1_600.5)
  })

  it('a refund goes to the account that the bank’s line names, whole or not at all, and waits for the operator', async () => {
    const order = { service_code: 'BT_AR', amount: 80, reference: 'to refund', payer_doc_id: '20267565393' }
    const { transaction_id: id } = (await accepted('payin_hth', order)).body.data
    await confirm(id, '80')
    const refund = async () =>
      await world.call('POST', `/api/v1/payments/${id}/refunds`, { key, body: { reference: 'back', amount: 30 } })
    const unknown = await refund()
    assert.equal(unknown.body.error?.code, 'not_in_this_state', JSON.stringify(unknown.body))
    assert.match(unknown.body.error.message, /operator of the gateway must give the account/)
    // As if a statement had brought the money, with an account in a text that the payer typed.
    const line = randomUUID()
    await world.db.query(
      `insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single,
          refs, details, text, party_account, party_name)
        select $2::uuid, b.id, sha256(convert_to($2::text, 'UTF8')), 1, current_date, 'C', 8000, false, true, '{}', '{}', 'pago',
          '2850590940090418135201', 'Ana'
        from bank_accounts b join transactions t using (connector_account_id) where t.id = $1`,
      [id, line],
    )
    await world.db.query(`update ledger_transfers set bank_line_id = $2 where transaction_id = $1 and kind = 'payin'`, [
      id,
      line,
    ])
    assert.equal((await refund()).body.error?.code, 'not_in_this_state', 'what a payer typed is no destination')
    await world.db.query(`update bank_lines set bank_fields = '{account,name}' where id = $1`, [line])
    // Somebody else paid a part, and nobody knows from which account.
    await world.db.query(
      `insert into ledger_transfers (transaction_id, point_id, kind, debit_account, credit_account, amount_minor, environment, currency)
        select transaction_id, point_id, 'suspense', debit_account, credit_account, 1, environment, currency
        from ledger_transfers where transaction_id = $1 and kind = 'payin'`,
      [id],
    )
    assert.equal((await refund()).body.error?.code, 'not_in_this_state')
    await world.db.query(`delete from ledger_transfers where transaction_id = $1 and kind = 'suspense'`, [id])
    const { ana } = people
    const given = { action: 'refund_account', transaction_id: id, evidence: 'the payer wrote', input: accountOfPayer }
    const needless = await ana.call('POST', '/console/operator/proposals', { body: given })
    assert.match(needless.body.error?.message, /bank names the account/)
    const before = await available()
    const { refund_id: refundId, status } = (await refund()).body.data
    assert.equal(status, 'PENDING')
    assert.ok(isTextReference(await shortReferenceOf(refundId)))
    assert.equal(await available(), before - 30)
    const read = async (of: string) => (await world.call('GET', `/api/v1/payments/${of}`, { key })).body.data
    const { details } = await read(refundId)
    assert.deepEqual([details.account, details.account_beneficiary], ['2850590940090418135201', 'Ana'])
    const { payee } = (await ana.call('GET', `/console/operator/transactions/${refundId}`)).body.data
    assert.deepEqual([payee.account, payee.holder, payee.source.line_id], ['2850590940090418135201', 'Ana', line])
    const words = ['--transaction', refundId, '--note', 'statement', '--by', 'ana', '--break-glass']
    assert.match((await world.command('confirm', '--amount', '1', ...words)).output, /confirmed whole, or not at all/)
    assert.equal((await world.command('confirm', '--amount', '30', ...words)).code, 0)
    assert.equal((await read(refundId)).status, 'COMPLETED')
    assert.equal((await read(id)).reason, 'partially_refunded')
    await world.db.query('update ledger_transfers set bank_line_id = null where bank_line_id = $1', [line])
    await world.db.query('delete from bank_lines where id = $1', [line])
  })

  it('a refund goes to the account that two operators gave where no field of the bank names one, with the same reference', async () => {
    const order = { service_code: 'BT_AR', amount: 70, reference: 'given', payer_doc_id: '20267565393' }
    const { transaction_id: id } = (await accepted('payin_hth', order)).body.data
    await confirm(id, '70')
    const body = { reference: 'to the given account', amount: 25 }
    const refund = async () => await world.call('POST', `/api/v1/payments/${id}/refunds`, { key, body })
    assert.equal((await refund()).status, 409)
    const { ana, luis } = people
    const proposals = '/console/operator/proposals'
    const given = { action: 'refund_account', transaction_id: id, evidence: 'the payer wrote', input: accountOfPayer }
    const wrong = await ana.call('POST', proposals, {
      body: { ...given, input: { account: '123', account_type: 'CBU' } },
    })
    assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.param], [422, 'account'], JSON.stringify(wrong.body))
    const { proposal_id: proposal } = (await ana.call('POST', proposals, { body: given })).body.data
    assert.equal((await refund()).status, 409, 'one operator is not enough')
    const decide = { body: { decision: 'do' } }
    const own = await ana.call('POST', `${proposals}/${proposal}/decide`, decide)
    assert.equal(own.status, 409, JSON.stringify(own.body))
    const done = await luis.call('POST', `${proposals}/${proposal}/decide`, decide)
    assert.equal(done.body.data?.state, 'done', JSON.stringify(done.body))
    const made = await refund()
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { refund_id: refundId } = made.body.data
    const { payee } = (await ana.call('GET', `/console/operator/transactions/${refundId}`)).body.data
    assert.equal(payee.account, accountOfPayer.account)
    assert.match(payee.source.set_by, /^Alma Reyes/)
    assert.match(payee.source.second, /operator@pasarela\.example/)
    const { rows } = await world.db.query(
      `select detail::text from audit_log where action = 'transaction.refund_account'`,
    )
    assert.equal(rows.length, 1)
    assert.ok(!rows[0].detail.includes(accountOfPayer.account), 'the log keeps no number of an account')
    const alone = ['--note', 'statement', '--by', 'ana', '--break-glass']
    assert.equal((await world.command('fail', '--transaction', refundId, ...alone)).code, 0)
    const foresee = async () => {
      const body = { action: 'confirm', transaction_id: refundId, input: { amount: '25' } }
      return (await ana.call('POST', `${proposals}/foresee`, { body })).body.data
    }
    assert.deepEqual((await foresee()).warnings, [])
    const rest = await world.call('POST', `/api/v1/payments/${id}/refunds`, { key, body: { reference: 'all again' } })
    assert.equal(rest.body.data.amount, 70)
    const { warnings, payee: seen, tells_merchant: tells } = await foresee()
    assert.match(warnings[0], /25\.00 ARS more goes back than was credited/)
    // This point wants no callbacks about refunds.
    assert.deepEqual([seen.account, tells], [accountOfPayer.account, false])
    await world.command('fail', '--transaction', rest.body.data.refund_id, ...alone)
  })

  it('a refund right after a manual confirmation knows the account of the line that proves it', async () => {
    const order = { service_code: 'BT_AR', amount: 61, reference: 'at once', payer_doc_id: '20267565393' }
    const { transaction_id: id } = (await accepted('payin_hth', order)).body.data
    const line = randomUUID()
    await world.db.query(
      `with line as (
          insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single,
            refs, details, text, party_account, bank_fields)
          select $2::uuid, b.id, sha256(convert_to($2::text, 'UTF8')), 1, current_date, 'C', 6100, false, true,
            '{"bank": "AT ONCE 61"}', '{}', 'pago', $3, '{account}'
          from bank_accounts b join transactions t using (connector_account_id) where t.id = $1 returning id, bank_account_id)
        insert into bank_line_states (bank_line_id, bank_account_id, state) select id, bank_account_id, 'new' from line`,
      [id, line, accountOfPayer.account],
    )
    await eventually(async () => {
      const { rows } = await world.db.query(
        `select from bank_line_states where bank_line_id = $1 and state = 'in_suspense'`,
        [line],
      )
      return rows.length === 1 || undefined
    }, 'the line waits')
    const words = ['--transaction', id, '--note', 'statement', '--by', 'ana', '--break-glass', '--bank-reference', line]
    assert.equal((await world.command('confirm', '--amount', '61', ...words)).code, 0)
    const made = await world.call('POST', `/api/v1/payments/${id}/refunds`, { key, body: { reference: 'at once' } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await world.command('fail', '--transaction', made.body.data.refund_id, ...words.slice(2, -2))
  })

  it('a payout is confirmed whole or not at all', async () => {
    const body = { service_code: 'BT_AR', amount: 50, account_type: 'CBU', account: '2850590940090418135201' }
    const { transaction_id: id } = (await send('payout_hth', { ...body, reference: 'whole' })).body.data
    const words = ['--transaction', id, '--note', 'statement', '--by', 'ana', '--break-glass']
    assert.match((await world.command('confirm', '--amount', '1', ...words)).output, /confirmed whole, or not at all/)
    assert.equal((await world.call('GET', `/api/v1/payments/${id}`, { key })).body.data.status, 'PENDING')
  })

  it('a payout of which nobody knew fails by somebody’s word, and is proven by it, never by a name alone', async () => {
    const body = { service_code: 'BT_AR', amount: 50, account_type: 'CBU', account: '2850590940090418135201' }
    const { data } = (await send('payout_hth', { ...body, reference: 'proof' })).body
    const words = ['--transaction', data.transaction_id, '--note', 'statement', '--by', 'ana']
    const before = await available()
    assert.equal((await world.command('fail', ...words)).code, 1)
    assert.equal((await world.command('fail', ...words, '--break-glass')).code, 0)
    const state = async () =>
      (await world.call('GET', `/api/v1/payments/${data.transaction_id}`, { key })).body.data.status
    assert.equal(await state(), 'ERROR')
    assert.equal(await available(), before + 50)
    assert.equal((await world.command('confirm', '--amount', '50', ...words)).code, 1)
    assert.equal((await world.command('confirm', '--amount', '50', ...words, '--break-glass')).code, 0)
    assert.equal(await state(), 'COMPLETED')
    assert.equal(await available(), before)
  })

  it('money from another document waits for a decision, and counts when it is taken', async () => {
    const order = { service_code: 'BT_AR', amount: 30, payer_doc_id: '20267565393' }
    const { data } = (await send('payin_hth', { ...order, reference: 'other payer' })).body
    const arrived = ['--transaction', data.transaction_id, '--amount', '30', '--sender-document', '27-12345678-0']
    const seen = ['--bank-reference', 'spouse 1', '--note', 'statement', '--by', 'ana', '--break-glass']
    assert.equal((await world.command('confirm', ...arrived, ...seen)).code, 0)
    const held = await world.call('GET', `/api/v1/payments/${data.transaction_id}`, { key })
    assert.deepEqual([held.body.data.status, held.body.data.reason], ['PENDING', 'payer_mismatch'])
    const before = await available()
    const words = ['--transaction', data.transaction_id, '--note', 'the spouse', '--by', 'ana', '--break-glass']
    assert.equal((await world.command('suspense', 'accept', ...words)).code, 0)
    const read = await world.call('GET', `/api/v1/payments/${data.transaction_id}`, { key })
    assert.deepEqual([read.body.data.status, read.body.data.reason], ['COMPLETED', 'payer_mismatch'])
    assert.equal(await available(), before + 30)
  })

  it('serves one test point for trials, with a reference whose check character is right; other test points keep their bank', async () => {
    const made = await world.facts(
      'point',
      'create',
      '--merchant',
      'Tienda',
      '--environment',
      'test',
      '--name',
      'Trial',
    )
    const trial = made['auth_point_id'] ?? ''
    const trialKey = (
      await world.facts('key', 'create', '--point', trial, '--scopes', 'payins,payouts,read', '--name', 'trial')
    )['api_key']
    const account = ['--service', 'BT_AR', '--number', '0110599520000001235579', '--beneficiary', 'Tienda SA']
    await world.facts('account', 'add', ...alone, ...account, '--point', trial)
    const body = { service_code: 'BT_AR', amount: 25, payer_doc_id: '20267565393', reference: 'trial' }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body, key: trialKey ?? '' })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { target_account_num: number, target_account_reference: reference } = answer.body.data
    assert.equal(number, '0110599520000001235579')
    assert.ok(isTextReference(reference), reference)
    const listed = await world.command('bank', 'list')
    assert.match(listed.output, /test AR ARS.*0110599520000001235579/)
    assert.match(listed.output, /live MX MXN/)
    const other = await world.call('POST', '/api/v1/payments/payin_hth', { body: { ...body, reference: 'usual' } })
    assert.notEqual(other.body.data.target_account_num, number)
  })

  it('refuses its key over plain HTTP, unless it comes from this machine without a proxy', async () => {
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-proto': 'https' },
      { via: '1.1 proxy' },
    ]) {
      const answer = await world.call('GET', '/api/v1/payments', { key, headers })
      assert.deepEqual([answer.status, answer.body.error?.code], [403, 'tls_required'], JSON.stringify(headers))
      const card = { operation: 'payin', ...flatCard('4111111111111111') }
      const validated = await world.call('POST', '/api/v1/validate', { key, headers, body: card })
      assert.equal(validated.body.error.code, 'tls_required')
    }
    assert.equal((await world.call('GET', '/api/v1/payments', { key })).status, 200)
  })

  it('refuses the point’s own credentials: HTTP Basic with the token opens test points only', async () => {
    const answer = await world.call('GET', '/api/v1/payments', {
      headers: { authorization: `Basic ${Buffer.from('00000000-0000-4000-8000-000000000000:x').toString('base64')}` },
    })
    assert.equal(answer.status, 401)
  })

  /** What whoever makes the payout or refund writes into the transfer. */
  const shortReferenceOf = async (id: string): Promise<string> =>
    (await world.db.query('select target_reference from transactions where id = $1', [id])).rows[0].target_reference
  const available = async () =>
    (await world.call('GET', '/api/v1/balances', { key })).body.data.balances.find(
      (each: { currency: string }) => each.currency === 'ARS',
    ).available

  async function fund(amount: string) {
    const options = ['--currency', 'ARS', '--amount', amount, '--note', 'wire 1', '--by', 'ana', '--break-glass']
    const done = await world.command('point', 'fund', '--point', pointId, ...options)
    assert.equal(done.code, 0, done.output)
  }

  /** Routes and deposit accounts are cached for 5 seconds by the running gateway. */
  async function accepted(path: string, body: Record<string, unknown>) {
    return await eventually(
      async () => {
        const answer = await send(path, body)
        return answer.status === 200 ? answer : undefined
      },
      `the deposit account for ${String(body['service_code'])} is known`,
    )
  }

  async function confirm(id: string, amount: string) {
    const confirmed = await world.command(
      'confirm',
      '--transaction',
      id,
      '--amount',
      amount,
      ...['--note', 'statement line 7', '--by', 'ana', '--bank-reference', `line of ${id}`, '--break-glass'],
    )
    assert.equal(confirmed.code, 0, confirmed.output)
    const read = await world.call('GET', `/api/v1/payments/${id}`, { key })
    assert.equal(read.body.data.status, 'COMPLETED')
    assert.equal(read.body.data.history.at(-1).source, 'operator')
  }
})
