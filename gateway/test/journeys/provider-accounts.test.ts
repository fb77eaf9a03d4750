import assert from 'node:assert/strict'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { eventually, openWorld } from '../support/world.ts'

describe('an operator’s commands about accounts at providers', () => {
  const world = openWorld()
  let folder = ''
  let second = ''
  const by = ['--by', 'ana']
  /** The credentials of the bank that the world has, as a file of the operator. */
  const file = async (changes: Record<string, unknown> = {}): Promise<string> => {
    const { url, token, notification_secret } = await credentials()
    const path = join(folder, `${Math.random().toString(36).slice(2)}.json`)
    await writeFile(path, JSON.stringify({ url, token, notification_secret, ...changes }))
    return path
  }
  const credentials = async (): Promise<Record<string, string>> =>
    JSON.parse(await readFile(join(world.folder, 'credentials.json'), 'utf8'))
  const point = () => world.demo.auth_point_id
  const pay = async (reference: string, amount: number) => {
    const body = { service_code: 'PIX_BR', amount, reference, payer_doc_id: '390.533.447-05' }
    return await world.call('POST', '/api/v1/payments/payin_hth', { body })
  }
  const accountOf = async (reference: string): Promise<string> =>
    (await world.db.query('select connector_account_id as id from transactions where reference = $1', [reference]))
      .rows[0]?.id

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-provider-'))
  })

  it('say what each connector needs', async () => {
    const fields = await world.command('connector', 'fields')
    assert.match(fields.output, /simulated-bank token\W+Token \(required, secret\)/)
  })

  it('refuse wrong files with every wrong field, and print nothing of them', async () => {
    const path = await file({ token: 'CANARY-1', tokem: 'CANARY-2', url: 7 })
    const add = [
      'connector',
      'add',
      '--connector',
      'simulated-bank',
      '--environment',
      'test',
      '--name',
      'Second',
      ...by,
    ]
    const wrong = await world.command(...add, '--credentials', path)
    assert.equal(wrong.code, 1)
    for (const field of ['token', 'tokem', 'url']) assert.match(wrong.output, new RegExp(`${field}\\b`))
    assert.doesNotMatch(wrong.output, /CANARY/)
    await writeFile(path, '{"token": CANARY-3}')
    const broken = await world.command(...add, '--credentials', path)
    assert.equal(broken.code, 2)
    assert.doesNotMatch(broken.output, /CANARY/)
    const refused = await world.command(...add, '--try', '--credentials', await file({ token: 'CANARY-4-0123456789' }))
    assert.equal(refused.code, 2)
    assert.match(refused.output, /refuses these credentials/)
    assert.doesNotMatch(refused.output, /CANARY/)
    const { rows } = await world.db.query(`select count(*)::int as n from connector_accounts where name = 'Second'`)
    assert.equal(rows[0].n, 0)
  })

  it('add an account, try it, and show it without its secrets', async () => {
    const add = [
      'connector',
      'add',
      '--connector',
      'simulated-bank',
      '--environment',
      'test',
      '--name',
      'Second',
      ...by,
    ]
    const added = await world.facts(...add, '--try', '--credentials', await file())
    second = added['connector_account_id'] ?? ''
    assert.match(second, /^[0-9a-f-]{36}$/)
    const tried = await world.facts('connector', 'try', second)
    assert.equal(tried['works'], 'yes')
    const { token = '', notification_secret = '' } = await credentials()
    for (const command of [['show', second], ['list'], ['try', second]]) {
      const shown = await world.command('connector', ...command)
      assert.equal(shown.code, 0, shown.output)
      assert.ok(!shown.output.includes(token) && !shown.output.includes(notification_secret))
    }
  })

  it('send orders of an amount to it, and say why', async () => {
    const route = ['route', 'add', '--account', second, '--service-code', 'PIX_BR', '--direction', 'payin', ...by]
    const added = await world.facts(...route, '--point', point(), '--amount-min', '100.00', '--amount-max', '200')
    const why = async (amount: string) =>
      await world.command(
        'route',
        'why',
        '--point',
        point(),
        '--service-code',
        'PIX_BR',
        '--direction',
        'payin',
        '--amount',
        amount,
      )
    assert.match((await why('99.99')).output, /below its smallest/)
    assert.match((await why('150')).output, new RegExp(`goes_to\\W+Second \\(${second}`))
    await eventually(async () => {
      const reference = `large-${Math.random()}`
      assert.equal((await pay(reference, 150)).status, 200)
      return (await accountOf(reference)) === second || undefined
    }, 'the route is used')
    assert.equal((await pay('small', 99.99)).status, 200)
    assert.notEqual(await accountOf('small'), second)
    const removed = await world.command('route', 'remove', added['route_id'] ?? '', ...by)
    assert.equal(removed.code, 0, removed.output)
  })

  it('replace its credentials and disable it, and nothing of that stands in the audit log or the output of the gateway', async () => {
    const replaced = await world.command(
      'connector',
      'credentials',
      second,
      ...by,
      '--credentials',
      await file({ notification_secret: 'CANARY-5-0123456789' }),
    )
    assert.equal(replaced.code, 0, replaced.output)
    assert.equal((await world.command('connector', 'disable', second, ...by)).code, 0)
    assert.match((await world.command('connector', 'list')).output, /disabled since/)
    assert.equal((await world.command('connector', 'enable', second, ...by)).code, 0)
    const { rows } = await world.db.query(
      `select action, detail::text as detail from audit_log where object_id = $1 order by id`,
      [second],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['add', 'credentials', 'disable', 'enable'].map((action) => `provider_account.${action}`),
    )
    const { token = '' } = await credentials()
    for (const { detail } of rows) assert.ok(!/CANARY/.test(detail) && !detail.includes(token))
    assert.doesNotMatch(world.output(), /CANARY/)
  })
})
