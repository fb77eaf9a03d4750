import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeClabe } from '../../src/identifiers/mx/clabe.ts'
import { eventually, type World } from './world.ts'

export interface DeskAccount {
  id: string
  /** As statements write it. */
  number: string
}

export interface DeskLine {
  /** Below zero: money leaves. */
  cents: number
  text: string
  ref?: string
}

type Desk = Pick<World, 'command' | 'db' | 'demo' | 'facts'>

/** A bank account in Mexico to which payers of the demo's test point deposit. */
export async function aDeskAccount({ facts, db, demo }: Desk): Promise<DeskAccount> {
  const number = makeClabe({ bank: '002', city: '180', account: '70031234567' })
  const account = ['--service', 'SPEI_MX', '--number', number, '--beneficiary', 'Pasarela Test SA']
  await facts('account', 'add', ...account, '--point', demo.auth_point_id, '--by', 'ana', '--note', 'opened')
  const { rows } = await db.query<{ id: string }>('select id from bank_accounts order by created_at desc limit 1')
  return { id: rows[0]?.id ?? '', number }
}

/** A deposit order, by default of the demo's point; returns its id and the reference that its payer was given. */
export async function aDeskOrder(
  { call }: Pick<World, 'call'>,
  { amount, reference, key }: { amount: number; reference: string; key?: string },
): Promise<{ id: string; target: string }> {
  const body = { service_code: 'SPEI_MX', amount, reference, payer_doc_id: 'GODE561231GR8' }
  const answer = await call('POST', '/api/v1/payments/payin_hth', { body, ...(key === undefined ? {} : { key }) })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { transaction_id: id, target_account_reference: target } = answer.body.data
  return { id, target }
}

const amountText = (cents: number) =>
  `${Math.trunc(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** A statement of today, or of some days before, as MT940. */
export function deskStatement(
  number: string,
  lines: readonly DeskLine[],
  { openingCents = 0, daysAgo = 0, gapCents = 0 } = {},
): string {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const day = at.toISOString().slice(2, 10).replaceAll('-', '')
  const balance = (cents: number) => `${cents < 0 ? 'D' : 'C'}${day}MXN${amountText(cents)}`
  const closing = lines.reduce((sum, { cents }) => sum + cents, openingCents + gapCents)
  return [
    ...[':20:DESK', `:25:${number}`, ':28C:1', `:60F:${balance(openingCents)}`],
    ...lines.flatMap(({ cents, text, ref }) => [
      `:61:${day}${day.slice(2)}${cents < 0 ? 'D' : 'C'}${amountText(cents)}NTRFNONREF${ref === undefined ? '' : `//${ref}`}`,
      `:86:${text}`,
    ]),
    ...[`:62F:${balance(closing)}`, '-', ''],
  ].join('\r\n')
}

/** A report of today, which is not over, as MT942: its lines alone. */
export function deskReport(number: string, lines: readonly DeskLine[]): string {
  const day = new Date().toISOString().slice(2, 10).replaceAll('-', '')
  return [
    ...[':20:REPORT', `:25:${number}`, ':28C:1', ':34F:MXN0,', `:13D:${day}1200+0000`],
    ...lines.flatMap(({ cents, text, ref }) => [
      `:61:${day}${day.slice(2)}${cents < 0 ? 'D' : 'C'}${amountText(cents)}NTRFNONREF${ref === undefined ? '' : `//${ref}`}`,
      `:86:${text}`,
    ]),
    ...['-', ''],
  ].join('\r\n')
}

/** Imports a statement of the environment, by default of test, and waits until each of its lines has been judged. */
export async function giveDeskLines(
  world: Pick<World, 'command' | 'db'>,
  account: DeskAccount,
  lines: readonly DeskLine[],
  environment: 'test' | 'live' = 'test',
): Promise<void> {
  const file = join(tmpdir(), `desk-${process.pid}.sta`)
  writeFileSync(file, deskStatement(account.number, lines))
  const { code, output } = await world.command('statement', 'import', file, '--environment', environment)
  rmSync(file)
  assert.equal(code, 0, output)
  await eventually(async () => {
    const { rowCount } = await world.db.query(`select 1 from bank_line_states where state = 'new'`)
    return rowCount === 0 ? true : undefined
  }, 'every line has been judged')
}
