import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { type Answer, openWorld } from '../../support/world.ts'

const [number, otherNumber] = ['032180000118359719', '002010077777777771']
const table = `${['Fecha,Concepto,Ordenante,Importe,Saldo', '14/06/2030,pago,Ana,5.00,15.00', '14/06/2030,comision,,-2.00,13.00'].join('\r\n')}\r\n`

describe('the profile of a bank’s tables', () => {
  const world = openWorld()
  let people: Operators
  let accountId: string
  let fileId: string
  const send = async (to: string, raw: string): Promise<Answer> =>
    await people.ana.call('POST', `/console/operator/bank-files${to}?environment=test&name=t.csv`, {
      raw,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const tryOn = async (client: ConsoleClient, body: object): Promise<Answer> =>
    await client.call('POST', `/console/operator/bank-accounts/${accountId}/table`, { body })
  before(async () => {
    people = await world.operators()
    for (const each of [number, otherNumber]) {
      const account = ['--service', 'SPEI_MX', '--number', each, '--beneficiary', 'Shop SA']
      await world.facts('account', 'add', ...account, '--point', world.demo.auth_point_id, '--by', 'ana')
    }
    const found = await world.db.query('select bank_account_id as id from bank_account_numbers where number = $1', [
      number,
    ])
    accountId = found.rows[0].id
    fileId = (await send('', table)).body.data.file_id
  })

  it('is guessed of a stored table, mended, agreed, and then read by everybody', async () => {
    const first = await tryOn(people.ana, { file_id: fileId })
    const { guess, columns, faults, preview } = first.body.data
    assert.deepEqual([first.status, faults, preview.lines, preview.refusal], [200, [], 2, null])
    assert.deepEqual(columns[2], { name: 'Ordenante', samples: ['Ana'] })
    assert.equal(preview.statements[0].first_lines[0].party, null)
    const profile = { ...guess, header: { ...guess.header, Ordenante: 'partyName' } }
    const second = (await tryOn(people.ana, { file_id: fileId, profile })).body.data
    assert.deepEqual([second.guess, second.preview.statements[0].first_lines[0].party], [null, 'Ana'])
    assert.ok((await send('/preview', table)).body.data.refusal, 'nothing is agreed yet')

    const input = { bank_account_id: accountId, format: 'csv', profile }
    const proposed = await people.ana.call('POST', '/console/operator/proposals', {
      body: { action: 'bank_profile', input, evidence: 'the bank’s portal' },
    })
    assert.equal(proposed.status, 201, JSON.stringify(proposed.body))
    const { refusal, lines, statements } = (await send('/preview', table)).body.data
    assert.deepEqual([refusal, lines, statements[0].first_lines[0].party], [null, 2, 'Ana'])
  })

  it('says what is wrong with it, and does not read for the account what is of another one', async () => {
    const { guess } = (await tryOn(people.ana, { file_id: fileId })).body.data
    const { Saldo: _, ...header } = guess.header
    const broken = { ...guess, header: { ...header, Fecha: 'text' }, date: 'dd/mm', delimiter: '"', account: undefined }
    const { faults, preview } = (await tryOn(people.ana, { file_id: fileId, profile: broken })).body.data
    assert.deepEqual(
      [faults.map((each: string) => each.split(':')[0]).sort(), preview],
      [['account', 'date', 'header', 'header', 'quote'], null],
    )
    const other = await tryOn(people.ana, { file_id: fileId, profile: { ...guess, account: otherNumber } })
    assert.match(other.body.data.faults[0], /^account: .*another own account/)
    const late = await tryOn(people.ana, { file_id: fileId, profile: { ...guess, decimal: ',', thousands: '' } })
    assert.ok(late.body.data.preview.refusal.place.line >= 2)
  })

  it('is made of tables alone, by operators who may act', async () => {
    const zip = (await send('', 'PK\u0003\u0004table')).body.data.file_id
    const refused = await tryOn(people.ana, { file_id: zip })
    assert.deepEqual([refused.status, /XLSX/.test(JSON.stringify(refused.body))], [422, true])
    assert.equal((await tryOn(people.ana, { file_id: accountId })).status, 404)
    assert.equal((await tryOn(await world.signIn('owner'), { file_id: fileId })).status, 403)
  })
})
