import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { holdsCardNumber } from '../../../src/core/values/card-numbers.ts'
import { actionNames } from '../../../src/extras/operator-desk/actions.ts'
import type { Operators } from '../../support/people.ts'
import { type Answer, openWorld, type Wire } from '../../support/world.ts'

const card = '4111 1111 1111 1111'
const number = '2850590940090418135201'
const wideCard = '４１１１ １１１１ １１１１ １１１１'
const hostile = [card, wideCard, 'x'.repeat(600), '', '0', '0.00', '-1', 'no such word', '\u001b[31mx\u0007']
const hostileNotes = [card, `sent to ${wideCard}`, 'x'.repeat(600), 'x'.repeat(2_000), ' ', 'seen\u001b[2J']

const noLine = randomUUID()

/** An action, its command, what it is about, and valid fields. */
const table = [
  ['fund', 'point fund', 'point_id', 'currency=ARS amount=1'],
  ['correction', 'point fund --correction', 'point_id', 'currency=ARS amount=-1'],
  ['overdraft', 'point limits', 'point_id', 'currency=ARS amount=3'],
  ['payout_limits', 'point limits', 'point_id', 'currency=ARS single=5 daily=9 approval_above=1'],
  ['terms', 'point terms', 'point_id', 'pay_type=payin service_code=BT_AR percent=1 fixed=0 release_days=1'],
  ['policies', 'point policies', 'point_id', 'late=hold overpaid=hold payer_mismatch=hold returned_fee=keep'],
  [
    'card_limits',
    'point card-limits',
    'point_id',
    'kind=email attempts_hour=1 declines_hour=2 attempts_day=3 declines_day=4',
  ],
  ['confirm', 'confirm', 'transaction_id', 'amount=50 bank_reference=L1 sender_document=1'],
  ['fail', 'fail', 'transaction_id', ''],
  ['suspense_accept', 'suspense accept', 'transaction_id', ''],
  ['suspense_return', 'suspense return', 'transaction_id', ''],
  ['close_attention', 'attention close', 'transaction_id', ''],
  [
    'refund_account',
    'refund account',
    'transaction_id',
    `account=${number} account_type=CBU account_beneficiary=Ana account_doc_id=20267565393`,
  ],
  ['audit_blank', 'audit blank', 'entry_id', ''],
  ['second_factor_reset', 'user reset-second-factor', 'email', ''],
  [
    'deposit_account',
    'account add',
    'point_id',
    `service_code=BT_AR beneficiary=Shop bank=Banco type=CBU city=X doc_id=20267565393 number=${number}`,
  ],
  ['line_rule', 'line rule add', 'bank_account_id', 'sign=D bank_code=NCHG class=fee'],
  ['bank_account', 'bank set', 'bank_account_id', `cutoff=17:30 time_zone=America/Lima number=0${number}`],
  ['match_line', 'line match', 'transaction_id', `bank_line_id=${noLine}`],
  ['class_line', 'line class', 'bank_line_id', `class=fee`],
  ['return_line', 'line return', 'bank_line_id', `proven_by=${noLine}`],
  ['payment_batch', 'batch make', 'bank_account_id', 'execution_day=2099-06-15'],
  ['batch_cancel', 'batch cancel', 'batch_id', ''],
  ['batch_release', 'batch release', 'transaction_id', `batch_id=${noLine}`],
  ['provider_account', 'provider set', 'draft_id', ''],
  ['route', 'route set', 'connector_account_id', 'service_code=PIX_BR pay_type=payin priority=10'],
  ['route_end', 'route end', 'route_id', ''],
  ['withdrawal_account', 'withdrawal account', 'withdrawal_account_id', ''],
  ['withdrawal_outside', 'withdrawal outside', 'point_id', 'currency=EUR amount=1 reference=w-1 how=SEPA'],
] as const
type Row = (typeof table)[number]
type Fields = Readonly<Record<string, string | number | undefined>>

/** Numbers in JSON. */
const counts = /^(release_days|priority|.*s_(hour|day))$/
const sent = (name: string, text: string) => (counts.test(name) && /^-?[\d.]+$/.test(text) ? Number(text) : text)
const fieldsOf = ([, , , valid]: Row): Record<string, string | number> =>
  Object.fromEntries(
    valid
      .split(' ')
      .filter(Boolean)
      .map((each) => [each.split('=')[0] ?? '', each.split('=')[1] ?? ''])
      .map(([name = '', text = '']) => [name, sent(name, text)]),
  )
