import { present } from '../../core/values/assert.ts'
import { removeChannel, showChannels } from '../bank-accounts/bank-channels.ts'
import { type BankAccount, showBankAccounts } from '../bank-accounts/set-bank-account.ts'
import { showProfiles } from '../bank-accounts/set-bank-profile.ts'
import { type ShownLine, showWaitingLines } from '../bank-accounts/show-lines.ts'
import { actionCommand } from './action-command.ts'
import type { Command } from './command.ts'
import { machineActor } from './machine.ts'
import { jsonIn, readOptions } from './statement-commands.ts'

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

const setCommand = actionCommand({
  name: 'bank set',
  summary: 'Change how an own bank account is recognised in statements, and in which time zone its days begin.',
  action: 'bank_account',
  fieldNames: { bank_account_id: 'account' },
  show: async (deps, { bank_account_id: id }) => {
    const accounts = (await showBankAccounts(deps)).filter((account) => account.id === id)
    return { facts: Object.fromEntries(accounts.map((account) => [account.id, lineOf(account)])) }
  },
})

const profileSetCommand = actionCommand({
  name: 'bank profile set',
  summary:
    'Say how the bank of an own account writes a format. It counts as the word of the bank: two people agree to it.',
  action: 'bank_profile',
  fieldNames: { bank_account_id: 'account' },
  options: {
    profile: {
      value: 'FILE',
      help: 'the profile as JSON (of MT940: partyFields, wraps, supplements): see docs/connectors.md',
      required: true,
    },
  },
  asked: async (fields, values) => [
    { action: 'bank_profile', fields: { ...fields, profile: await jsonIn(present(values['profile'], 'profile')) } },
  ],
  show: async (_deps, { bank_account_id: account, format }, version) =>
    await Promise.resolve({
      facts: {
        account: String(account),
        format: String(format),
        version: version === undefined ? undefined : String(version),
      },
    }),
})

const profileListCommand: Command = {
  name: 'bank profile list',
  summary: 'Show the agreed profiles of an own account, the newest of each format.',
  options: { account: { value: 'ID', help: 'the bank account: see pasarela bank list', required: true } },
  run: async ({ withDeps }, values) => {
    const profiles = await withDeps(async (deps) => await showProfiles(deps, present(values['account'], 'account')))
    const facts = profiles.map(({ format, version, profile, set_by: by, created_at: at }) => [
      format,
      `version ${version} of ${at.toISOString()} by ${by}: ${JSON.stringify(profile)}`,
    ])
    return {
      facts: Object.fromEntries(facts),
      json: profiles,
      notes: profiles.length === 0 ? ['There is none: its files are read as their format says.'] : [],
    }
  },
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

const lineListCommand: Command = {
  name: 'line list',
  summary:
    'Show the lines of own bank accounts that nobody has claimed, with the transactions that they may belong to.',
  options: { account: { value: 'ID', help: 'only this bank account: see pasarela bank list' } },
  run: async ({ withDeps }, values) => {
    const lines = await withDeps(async (deps) => await showWaitingLines(deps, values['account']))
    return {
      facts: Object.fromEntries(lines.map((line) => [line.id, lineText(line)])),
      json: lines,
      notes: lines.length === 0 ? ['No line waits.'] : [],
    }
  },
}

function lineText({ day, sign, amount, currency, bankRef, text, party, isInDoubt, candidates }: ShownLine): string {
  const orders = candidates.map(
    ({ transactionId, class: kind, status, reasons }) =>
      `${kind} ${transactionId} (${status}: ${reasons.map(({ code }) => code).join(', ')})`,
  )
  const money = `${day} ${sign === 'C' ? '+' : '-'}${amount} ${currency}`
  return [
    money,
    isInDoubt && 'IN DOUBT: can be read in two ways',
    bankRef,
    party,
    text,
    orders.length > 0 ? `may be ${orders.join('; ')}` : 'of nobody known',
  ]
    .filter(Boolean)
    .join(', ')
}

const lineNames = { bank_line_id: 'line' }

const lineMatchCommand = actionCommand({
  name: 'line match',
  summary: 'Say whose money a waiting line is: the pay-in is credited, the payout proven or returned.',
  action: 'match_line',
  fieldNames: lineNames,
})

const lineClassCommand = actionCommand({
  name: 'line class',
  summary: 'Say what a waiting line was that is the money of no order: a cost, an income, or money of your own.',
  action: 'class_line',
  fieldNames: lineNames,
})

const lineReturnCommand = actionCommand({
  name: 'line return',
  summary: 'Mark a waiting credit to be returned to its sender, or name the debit that shows that it went back.',
  action: 'return_line',
  fieldNames: lineNames,
})

const channelAddCommand = actionCommand({
  name: 'bank channel add',
  summary:
    'Import the statements that come into a folder of this machine by themselves. Two people agree to it once; then no file needs a person.',
  action: 'bank_channel',
  fieldNames: { bank_account_id: 'account' },
  options: readOptions,
  show: async (_deps, _fields, id) => await Promise.resolve({ facts: { channel_id: id } }),
})

const channelListCommand: Command = {
  name: 'bank channel list',
  summary: 'Show the folders whose statements are imported by themselves, and what was last refused.',
  options: {},
  run: async ({ withDeps }) => {
    const channels = await withDeps(async (deps) => await showChannels(deps))
    return {
      facts: Object.fromEntries(
        channels.map(({ id, environment, folder, looked_at: at, last_failure: failure }) => [
          id,
          [
            environment,
            folder,
            at ? `looked at ${at.toISOString()}` : 'never looked at',
            failure && `REFUSED ${failure}`,
          ]
            .filter(Boolean)
            .join(', '),
        ]),
      ),
      notes: channels.length === 0 ? ['No folder is watched.'] : [],
    }
  },
}

const channelRemoveCommand: Command = {
  name: 'bank channel remove',
  summary: 'No longer import the statements of a folder. One person may do this alone.',
  options: { channel: { value: 'ID', help: 'see pasarela bank channel list', required: true } },
  run: async ({ withDeps }, values) => {
    const id = present(values['channel'], 'channel')
    await withDeps(async (deps) => await removeChannel(deps, id, machineActor()))
    return { facts: { removed: id } }
  },
}

export const bankCommands: readonly Command[] = [
  listCommand,
  setCommand,
  profileSetCommand,
  profileListCommand,
  channelAddCommand,
  channelListCommand,
  channelRemoveCommand,
  lineListCommand,
  lineMatchCommand,
  lineClassCommand,
  lineReturnCommand,
]
