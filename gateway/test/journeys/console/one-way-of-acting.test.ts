import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { holdsCardNumber } from '../../../src/core/values/card-numbers.ts'
import { type ActionName, actionNames } from '../../../src/extras/operator-desk/actions.ts'
import type { Operators } from '../../support/people.ts'
import { type Answer, openWorld, type Wire } from '../../support/world.ts'

const card = '4111 1111 1111 1111'
const wideCard = '４１１１ １１１１ １１１１ １１１１'
const hostile = [card, wideCard, 'x'.repeat(600), '', '0', '0.00', '-1', 'no such word', '\u001b[31mx\u0007']
const hostileNotes = [card, `sent to ${wideCard}`, 'x'.repeat(600), 'x'.repeat(2_000), ' ', 'seen\u001b[2J']

interface Row {
  action: ActionName
  command: string
  /** Valid fields, and whether each is a number in JSON; the first one says what it is about. */
  fields: Readonly<Record<string, string | number>>
  /** Options that are not named as their field. */
  options?: Readonly<Record<string, string>>
  flags?: readonly string[]
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
    const account = ['--service', 'BT_AR', '--number', '2850590940090418135201', '--beneficiary', 'Shop SA']
    const added = await world.facts('account', 'add', ...account, '--point', place.test, '--by', 'ana')
    place.account = added['bank_account_id'] ?? ''
  })

  const ofPoint = (point_id: string): readonly Row[] => [
    { action: 'fund', command: 'point fund', fields: { point_id, currency: 'ARS', amount: '1' } },
    {
      action: 'correction',
      command: 'point fund',
      fields: { point_id, currency: 'ARS', amount: '-1' },
      flags: ['--correction'],
    },
    {
      ...{ action: 'overdraft', command: 'point limits', options: { amount: 'overdraft' } },
      fields: { point_id, currency: 'ARS', amount: '3' },
    },
    {
      ...{ action: 'payout_limits', command: 'point limits' },
      fields: { point_id, currency: 'ARS', single: '5', daily: '9', approval_above: '1' },
    },
    {
      ...{ action: 'terms', command: 'point terms', options: { service_code: 'service' } },
      fields: { point_id, pay_type: 'payin', service_code: 'BT_AR', percent: '1', fixed: '0', release_days: 1 },
    },
    {
      ...{ action: 'policies', command: 'point policies' },
      fields: {
        point_id,
        late: 'hold',
        overpaid: 'hold',
        payer_mismatch: 'hold',
        reversal: 'error',
        returned_fee: 'keep',
      },
    },
    {
      ...{ action: 'card_limits', command: 'point card-limits' },
      fields: { point_id, kind: 'email', attempts_hour: 1, declines_hour: 2, attempts_day: 3, declines_day: 4 },
    },
  ]
  const rows = (): readonly Row[] => {
    const transaction_id = place.transaction
    return [
      ...ofPoint(place.test),
      {
        action: 'confirm',
        command: 'confirm',
        fields: { transaction_id, amount: '50', bank_reference: 'L 1', sender_document: '1' },
      },
      { action: 'fail', command: 'fail', fields: { transaction_id } },
      { action: 'suspense_accept', command: 'suspense accept', fields: { transaction_id } },
      { action: 'suspense_return', command: 'suspense return', fields: { transaction_id } },
      { action: 'close_attention', command: 'attention close', fields: { transaction_id } },
      { action: 'second_factor_reset', command: 'user reset-second-factor', fields: { email: 'nobody@shop.example' } },
      {
        ...{
          action: 'deposit_account',
          command: 'account add',
          options: { service_code: 'service', doc_id: 'doc-id' },
        },
        fields: {
          point_id: place.test,
          service_code: 'BT_AR',
          beneficiary: 'Shop SA',
          bank: 'Banco',
          type: 'CBU',
          city: 'X',
          doc_id: '20267565393',
          number: '2850590940090418135201',
        },
      },
      {
        ...{ action: 'bank_account', command: 'bank set', options: { bank_account_id: 'account' } },
        fields: {
          bank_account_id: place.account,
          cutoff: '17:30',
          time_zone: 'America/Lima',
          number: '28505909-40090418135201',
        },
      },
    ]
  }

  const optionOf = ({ options = {} }: Row, field: string) =>
    options[field] ?? field.replace(/_id$/, '').replaceAll('_', '-')
  const byPage = async ({ action }: Row, fields: Row['fields'], evidence: string): Promise<Answer> => {
    const { point_id, transaction_id, ...input } = fields
    return await people.ana.call('POST', '/console/operator/proposals', {
      body: { action, point_id, transaction_id, input, evidence },
    })
  }
  const byCommand = async (row: Row, fields: Row['fields'], note: string) =>
    await world.command(
      ...row.command.split(' '),
      ...Object.entries(fields).map(([field, value]) => `--${optionOf(row, field)}=${value}`),
      ...[`--note=${note}`, '--by', 'ana', ...(row.flags ?? [])],
    )
  /** The page answers as the command does: takes it, or refuses the same fields in the same words. */
  const compare = async (row: Row, fields: Row['fields'], note = 'seen'): Promise<Answer> => {
    const answer = await byPage(row, fields, note)
    const { code, output } = await byCommand(row, fields, note)
    const said = `${row.action} ${JSON.stringify({ ...fields, note }).slice(0, 300)}: ${JSON.stringify(answer.body)} ${output}`
    assert.ok(!/constraint|violates|invalid input|internal_error/.test(said), said)
    assert.equal(code === 0, answer.status === 201, said)
    const options = answer.body.errors?.map(({ param, message }: Wire) => {
      return `--${param === 'evidence' ? 'note' : optionOf(row, param)}: ${message}\n`
    })
    if (code !== 0) assert.equal(output, options.length > 0 ? options.join('') : `${answer.body.message}\n`, said)
    return answer
  }

  it('is every action, taken and refused alike, whatever its fields hold', async () => {
    const walked = [
      ...rows().map(({ action }) => action),
      'password_recovery',
      'point_settings',
      'bank_channel',
      'statement_file',
    ]
    assert.deepEqual(walked.toSorted(), actionNames.toSorted())
    await inLanes(rows(), async (row) => {
      const [about = '', ...names] = Object.keys(row.fields)
      for (const value of names.length === 0 ? [] : hostile) {
        const isNumber = (name: string) => typeof row.fields[name] === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(value)
        const fields = Object.fromEntries(names.map((name) => [name, isNumber(name) ? Number(value) : value]))
        await compare(row, { ...row.fields, ...fields })
      }
      for (const value of ['', 'x', randomUUID(), about === 'point_id' ? place.transaction : place.test])
        await compare(row, { ...row.fields, [about]: value })
    })
  })

  it('is said why in words that hold no card number, and are as long for both', async () => {
    const taken = new Set<string>()
    await inLanes([...rows(), ...ofPoint(place.live).slice(0, 2)], async (row) => {
      for (const note of hostileNotes) {
        if ((await compare(row, row.fields, note)).status === 201) taken.add(`${row.action} ${note.slice(0, 3)}`)
      }
    })
    const all = ['bank_account', 'card_limits', 'deposit_account', 'overdraft', 'payout_limits', 'policies', 'terms']
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
    assert.match(folder.body.errors[0].message, /lies at the machine/)
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
