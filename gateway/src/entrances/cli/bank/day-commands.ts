import { acceptStatement } from '../../../bank-accounts/days/accept-statement.ts'
import { closeDay } from '../../../bank-accounts/days/close-day.ts'
import { readDay, readDays, type ShownDay } from '../../../bank-accounts/days/read-days.ts'
import { showBankAccounts } from '../../../bank-accounts/set-bank-account.ts'
import { present } from '../../../values/assert.ts'
import type { CurrencyCode } from '../../../values/currency.ts'
import { addDays, isDay } from '../../../values/days.ts'
import { formatAmount } from '../../../values/money.ts'
import { type Command, type CommandResult, UsageError } from '../command.ts'
import type { CliDeps } from '../deps.ts'
import { actOrPropose, creatorOptions, evidenceOption } from '../people.ts'

/** Days that are shown where none is named. */
const shownDays = 31
/** Rows of each list behind a difference. */
const shownRows = 25

const dayCommand: Command = {
  name: 'bank day',
  summary:
    'Show the days of own bank accounts: what the bank held, what the ledger says, and what explains the difference.',
  options: {
    account: { value: 'ID', help: 'only this bank account: see pasarela bank list' },
    day: { value: 'YYYY-MM-DD', help: 'one day of one account, with the lists behind its difference' },
  },
  run: async ({ withDeps }, values) => {
    const { account, day } = values
    if (day !== undefined && !isDay(day)) throw new UsageError('--day is a day such as 2030-06-14.')
    if (day !== undefined && account === undefined) throw new UsageError('--day needs --account.')
    return await withDeps(async (deps) => {
      if (account !== undefined && day !== undefined) return await oneDay(deps, account, day)
      return await lastDays(deps, account)
    })
  },
}

async function lastDays(deps: CliDeps, account: string | undefined): Promise<CommandResult> {
  const ids = account === undefined ? (await showBankAccounts(deps)).map(({ id }) => id) : [account]
  const facts: Record<string, string> = {}
  const json: object[] = []
  const today = deps.clock.now().toISOString().slice(0, 10)
  for (const bankAccountId of ids) {
    const range = { from: addDays(today, -shownDays), to: today }
    const { days, account: found } = await readDays(deps, { bankAccountId, ...range })
    for (const row of days) {
      facts[`${bankAccountId} ${row.day}`] = textOf(row, found.currency)
      json.push(plain(row, found.currency))
    }
  }
  return { facts, json, notes: json.length === 0 ? ['No day is computed: no statement was imported.'] : [] }
}

async function oneDay(deps: CliDeps, bankAccountId: string, day: string): Promise<CommandResult> {
  const found = await readDay(deps, { bankAccountId, day, limit: shownRows })
  const { currency } = found.account
  const text = (minor: bigint) => formatAmount(minor, currency)
  const facts: Record<string, string> = { [found.day.day]: textOf(found.day, currency) }
  const lists = {
    'not posted': found.unposted.items,
    waiting: found.waiting.items,
    'could explain': found.couldExplain,
  }
  for (const [name, lines] of Object.entries(lists)) {
    for (const line of lines) {
      facts[`${name} ${line.id}`] = `${line.day} ${line.sign === 'C' ? '' : '-'}${text(line.amount_minor)} ${line.text}`
    }
  }
  for (const each of found.confirmations.items) {
    const by = each.proven_day === null ? 'no line' : `its line is of ${each.proven_day}`
    facts[`without line ${each.id}`] =
      `${each.day} ${text(each.minor)} ${each.kind} ${each.transaction_id ?? ''}, ${by}`
  }
  return { facts, json: { ...plain(found.day, currency), ...facts }, notes: [] }
}

function textOf(row: ShownDay, currency: CurrencyCode): string {
  const text = (minor: bigint | null) => (minor === null ? 'unknown' : formatAmount(minor, currency))
  return [
    row.state,
    `bank ${text(row.bank_minor)}`,
    `ledger ${text(row.ledger_minor)}`,
    row.unposted_minor === 0n ? undefined : `not posted ${text(row.unposted_minor)}`,
    row.unproven_minor === 0n ? undefined : `without a line ${text(row.unproven_minor)}`,
    `difference ${text(row.difference_minor)}`,
    row.waitingLines === 0 ? undefined : `${row.waitingLines} lines of nobody`,
    row.reasons.join(', '),
  ]
    .filter(Boolean)
    .join(', ')
}

function plain(row: ShownDay, currency: CurrencyCode): object {
  const text = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency))
  return {
    ...{ bank_account_id: row.bank_account_id, day: row.day, state: row.state, reasons: row.reasons, currency },
    ...{ bank_closing: text(row.bank_minor), ledger_closing: text(row.ledger_minor) },
    ...{ lines_not_posted: text(row.unposted_minor), confirmations_without_line: text(row.unproven_minor) },
    ...{ difference: text(row.difference_minor), waiting_lines: row.waitingLines },
  }
}

const closeCommand: Command = {
  name: 'bank close-day',
  summary:
    'Close a day that stays open, with the difference that is accepted; it holds while the difference is the same.',
  options: {
    account: { value: 'ID', help: 'the bank account: see pasarela bank list', required: true },
    day: { value: 'YYYY-MM-DD', help: 'the day: see pasarela bank day', required: true },
    difference: { value: 'AMOUNT', help: 'the difference that is accepted; left out if the bank said no balance' },
    note: evidenceOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const { difference } = values
    const closing = {
      bank_account_id: present(values['account'], 'account'),
      day: present(values['day'], 'day'),
      ...(difference === undefined ? {} : { difference }),
    }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'close_day', ...closing })
      if (acting.kind === 'proposed') return acting.result
      const { operator: actor, evidence, breakGlass } = acting.by
      await closeDay(deps, closing, { actor, evidence, breakGlass })
      return { facts: { day: closing.day, state: 'closed_manually' } }
    })
  },
}

const acceptCommand: Command = {
  name: 'statement accept',
  summary:
    'Accept a statement that proves nothing by itself, does not add up or does not join, so that its lines may be matched without a person.',
  options: {
    statement: { value: 'ID', help: 'the statement: see pasarela statement list', required: true },
    note: evidenceOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const acceptance = { statement_id: present(values['statement'], 'statement') }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'accept_statement', ...acceptance })
      if (acting.kind === 'proposed') return acting.result
      const { operator: actor, evidence, breakGlass } = acting.by
      await acceptStatement(deps, acceptance, { actor, evidence, breakGlass })
      return { facts: { statement_id: acceptance.statement_id, state: 'accepted' } }
    })
  },
}

export const bankDayCommands: readonly Command[] = [dayCommand, closeCommand, acceptCommand]
