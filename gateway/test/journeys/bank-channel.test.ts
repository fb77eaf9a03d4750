import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { Operators } from '../support/people.ts'
import { type Answer, openWorld } from '../support/world.ts'

const number = '032180000118359719'
const alone = ['--by', 'ana', '--note', 'agreed with the bank', '--break-glass']

const statement = (text: string) =>
  [
    ...[':20:A', `:25:${number}`, ':28C:1', ':60F:C300613MXN10,00', ':61:3006140614C5,00NTRF//B1', `:86:${text}`],
    ...[':62F:C300614MXN15,00', '-', ''],
  ].join('\r\n')

describe('a channel with a token', () => {
  const world = openWorld()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signingKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  let people: Operators
  const token = async (...args: string[]) => await world.facts('bank', 'channel', 'token', ...args, ...alone)
  before(async () => {
    people = await world.operators()
    await world.facts('account', 'add', '--service', 'SPEI_MX', '--number', number, '--beneficiary', 'Shop', ...alone)
  })

  type Sent = { token?: string | undefined; signature?: string; headers?: Record<string, string> }
  const send = async (channel: string, body: string, { token: bearer = '', signature, headers }: Sent = {}) => {
    const response = await fetch(`${world.url}/bank-files/${channel}?name=a.sta`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/octet-stream',
        authorization: `Bearer ${bearer}`,
        ...(signature !== undefined && { 'x-signature': `ed25519=${signature}` }),
        ...headers,
      },
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const signed = (body: string) => sign(null, Buffer.from(body), privateKey).toString('base64')
  const stored = async () =>
    (await world.db.query('select state, received_by, channel_id from bank_files order by received_at')).rows

  it('needs networks on live accounts, and its token is kept as a hash alone', async () => {
    const without = await world.command('bank', 'channel', 'token', ...alone)
    assert.match(without.output, /a token for live accounts needs networks/)
    const made = await token('--networks', '127.0.0.0/8')
    const { rows } = await world.db.query(`select (select json_agg(c)::text from bank_channels c) ||
      (select json_agg(a)::text from audit_log a) as text`)
    assert.ok(rows[0].text.includes(made['channel_id']) && !rows[0].text.includes(made['token']?.slice(8)))
  })

  it('is closed in one way for every wrong token, address and channel, and opens nothing else', async () => {
    const { channel_id: near = '', token: right } = await token('--networks', '127.0.0.0/8')
    const { channel_id: far = '', token: other } = await token('--networks', '203.0.113.0/24')
    const answers = [
      await send(near, 'x', { token: 'pasbank_x' }),
      await send(near, 'x'),
      await send(near, 'x', { token: other }),
      await send(far, 'x', { token: other }),
      await send('019a0000-0000-7000-8000-000000000000', 'x', { token: right }),
      await send('x', 'x', { token: right }),
    ]
    assert.equal(new Set(answers.map(({ body }) => body.message)).size, 1)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
    assert.equal((await world.call('GET', '/api/v1/payments', { key: right ?? '' })).status, 401)
    assert.equal(
      (await send(near, '{}', { token: right, headers: { 'content-type': 'application/json' } })).status,
      415,
    )
    assert.deepEqual(await stored(), [])
  })

  it('a file without a signature waits for one person, and none but who may act imports it', async () => {
    const { channel_id: channel = '', token: right } = await token('--networks', '127.0.0.1')
    const sent = await send(channel, statement('renta'), { token: right })
    assert.deepEqual([sent.status, sent.body.data.state], [202, 'stored'])
    assert.equal((await send(channel, statement('renta'), { token: right })).body.data.file_id, sent.body.data.file_id)
    const path = `/console/operator/bank-files/${sent.body.data.file_id}`
    assert.equal((await people.ana.call('GET', `${path}/preview`)).body.data.new_lines, 1)
    assert.equal((await (await world.signIn('owner')).call('POST', `${path}/import`, { body: {} })).status, 403)
    const imported = await people.ana.call('POST', `${path}/import`, { body: {} })
    assert.equal(imported.status, 200, JSON.stringify(imported.body))
    const known = await send(channel, statement('renta'), { token: right })
    assert.ok(known.status === 200 && known.body.data.known_since, JSON.stringify(known.body))
    const upload = await people.ana.call('POST', '/console/operator/bank-files?environment=live&name=b.sta', {
      raw: statement('otra'),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const other = await people.ana.call('POST', `/console/operator/bank-files/${upload.body.data.file_id}/import`, {
      body: {},
    })
    assert.deepEqual(
      [other.status, other.body.error.code],
      [409, 'not_in_this_state'],
      'what a person brought needs two',
    )
  })

  it('a signed file is imported at once; a wrong signature stores nothing; a refused one is kept with its reason', async () => {
    const { channel_id: channel = '', token: right } = await token(
      '--networks',
      '127.0.0.1',
      '--signing-key',
      signingKey,
    )
    const before = (await stored()).length
    const text = statement('luz')
    for (const signature of [signed(`${text} `), `${'A'.repeat(86)}==`, 'x']) {
      const wrong = await send(channel, text, { token: right, signature })
      assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'bad_signature'])
    }
    assert.equal((await stored()).length, before)
    const taken = await send(channel, text, { token: right, signature: signed(text) })
    assert.deepEqual([taken.status, taken.body.data.state], [200, 'read'], JSON.stringify(taken.body))
    const cut = text.slice(0, 90)
    const refused = await send(channel, cut, { token: right, signature: signed(cut) })
    assert.equal(refused.status, 422)
    const [listed] = (await people.ana.call('GET', '/console/operator/bank-channels')).body.data.items.slice(-1)
    assert.ok(listed.signs && listed.last_failure.length > 10, JSON.stringify(listed))
    assert.equal((await stored()).at(-1)?.state, 'refused')
  })

  it('has one token at a time, and one person ends it', async () => {
    const { channel_id: channel = '', token: first } = await token('--networks', '127.0.0.1')
    const { token: second } = await token('--networks', '127.0.0.1', '--channel', channel)
    assert.equal((await send(channel, statement('gas'), { token: first })).status, 401)
    assert.equal((await send(channel, statement('gas'), { token: second })).status, 202)
    await world.facts('bank', 'channel', 'remove', '--channel', channel)
    assert.equal((await send(channel, statement('gas'), { token: second })).status, 401)
    const again = await world.command('bank', 'channel', 'token', '--networks', '::1', '--channel', channel, ...alone)
    assert.match(again.output, /has ended/)
  })
})
