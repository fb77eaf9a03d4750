import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { BankDayDetailData, BankDaysData } from '../../../src/bank-accounts/http/contract/bank-days.ts'
import { makeClabe } from '../../../src/identifiers/mx/clabe.ts'
import { addDays, dayOf } from '../../../src/values/days.ts'
import type { Operators } from '../../support/people.ts'
import { eventually, openWorld } from '../../support/world.ts'

const path = '/console/operator/bank-days'

describe('the days of an own bank account, by pages and by commands', () => {
  const world = openWorld()
  let people: Operators
  let account = ''
  const number = '830999'
  const today = dayOf(new Date(), 'America/Mexico_City')
  const day = (before: number) => addDays(today, -before)

  before(async () => {
    people = await world.operators()
    await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const clabe = makeClabe({ bank: '002', city: '180', account: '12345678999' })
    const added = await world.facts(
      ...['account', 'add', '--service', 'SPEI_MX', '--number', clabe, '--beneficiary', 'Shop SA'],
      ...['--by', 'ana', '--note', 'opened', '--break-glass'],
    )
    account = added['bank_account_id'] ?? ''
    await world.facts('bank', 'set', '--account', account, '--number', number, '--break-glass')
    await give(3, 'C100,00', ['C5,00'], 'C105,00')
    await give(2, 'C105,00', ['D1,00'], 'C104,50')
    await give(1, 'C104,50', [], 'C104,50')
    await compute()
  })

  /** A day's statement of the bank. */
  async function give(before: number, opening: string, lines: readonly string[], closing: string): Promise<void> {
    const on = day(before).slice(2).replaceAll('-', '')
    const balance = (text: string) => `${text.charAt(0)}${on}MXN${text.slice(1)}`
    const text = [
      ...[':20:A', `:25:${number}`, ':28C:1', `:60F:${balance(opening)}`],
      ...lines.flatMap((line, at) => [`:61:${on}${line}NTRF//B${before}${at}`, ':86:nobody knows']),
      ...[`:62F:${balance(closing)}`, '-', ''],
    ]
    const file = join(tmpdir(), `bank-day-${process.pid}.sta`)
    writeFileSync(file, text.join('\r\n'))
    await world.facts('statement', 'import', file)
    rmSync(file)
  }

  /** Rounds until every line is in the ledger and the days know it. */
  async function compute(): Promise<void> {
    await eventually(async () => {
      await world.round('bankLines')
      const { rowCount } = await world.db.query(`select from bank_line_states where state = 'new'`)
      return rowCount === 0 || undefined
    }, 'every line is in the ledger')
  }

  /** A round has begun when `round` answers, and not ended. */
  async function areDays(wanted: readonly string[]): Promise<void> {
    await eventually(
      async () => {
        await world.round('bankDays')
        return JSON.stringify(await days()) === JSON.stringify(wanted) || undefined
      },
      `the days are ${wanted.join(' | ')}`,
    )
  }

  async function days(): Promise<readonly string[]> {
    const months = [...new Set([day(3), day(1)].map((each) => each.slice(0, 7)))]
    const found = []
    for (const month of months) {
      const answer = await people.ana.call('GET', `${path}?account=${account}&month=${month}`)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const data: BankDaysData = answer.body.data
      found.push(...data.days)
    }
    return found.map((each) => [each.state, each.bank_closing, each.difference, ...each.reasons].join(' '))
  }

  async function decided(action: string, input: object): Promise<void> {
    const { proposal_id: id } = await people.propose({ action, input, evidence: 'seen at the bank' })
    const answer = await people.decide(id, 'do')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await compute()
  }

  it('wait for the opening balance, which two operators say', async () => {
    assert.deepEqual(await days(), [])
    await decided('opening_balance', { bank_account_id: account, ledger_from: day(3), opening: '100' })
    await areDays(['proven 105.00 0.00', 'open 104.50 0.50 statement_open difference', 'open 104.50 0.50 difference'])
  })

  it('are shown with what is behind a difference, page by page, and unknown ones are refused', async () => {
    const answer = await people.ana.call('GET', `${path}/${account}/${day(2)}`)
    const data: BankDayDetailData = answer.body.data
    assert.deepEqual(
      [data.day.difference, data.waiting_lines.items.length, data.statements[0]?.sound, data.account.opening],
      ['0.50', 1, false, '100.00'],
    )
    const next = await people.ana.call('GET', `${path}/${account}/${day(2)}?list=confirmations&cursor=0&limit=1`)
    assert.deepEqual([next.status, next.body.data.waiting_lines.items], [200, []])
    const wrong = await people.ana.call('GET', `${path}/${account}/${day(2)}?list=waiting_lines&cursor=0`)
    assert.equal(wrong.status, 422)
    for (const place of [`${account}/${day(9)}`, `${account}/${today}`, `${account}/2030-02-31`]) {
      assert.equal((await people.ana.call('GET', `${path}/${place}`)).status, 404, place)
    }
    const shown = await world.command('bank', 'day', '--account', account, '--day', day(2))
    assert.match(
      shown.output,
      /open, bank 104\.50, ledger 104\.00, difference 0\.50, 1 lines of nobody, statement_open/,
    )
    assert.match((await world.command('bank', 'day')).output, /proven, bank 105\.00/)
  })

  it('stand with the account while they are not proven, for the work queue', async () => {
    const answer = await people.ana.call('GET', `/console/operator/bank-accounts/${account}`)
    const { open_days: count, oldest_open_day: oldest } = answer.body.data
    assert.deepEqual([count, oldest], [2, day(2)])
  })

  it('are closed, and their statements accepted, by two operators or by one who breaks the glass', async () => {
    const answer = await people.ana.call('GET', `${path}/${account}/${day(2)}`)
    const statementId = answer.body.data.statements[0].statement_id
    const alone = ['--by', 'ana', '--note', 'the bank says so', '--break-glass']
    const accepted = await world.command('statement', 'accept', '--statement', statementId, ...alone)
    assert.match(accepted.output, /accepted/)
    await areDays(['proven 105.00 0.00', 'open 104.50 0.50 difference', 'open 104.50 0.50 difference'])
    const closing = { bank_account_id: account, day: day(2), difference: '0.50' }
    await decided('close_day', closing)
    await areDays([
      'proven 105.00 0.00',
      'closed_manually 104.50 0.50 difference',
      'closed_manually 104.50 0.50 difference',
    ])
    const again = await world.command(
      ...['bank', 'close-day', '--account', account, '--day', day(2), '--difference', '0.50'],
      ...alone,
    )
    assert.match(again.output, /not open/)
    const twice = await world.command(
      ...['bank', 'set', '--account', account, '--ledger-from', day(3), '--opening', '7'],
      ...alone,
    )
    assert.match(twice.output, /said before/)
  })

  it('know holidays, which operators list, add, import and remove', async () => {
    const file = join(tmpdir(), `holidays-${process.pid}.csv`)
    writeFileSync(file, 'AR,2027-12-06,Puente,Decreto\nPY,2027-06-11,Paz del Chaco\n')
    assert.match((await world.command('holiday', 'import', file)).output, /holidays +2/)
    rmSync(file)
    await world.facts('holiday', 'add', '--country', 'UY', '--day', '2027-02-08', '--name', 'Carnaval')
    assert.match(
      (await world.command('holiday', 'list', '--country', 'UY', '--year', '2027')).output,
      /2027-02-08 +Carnaval/,
    )
    await world.facts('holiday', 'remove', '--country', 'UY', '--day', '2027-02-08')
    const gone = await world.command('holiday', 'remove', '--country', 'UY', '--day', '2027-02-08')
    assert.match(gone.output, /no such holiday/)
  })
})
