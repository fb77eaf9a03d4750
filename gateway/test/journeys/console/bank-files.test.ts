import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { type Answer, eventually, openWorld } from '../../support/world.ts'

const number = '032180000118359719'
const path = '/console/operator/bank-files'

const statement = (text: string, of = number) =>
  [
    ...[':20:A', `:25:${of}`, ':28C:1', ':60F:C300613MXN10,00', ':61:3006140614C5,00NTRF//B1', `:86:${text}`],
    ...[':61:3006140614D2,00NCHG//B2', ':86:comision', ':62F:C300614MXN13,00', '-', ''],
  ].join('\r\n')

describe('a file of a bank that a person uploads', () => {
  const world = openWorld()
  let people: Operators
  before(async () => {
    people = await world.operators()
    const account = ['--service', 'SPEI_MX', '--number', number, '--beneficiary', 'Shop SA']
    await world.facts('account', 'add', ...account, '--point', world.demo.auth_point_id, '--by', 'ana')
  })

  const send = async (client: ConsoleClient, to: string, raw: string, headers = {}): Promise<Answer> =>
    await client.call('POST', `${path}${to}`, {
      raw,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    })
  const query = (name = 'a.sta') => `?environment=test&name=${encodeURIComponent(name)}`
  const bankRows = async () =>
    (
      await world.db.query(
        'select (select count(*)::int from bank_files) as files, count(*)::int as lines from bank_lines',
      )
    ).rows[0]
  /** A request whose body does not end, and what the gateway answers. */
  const openUpload = async (head: readonly string[], body = 'x', person = people.ana) => {
    const { port } = new URL(world.url)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const lines = [
      `POST ${path}/preview${query()} HTTP/1.1`,
      ...['host: x', `cookie: sid=${person.cookie()}`, `x-csrf-token: ${person.csrfToken()}`],
      ...['content-type: application/octet-stream', ...head],
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    socket.on('error', () => undefined)
    return { socket, said: () => said }
  }

  it('is shown before anything is stored: account, days, sums, texts as they are', async () => {
    const text = '<script>alert(1)</script> P 22K4-7XM'
    const answer = await send(people.ana, `/preview${query('../<b>x</b>.sta')}`, statement(text))
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { refusal, known, lines, new_lines, statements, name, format } = answer.body.data
    assert.deepEqual([refusal, known, lines, new_lines, name, format], [null, null, 2, 2, '../<b>x</b>.sta', 'MT940'])
    const [first] = statements
    assert.deepEqual(
      [first.account, first.to_day, first.opening, first.closing, first.credits, first.debits, first.adds_up],
      [number, '2030-06-14', '10.00', '13.00', '5.00', '2.00', true],
    )
    assert.equal(first.first_lines[0].text, text)
    assert.deepEqual(await bankRows(), { files: 0, lines: 0 })
  })

  it('is refused with line and byte, or in words of the person’s language', async () => {
    const cut = await send(people.ana, `/preview${query()}`, statement('x').slice(0, 90))
    const { place, reason } = cut.body.data.refusal
    assert.ok(place.line >= 4 && place.byte >= 40 && reason.length > 10, JSON.stringify(cut.body))
    const other = await send(people.ana, `/preview${query()}`, statement('x', '55667788'), { 'accept-language': 'es' })
    assert.match(other.body.data.refusal.reason, /^Ninguna cuenta bancaria propia/)
    assert.equal((await send(people.ana, query(), '')).status, 422)
    const named = await send(people.ana, `/preview${query()}&encoding=klingon&time_zone=x`, statement('x'))
    assert.deepEqual([named.status, named.body.errors.length], [422, 2])
    assert.deepEqual(await bankRows(), { files: 0, lines: 0 })
  })

  it('is for operators who may act, from the page itself, as bytes', async () => {
    const merchant = await world.signIn('owner')
    assert.equal((await send(merchant, query(), statement('x'))).status, 403)
    const forged = await send(people.ana, query(), statement('x'), { 'x-csrf-token': 'x' })
    assert.deepEqual([forged.status, forged.body.error.code], [403, 'csrf_refused'])
    const json = await send(people.ana, query(), '{}', { 'content-type': 'application/json' })
    assert.equal(json.status, 415)
    assert.deepEqual(await bankRows(), { files: 0, lines: 0 })
  })

  it('is refused by its size at once, and as soon as it passes the limit', { timeout: 60_000 }, async () => {
    const declared = await openUpload([`content-length: ${128 * 1024 * 1024 + 1}`])
    await eventually(() => /^HTTP\/1.1 413 .*128 MiB/s.test(declared.said()) || undefined, declared.said())
    declared.socket.destroy()
    const streamed = await openUpload(['transfer-encoding: chunked'], '')
    const chunk = Buffer.alloc(1024 * 1024, 120)
    for (let sent = 0; sent <= 129 && streamed.said() === '' && !streamed.socket.destroyed; sent += 1) {
      streamed.socket.write(`${chunk.length.toString(16)}\r\n`)
      streamed.socket.write(chunk)
      if (!streamed.socket.write('\r\n'))
        // A gateway that refused it may be gone while a part is written.
        await Promise.race([once(streamed.socket, 'drain'), once(streamed.socket, 'close')]).catch(() => undefined)
    }
    await eventually(() => /^HTTP\/1.1 413 /.test(streamed.said()) || undefined, streamed.said())
    assert.match(streamed.said(), /connection: close/i)
    streamed.socket.destroy()
  })

  it('waits where the same person sends another one, and takes nobody else’s turn', async () => {
    // The slot of the upload before is free a moment after its socket is: until then this one is told to wait itself.
    const { held, busy } = await eventually(async () => {
      const held = await openUpload(['content-length: 1000'])
      await sleep(300)
      const busy = await send(people.ana, `/preview${query()}`, statement('x'))
      if (busy.status === 503 && held.said() === '') return { held, busy }
      held.socket.destroy()
      return undefined
    }, 'one upload holds the slot of its person')
    assert.match(busy.body.message, /being read here/)
    assert.equal(busy.headers.get('retry-after'), '10')
    assert.equal((await send(people.luis, `/preview${query()}`, statement('x'))).status, 200)
    assert.equal(held.said(), '', 'it holds its slot still')
    held.socket.destroy()
    await eventually(
      async () => (await send(people.ana, `/preview${query()}`, statement('x'))).status === 200 || undefined,
      'a slot is free again',
    )
  })

  it('is stored once, proposed, and imported at once in test, and then overlaps', async () => {
    const [one, two] = [
      await send(people.ana, query(), statement('x')),
      await send(people.ana, query(), statement('x')),
    ]
    const fileId = one.body.data.file_id
    assert.deepEqual([one.status, two.body.data.file_id], [201, fileId])
    const audit = await world.db.query(
      'select action, user_id is not null as person from audit_log where object_id = $1',
      [fileId],
    )
    assert.deepEqual(audit.rows, [{ action: 'bank_file.receive', person: true }])
    const stored = (await people.luis.call('GET', `${path}/${fileId}/preview`)).body.data
    assert.deepEqual([stored.known.state, stored.new_lines], ['stored', 2])
    const proposal = await people.propose({ action: 'statement_file', input: { file_id: fileId }, evidence: 'seen' })
    assert.equal(proposal.state, 'done')
    assert.deepEqual(await bankRows(), { files: 1, lines: 2 })
    const again = (await send(people.ana, `/preview${query('b.sta')}`, statement('x').replace(':20:A', ':20:B'))).body
      .data
    assert.deepEqual([again.lines, again.new_lines, again.known], [2, 0, null])
    const { items, bytes_max } = (await people.luis.call('GET', path)).body.data
    assert.deepEqual([items.length, items[0].state, items[0].lines, bytes_max], [1, 'read', 2, 134217728])
    const account = await eventually(async () => {
      const { items } = (await people.luis.call('GET', '/console/operator/bank-accounts')).body.data
      return items[0].waiting.lines === 2 ? items[0] : undefined
    }, 'both lines are in the ledger')
    assert.deepEqual([account.bank_balance, account.last_file.name], [{ amount: '13.00', day: '2030-06-14' }, 'a.sta'])
    // The opening balance is in no statement before it.
    assert.deepEqual([account.ledger_balance, account.one_sided, account.difference], ['3.00', '0.00', '10.00'])
  })
})
