import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { before, describe, it } from 'node:test'
import { makeClabe } from '../../src/identifiers/mx/clabe.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const clabe = makeClabe({ bank: '002', city: '180', account: '12345678901' })

/** A day's statement: one credit that an order may claim. */
function mt940(day: string, cents: string, text = 'pago'): string {
  return [
    ...[':20:DEMO', `:25:${clabe}`, ':28C:1', `:60F:C${day}MXN0,00`],
    ...[`:61:${day}${day.slice(2)}C${cents}NTRFNONREF`, `:86:${text}`, `:62F:C${day}MXN${cents}`, '-', ''],
  ].join('\r\n')
}

describe('files of banks, uploaded by an operator', () => {
  const world = openWorld()
  let ana: ConsoleClient
  let luis: ConsoleClient
  let account = ''

  before(async () => {
    ;({ ana, luis } = await world.operators())
    const added = await world.facts(
      ...['account', 'add', '--by', 'ana', '--note', 'opened', '--service', 'SPEI_MX'],
      ...['--beneficiary', 'Tienda SA', '--number', clabe],
    )
    account = added['bank_account_id'] ?? ''
    assert.notEqual(account, '')
  })

  const upload = async (bytes: string | Buffer, query: Record<string, string> = {}, who = ana) =>
    await who.call('POST', `/console/operator/bank-files?${new URLSearchParams({ name: 'a.sta', ...query })}`, {
      raw: Uint8Array.from(Buffer.from(bytes)),
      headers: { 'content-type': 'application/octet-stream' },
    })
  const fileOf = async (id: string): Promise<Wire> => {
    await world.round('bankFiles')
    return await eventually(async () => {
      const { body } = await ana.call('GET', `/console/operator/bank-files/${id}`)
      assert.notEqual(body.data.state, 'stored')
      return body.data
    }, 'the file is read')
  }
  const refusalOf = async (bytes: string | Buffer, query: Record<string, string> = {}): Promise<Wire> => {
    const sent = await upload(bytes, query)
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    const file = await fileOf(sent.body.data.id)
    assert.equal(file.state, 'refused')
    return file.refusal
  }

  it('is stored, answered with its id, then read in the background; its statement adds up', async () => {
    const sent = await upload(mt940('300614', '5,00'), { name: 'junio 14.sta', bank_account_id: account })
    assert.equal(sent.status, 202)
    const { id, state, known_since: knownSince } = sent.body.data
    assert.deepEqual([state, knownSince], ['stored', null])
    const file = await fileOf(id)
    assert.deepEqual(
      [file.state, file.name, file.format, file.markers, file.statements, file.source, file.bank_account_id],
      ['read', 'junio 14.sta', 'MT940', 1, 1, 'upload', account],
    )
    assert.match(file.received_by, /@/)
    const [statement] = file.statements_in_it
    assert.deepEqual(
      [statement.from_day, statement.opening, statement.closing, statement.credits, statement.lines, statement.adds_up],
      ['2030-06-14', '0.00', '5.00', '5.00', 1, true],
    )
    const again = await upload(mt940('300614', '5,00'), { name: 'copy.sta' })
    assert.deepEqual([again.status, again.body.data.id, again.body.data.state], [200, id, 'read'])
    assert.equal(again.body.data.known_since, file.received_at)
    const audit = await world.db.query(
      `select detail from audit_log where action = 'bank_file.upload' and object_id = $1`,
      [id],
    )
    assert.deepEqual(audit.rows.map(({ detail }) => detail.known).sort(), [false, true])
  })

  it('lists statements and files page by page, newest first', async () => {
    for (const day of ['300615', '300616', '300618']) {
      const { body } = await upload(mt940(day, '7,00'))
      await fileOf(body.data.id)
    }
    const days: string[] = []
    let cursor = ''
    do {
      const path = `/console/operator/bank-statements?limit=3&bank_account_id=${account}${cursor && `&cursor=${cursor}`}`
      const { data } = (await ana.call('GET', path)).body
      days.push(...data.items.map((item: Wire) => item.to_day))
      cursor = data.next_cursor ?? ''
    } while (cursor !== '')
    assert.deepEqual(days, ['2030-06-18', '2030-06-16', '2030-06-15', '2030-06-14'])
    const first = (await ana.call('GET', '/console/operator/bank-files?limit=2&environment=live')).body.data
    const next = await ana.call(
      'GET',
      `/console/operator/bank-files?limit=2&environment=live&cursor=${first.next_cursor}`,
    )
    const received = [...first.items, ...next.body.data.items].map((item: Wire) => item.received_at)
    assert.equal(new Set(received).size, 4)
    assert.deepEqual(received, received.toSorted().reverse())
    assert.deepEqual((await ana.call('GET', '/console/operator/bank-files?environment=test')).body.data.items, [])
  })

  it('says line and byte of what it cannot read, and reads the file anew when it comes again', async () => {
    const cut = mt940('300620', '5,00').slice(0, -25)
    const refusal = await refusalOf(cut)
    assert.ok(refusal.line > 1 && refusal.byte > 10, JSON.stringify(refusal))
    assert.match(refusal.message, /^Line \d+, column \d+, byte \d+: /)
    const again = await upload(cut)
    assert.deepEqual([again.status, again.body.data.state], [202, 'stored'])
    assert.notEqual(again.body.data.known_since, null)
    assert.equal((await fileOf(again.body.data.id)).state, 'refused')
    const listed = (await ana.call('GET', '/console/operator/bank-files?state=refused')).body.data.items
    assert.equal(listed.length, 1)
  })

  it('refuses an XML bomb, an external entity, an archive, a table without a profile, and another account’s file', async () => {
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(10)}">]><Document>&b;</Document>`
    assert.match((await refusalOf(bomb)).message, /document type/)
    const outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>'
    assert.match((await refusalOf(outside)).message, /document type/)
    assert.match((await refusalOf(Buffer.from('PK\u0003\u0004rest'))).message, /ZIP/)
    assert.match((await refusalOf('Fecha;Importe\n14/06/2030;5,00\n')).message, /table/)
    const foreign = mt940('300614', '5,00').replace(clabe, '55667788')
    assert.match(
      (await refusalOf(foreign)).message,
      /No own bank account of the environment live has the number 55667788/,
    )
    const healthy = await world.call('GET', '/healthz')
    assert.equal(healthy.status, 200)
  })

  it('reads tables by a profile that was drafted, tried on a file, and approved by a second operator', async () => {
    const path = `/console/operator/bank-accounts/${account}/csv-profile`
    const table = `Cuenta;${clabe}\nFecha;Concepto;Importe;Saldo\n14/08/2030;pago;1.500,00;1.500,00\n15/08/2030;costo;-9,50;1.490,50\n`
    const sample = async (what: string, text: string) =>
      (
        await ana.call('POST', `${path}/${what}`, {
          raw: Uint8Array.from(Buffer.from(text)),
          headers: { 'content-type': 'text/csv' },
        })
      ).body
    const { data: proposed } = await sample('propose', table)
    assert.deepEqual(
      [proposed.delimiters[0], proposed.skip, proposed.dates, proposed.decimals, proposed.order],
      [';', 1, ['dd/MM/yyyy'], [','], 'asc'],
    )
    assert.match((await sample('try', table)).error.message, /no profile yet/)
    const draft = {
      ...{ name: 'Banamex', delimiter: ';', skip: 1, accountPattern: 'Cuenta;(\\d+)', currency: 'MXN' },
      ...{ header: proposed.header, date: 'dd/MM/yyyy', decimal: ',', thousands: '.', amount: 'signed', order: 'asc' },
    }
    const wrong = await ana.call('PUT', path, {
      body: { ...draft, currency: 'USD', account: '1', accountPattern: undefined },
    })
    assert.deepEqual(wrong.body.errors.map(({ param }: Wire) => param).sort(), ['account', 'currency'])
    const saved = await ana.call('PUT', path, { body: draft })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const input = { bank_account_id: account, profile_id: saved.body.data.draft.id }
    const propose = async () =>
      await ana.call('POST', '/console/operator/proposals', {
        body: { action: 'csv_profile', evidence: 'the format of the bank', input },
      })
    const early = await propose()
    assert.deepEqual([early.status, early.body.error?.code], [409, 'not_in_this_state'])
    const faulty = (await sample('try', table.replace('15/08', '35/08'))).data
    assert.deepEqual([faulty.readable, faulty.faults[0].row, faulty.faults[0].column], [false, 2, 'Fecha'])
    const tried = (await sample('try', table)).data
    assert.deepEqual(
      [tried.readable, tried.rows[1].becomes],
      [true, { day: '2030-08-15', value_day: null, amount: '-9.50' }],
    )
    assert.match((await refusalOf(table, { bank_account_id: account })).message, /table/)
    const proposal = await propose()
    assert.equal(proposal.status, 201, JSON.stringify(proposal.body))
    const decided = await luis.call('POST', `/console/operator/proposals/${proposal.body.data.proposal_id}/decide`, {
      body: { decision: 'do' },
    })
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    const { approved, draft: left } = (await ana.call('GET', path)).body.data
    assert.deepEqual([approved.id, left], [input.profile_id, null])
    assert.match(approved.approved_by, /@/)
    const again = await upload(table, { bank_account_id: account })
    const file = await fileOf(again.body.data.id)
    assert.deepEqual([file.state, file.format, file.markers], ['read', 'csv', 2])
    const shown = await world.command('bank', 'profile', 'show', '--account', account, '--json')
    assert.equal(JSON.parse(shown.output).approved.profile.name, 'Banamex')
  })

  it('names every wrong field, and takes no name that leads elsewhere or hides', async () => {
    const before = await countFiles()
    for (const name of [
      '../../etc/passwd',
      'a/b.xml',
      'a\\b.xml',
      '.hidden',
      '',
      'x\u0000y',
      'a\u202etxt.xml',
      'x'.repeat(256),
    ]) {
      const { status, body } = await upload('x', { name })
      assert.deepEqual([status, body.errors?.[0]?.param], [422, 'name'], name)
    }
    const unknown = '01890000-0000-7000-8000-000000000000'
    const both = await upload('x', { name: '../x', bank_account_id: unknown })
    assert.deepEqual(both.body.errors.map(({ param }: Wire) => param).sort(), ['bank_account_id', 'name'])
    const other = await upload('x', { environment: 'test', bank_account_id: account })
    assert.deepEqual([other.status, other.body.errors[0].param], [422, 'environment'])
    assert.equal((await upload('')).status, 422)
    assert.equal(await countFiles(), before)
  })

  it('takes nothing from a merchant or from an operator who has not just proved to be there', async () => {
    const { status, body } = await upload('x', {}, await world.member({ role: 'owner' }))
    assert.deepEqual([status, body.error.code], [403, 'role_missing'])
    const proved = (when: string) => `update sessions set stepped_up_at = ${when}`
    await world.db.query(proved('null'))
    const late = await upload('x')
    await world.db.query(proved('statement_timestamp()'))
    assert.deepEqual([late.status, late.body.error.code], [403, 'step_up_required'])
  })

  it('refuses a body that says it is too large before it comes, and the third upload at a time', async () => {
    const large = await halfUpload({ 'content-length': String(129 * 1024 * 1024) })
    const [answer] = await large.answered
    assert.equal(answer.statusCode, 413)
    large.end()
    const open = [await halfUpload({}), await halfUpload({}), await halfUpload({})]
    const [third] = await Promise.race(open.map(async ({ answered }) => await answered))
    assert.deepEqual([third.statusCode, third.headers['retry-after']], [503, '5'])
    for (const each of open) each.end()
    await eventually(async () => {
      assert.equal((await upload(mt940('300701', '5,00'))).status, 202)
      return true
    }, 'a slot is free again')
  })

  /** An upload whose first bytes are sent and whose rest does not come. */
  async function halfUpload(headers: Record<string, string>) {
    const request = httpRequest(`${world.url}/console/operator/bank-files?name=half.sta`, {
      method: 'POST',
      headers: {
        cookie: `sid=${ana.cookie()}`,
        'x-csrf-token': ana.csrfToken() ?? '',
        'content-type': 'text/plain',
        ...headers,
      },
    })
    request.on('error', () => undefined)
    const answered = once(request, 'response')
    answered.catch(() => undefined)
    await new Promise<void>((resolve) => request.write('half', () => resolve()))
    return { answered, end: () => request.destroy() }
  }

  async function countFiles(): Promise<number> {
    return Number((await world.db.query('select count(*) as n from bank_files')).rows[0].n)
  }
})
