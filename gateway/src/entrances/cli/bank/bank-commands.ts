import { openLedger } from '../../../bank-accounts/days/open-ledger.ts'
import { type BankAccount, setBankAccount, showBankAccounts } from '../../../bank-accounts/set-bank-account.ts'
import { present } from '../../../values/assert.ts'
import { type Command, type CommandResult, type CommandValues, UsageError } from '../command.ts'
import type { CliDeps } from '../deps.ts'
import { machineActor } from '../machine.ts'
import { actOrPropose, creatorOptions, reasonOption } from '../people.ts'

const listCommand: Command = {
  name: 'bank list',
  summary: 'Show the own bank accounts: country, currency, bank, holder, and every form of their numbers.',
  options: {},
  run: async ({ withDeps }) => {
    const accounts = await withDeps(async (deps) => await showBankAccounts(deps))
    return {
      facts: Object.fromEntries(accounts.map((account) => [account.id, lineOf(account)])),
      notes: accounts.length === 0 ? ['There is none: pasarela account add makes the first one.'] : [],
    }
  },
}

const setCommand: Command = {
  name: 'bank set',
  summary: 'Change how an own bank account is recognised in statements, and in which time zone its days begin.',
  options: {
    account: { value: 'ID', help: 'the bank account: see pasarela bank list', required: true },
    number: { value: 'NUMBER', help: 'one more form in which statements write its number' },
    'time-zone': { value: 'ZONE', help: 'IANA name, for example America/Lima' },
    cutoff: { value: 'HH:MM', help: 'until when the bank executes payouts of the same day' },
    active: { value: 'yes|no', help: 'whether statements of this account are taken' },
    automatic: { value: 'yes|no', help: 'whether lines that name an order for certain complete it without a person' },
    'ledger-from': { value: 'YYYY-MM-DD', help: 'the first day whose lines count; said once, with --opening and --by' },
    opening: { value: 'AMOUNT', help: 'what the bank held where that day began; below zero if overdrawn' },
    note: reasonOption,
    ...creatorOptions,
    by: { ...creatorOptions.by, required: false },
  },
  run: async ({ withDeps }, values) => {
    if (values['ledger-from'] !== undefined || values['opening'] !== undefined) {
      return await withDeps(async (deps) => await sayOpening(deps, values))
    }
    const active = yesOrNo(values, 'active')
    const automatic = yesOrNo(values, 'automatic')
    const changes = {
      bankAccountId: present(values['account'], 'account'),
      number: values['number'],
      timeZone: values['time-zone'],
      cutoff: values['cutoff'],
      active,
      automatic,
    }
    const actor = machineActor()
    const by = { actor, breakGlass: values['break-glass'] === undefined ? undefined : actor }
    const account = await withDeps(async (deps) => await setBankAccount(deps, changes, by))
    return { facts: { [account.id]: lineOf(account) } }
  },
}

/** The balance that the account's ledger begins with. It changes nothing else. */
async function sayOpening(deps: CliDeps, values: CommandValues): Promise<CommandResult> {
  const { 'ledger-from': from, opening: said, by } = values
  if (from === undefined || said === undefined || by === undefined) {
    throw new UsageError('--ledger-from, --opening and --by belong together.')
  }
  const others = ['number', 'time-zone', 'cutoff', 'active', 'automatic'].filter((name) => values[name] !== undefined)
  if (others.length > 0) throw new UsageError(`--${others.join(' and --')} needs a command of its own.`)
  const opening = { bank_account_id: present(values['account'], 'account'), ledger_from: from, opening: said }
  const acting = await actOrPropose(deps, values, { action: 'opening_balance', ...opening })
  if (acting.kind === 'proposed') return acting.result
  const { operator: actor, evidence, breakGlass } = acting.by
  await openLedger(deps, opening, { actor, evidence, breakGlass })
  return { facts: { bank_account_id: opening.bank_account_id, ledger_from: from, opening: said } }
}

function yesOrNo(values: CommandValues, name: string): boolean | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (text !== 'yes' && text !== 'no') throw new UsageError(`--${name} is yes or no.`)
  return text === 'yes'
}

function lineOf(account: BankAccount): string {
  const {
    environment,
    country,
    currency,
    bank_name: bank,
    holder,
    numbers,
    time_zone: zone,
    cutoff,
    active,
    automatic,
  } = account
  return [
    `${environment} ${country} ${currency}`,
    bank,
    holder,
    numbers.join(' '),
    zone,
    cutoff === null ? undefined : `until ${cutoff.slice(0, 5)}`,
    automatic ? 'matches by itself' : 'a person matches',
    active ? undefined : 'not active',
  ]
    .filter(Boolean)
    .join(', ')
}

export const bankCommands: readonly Command[] = [listCommand, setCommand]