const optionOf = ([action]: Row, field: string) => {
  if (field === 'evidence') return 'note'
  if (action === 'overdraft' && field === 'amount') return 'overdraft'
  const others: Record<string, string> = {
    ...{ service_code: 'service', doc_id: 'doc-id', account_doc_id: 'account-doc-id', bank_account_id: 'account' },
    ...{ bank_line_id: 'line', withdrawal_account_id: 'account', connector_account_id: 'account' },
  }
  return others[field] ?? field.replace(/_id$/, '').replaceAll('_', '-')
}

/** Some rows at once. */
async function inLanes(rows: readonly Row[], walk: (row: Row) => Promise<void>): Promise<void> {
  const waiting = [...rows]
  const lane = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await walk(row)
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

describe('what a person does by page and by command', () => {
  const world = openWorld()
  let people: Operators
  const place = { test: '', live: '', transaction: '', account: '' }
  before(async () => {
    people = await world.operators()
    place.test = world.demo.auth_point_id
    const names = ['--merchant', 'Shop', '--environment', 'live', '--name', 'Web']
    place.live = (await world.facts('point', 'create', ...names))['auth_point_id'] ?? ''
    const order = { service_code: 'BT_AR', amount: 50, reference: 'one-way', payer_doc_id: '20267565393' }
    const made = await world.call('POST', '/api/v1/payments/payin_hth', { body: order })
    place.transaction = made.body.data.transaction_id
    const account = ['--service', 'BT_AR', '--number', number, '--beneficiary', 'Shop SA']
    const added = await world.facts('account', 'add', ...account, '--point', place.test, '--by', 'ana')
    place.account = added['bank_account_id'] ?? ''
  })

  const aboutOf = ([, , name]: Row) =>
    ({
      point_id: place.test,
      transaction_id: place.transaction,
      bank_account_id: place.account,
      email: 'nobody@shop.example',
      entry_id: place.transaction,
      bank_line_id: noLine,
      batch_id: noLine,
      withdrawal_account_id: noLine,
      draft_id: noLine,
      connector_account_id: noLine,
      route_id: noLine,
    })[name]
  /** The page answers as the command does: does it at once, or refuses the same fields in the same words. */
  const compare = async (row: Row, { about = aboutOf(row), note = 'seen', ...given }: Fields): Promise<Answer> => {
    const [action, command, name] = row
    const fields: Fields = { [name]: about, ...fieldsOf(row), ...given }
    const { point_id, transaction_id, ...input } = fields
    const body = { action, point_id, transaction_id, input, evidence: note }
    const answer = await people.ana.call('POST', '/console/operator/proposals', { body })
    const options = Object.entries(fields).map(([field, value]) => `--${optionOf(row, field)}=${value}`)
    const { code, output } = await world.command(...command.split(' '), ...options, `--note=${note}`, '--by', 'ana')
    const said = `${JSON.stringify(body).slice(0, 400)}: ${JSON.stringify(answer.body)} ${output}`
    assert.ok(!/constraint|violates|invalid input|internal_error/.test(said), said)
    assert.equal(answer.body.data?.state, code === 0 ? 'done' : undefined, said)
    const { errors, message } = answer.body
    const refusals = errors?.map((each: Wire) => `--${optionOf(row, each.param)}: ${each.message}\n`) ?? []
    if (code !== 0) assert.equal(output, refusals.join('') || `${message}\n`, said)
    return answer
  }

  it('is every action, taken and refused alike, whatever its fields hold', async () => {
    const others = [
      'password_recovery',
      'point_settings',
      'bank_profile',
      'batch_template',
      'bank_opening',
      'bank_channel',
      'bank_channel_token',
      'statement_file',
      'merchant_document',
      'merchant_document_end',
      'merchant_suspend',
    ]
    assert.deepEqual([...table.map(([action]) => action), ...others].toSorted(), actionNames.toSorted())
    const taken = new Set<string>()
    await inLanes(table, async (row) => {
      const valid = Object.entries(fieldsOf(row))
      for (const value of valid.length === 0 ? [] : hostile) {
        // What looks like a number stands where a number may.
        const isIn = (was: string | number) => !/^[-\d.]+$/.test(value) || /^[-\d.]+$/.test(String(was))
        const wrong = valid.filter(([, was]) => isIn(was)).map(([name]) => [name, sent(name, value)])
        if ((await compare(row, Object.fromEntries(wrong))).status === 201) taken.add(`${row[0]} ${value}`)
      }
      for (const about of ['', 'x', randomUUID(), row[2] === 'point_id' ? place.transaction : place.test]) {
        await compare(row, { about })
      }
    })
    const zero = ['overdraft 0', 'overdraft 0.00', 'payout_limits 0', 'payout_limits 0.00', 'terms 0', 'card_limits 0']
    for (const each of zero) assert.ok(taken.has(each), each)
  })

  it('is said why in words that hold no card number, and are as long for both', async () => {
    const taken = new Set<string>()
    await inLanes(table, async (row) => {
      for (const note of hostileNotes) {
        if ((await compare(row, { note })).status === 201) taken.add(`${row[0]} ${note.slice(0, 3)}`)
        if (row[0] === 'fund') await compare(row, { note, about: place.live })
      }
    })
    const all = [
      'bank_account',
      'card_limits',
      'deposit_account',
      'line_rule',
      'overdraft',
      'payout_limits',
      'policies',
      'terms',
    ]
    assert.deepEqual(
      [...taken].toSorted(),
      all.map((action) => `${action} xxx`),
    )
  })

  it('reads a received file by its id, never a path, and watches a folder from the machine alone', async () => {
    const day = ['C300613ARS0,00', '300614C5,00NTRF//B1', 'C300614ARS5,00']
    const lines = [
      ':20:A',
      ':25:2850590940090418135201',
      ':28C:1',
      `:60F:${day[0]}`,
      `:61:${day[1]}`,
      `:62F:${day[2]}`,
      '-',
    ]
    const file = join(world.folder, `${card}.sta`)
    writeFileSync(file, `${lines.join('\r\n')}\r\n`)
    const imported = async (note: string) =>
      await world.command('statement', 'import', file, '--environment', 'test', '--by', 'ana', '--note', note)
    assert.match((await imported(card)).output, /--note: evidence must not hold a card number/)
    const { rows: files } = await world.db.query('select id, name from bank_files')
    const propose = async (action: string, input: object) =>
      await people.ana.call('POST', '/console/operator/proposals', { body: { action, input, evidence: 'seen' } })
    const byPath = await propose('statement_file', { file_id: file })
    assert.deepEqual(
      byPath.body.errors.map(({ param }: Wire) => param),
      ['file_id'],
    )
    assert.equal((await propose('statement_file', { file_id: randomUUID() })).status, 404)
    const read = await propose('statement_file', { file_id: files[0].id })
    assert.deepEqual([read.status, read.body.data?.state, read.body.data?.input.lines], [201, 'done', 1])
    assert.equal((await propose('statement_file', { file_id: files[0].id })).status, 409)
    assert.match((await imported('seen')).output, /nothing was stored again/)
    const folder = await propose('bank_channel', { environment: 'test', folder: '/in' })
    assert.match(folder.body.errors[0].message, /made at the machine/)
    const watched = ['bank', 'channel', 'add', '--environment', 'test', '--by', 'ana', '--folder']
    assert.match(
      (await world.command(...watched, `/in/${card}`)).output,
      /--folder: folder must not hold a card number/,
    )
    assert.equal((await world.command(...watched, '/in')).code, 0)
  })

  it('leaves no card number in the audit log and the proposals, nor does any other command with a text', async () => {
    const settings = ['--point', place.test, '--by', 'ana', '--note', card]
    const live = ['--point', place.live, '--by', 'ana', '--break-glass', '--note', card]
    for (const words of [
      ['point', 'create', '--environment', 'test', '--merchant', card, '--name', 'X'],
      ['point', 'create', '--environment', 'test', '--merchant', 'Shop', '--name', wideCard],
      ['key', 'create', '--point', place.test, '--scopes', 'read', '--name', card],
      ['point', 'set-payment-page', '--point', place.test, '--by', 'ana', '--display-name', card],
      ['point', 'set-time-zone', '--zone', 'UTC', ...settings],
      ['point', 'settings', '--failed-payout-reply', 'error', ...settings],
      ['point', 'settings', '--failed-payout-reply', 'success', ...settings],
      ['point', 'limits', '--currency', 'ARS', '--overdraft', '1', ...settings],
      ['point', 'policies', '--late', 'hold', ...live],
      ['point', 'fund', '--currency', 'ARS', '--amount', '1', ...live],
      ['point', 'policies', '--late', 'hold', '--point', place.test, '--by', card],
    ]) {
      assert.match((await world.command(...words)).output, /card number/, words.join(' '))
    }
    const { rows: written } = await world.db.query(
      `select concat_ws(' | ', actor, detail) as text from audit_log
        union all select concat_ws(' | ', input, evidence) from proposals union all select name from bank_files`,
    )
    assert.ok(written.length > 30)
    for (const { text } of written) assert.ok(!holdsCardNumber(text, 'groups'), text)
    const { rows: byMachine } = await world.db.query(
      `select distinct detail ->> 'machine' as machine from audit_log where actor = 'ana'`,
    )
    assert.match(byMachine.map(({ machine }) => machine).join(), /^operator cli \(system user [^,]+$/)
  })
})
