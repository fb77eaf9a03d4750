import { createHash, randomUUID } from 'node:crypto'
import { randomBase62 } from '../../core/platform/ids.ts'
import { present } from '../../core/values/assert.ts'
import { addDays } from '../../core/values/days.ts'
import { formatAmount } from '../../core/values/money.ts'
import { removeChannel, showChannels } from '../bank-accounts/bank-channels.ts'
import { removeLineRule, showLineRules } from '../bank-accounts/line-rules.ts'
import { type BankAccount, showBankAccounts } from '../bank-accounts/set-bank-account.ts'
import { showProfiles } from '../bank-accounts/set-bank-profile.ts'
import { type BankDay, showDays } from '../bank-accounts/show-days.ts'
import { type ShownLine, showWaitingLines } from '../bank-accounts/show-lines.ts'
import { actionCommand } from './action-command.ts'
import type { Command } from './command.ts'
import { machineActor } from './machine.ts'
import { jsonIn, readOptions } from './statement-commands.ts'
import { dayFrom } from './values.ts'

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

const openingCommand = actionCommand({
  name: 'bank opening',
  summary:
    'Say what an own account held when its first day began. It is booked once, and the days of the account add up.',
  action: 'bank_opening',
  fieldNames: { bank_account_id: 'account' },
})

const daysCommand: Command = {
  name: 'bank days',
  summary:
    'Show whether the days of an own account add up with the bank: what both hold, and what explains the difference.',
  options: {
    account: { value: 'ID', help: 'the bank account: see pasarela bank list', required: true },
    from: { value: 'DAY', help: 'the first day, for example 2030-06-14. Default: a month before the last one' },
    to: { value: 'DAY', help: 'the last day. Default: today' },
  },
  run: async ({ withDeps }, values) => {
    const { days } = await withDeps(async (deps) => {
      const to = dayFrom('to', values['to']) ?? deps.clock.now().toISOString().slice(0, 10)
      const from = dayFrom('from', values['from']) ?? addDays(to, -31)
      return await showDays(deps, { bankAccountId: present(values['account'], 'account'), from, to })
    })
    return {
      facts: Object.fromEntries(days.map((each) => [each.day, dayText(each)])),
      notes: days.length === 0 ? ['No day was judged: no statement covers these days or a later one.'] : [],
    }
  },
}

function dayText(day: BankDay): string {
  const text = (minor: bigint) => formatAmount(minor, day.currency)
  const { state, bank_minor: bank, unposted, unproven, waiting } = day
  return [
    state,
    `bank ${bank === null ? 'unknown' : text(bank)}, ledger ${text(day.ledger_minor)}`,
    unposted > 0 && `${unposted} lines not in the ledger (${text(day.unposted_minor)})`,
    unproven > 0 && `${unproven} confirmed and not proven (${text(day.unproven_minor)})`,
    day.gap_minor !== null && day.gap_minor !== 0n && `UNEXPLAINED since the day before ${text(day.gap_minor)}`,
    waiting > 0 && `${waiting} lines of nobody`,
  ]
    .filter(Boolean)
    .join(', ')
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
    account.kind === 'provider' ? 'at a provider' : undefined,
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

const batchTemplateCommand = actionCommand({
  name: 'batch template',
  summary: 'Say how the bank of an own account takes payment files. Two people agree to it.',
  action: 'batch_template',
  fieldNames: { bank_account_id: 'account' },
  options: {
    template: { value: 'FILE', help: 'the template as JSON: see docs/operations.md', required: true },
  },
  asked: async (fields, values) => [
    {
      action: 'batch_template',
      fields: { ...fields, template: await jsonIn(present(values['template'], 'template')) },
    },
  ],
  show: async (_deps, { bank_account_id: account }, version) =>
    await Promise.resolve({
      facts: { account: String(account), version: version === undefined ? undefined : String(version) },
    }),
})

const batchMakeCommand = actionCommand({
  name: 'batch make',
  summary: 'Make a payment file of what waits on an own account. A person downloads it in the dashboard.',
  action: 'payment_batch',
  fieldNames: { bank_account_id: 'account' },
  show: async (_deps, _fields, made) =>
    await Promise.resolve({ facts: { batch_id: made?.batchId, number: made && String(made.number) } }),
})

const batchCancelCommand = actionCommand({
  name: 'batch cancel',
  summary: 'Cancel a batch that nobody has downloaded: its payouts wait again.',
  action: 'batch_cancel',
})

const batchReleaseCommand = actionCommand({
  name: 'batch release',
  summary: 'Release a payout from a batch, where it is certain that the bank does not execute it: it waits again.',
  action: 'batch_release',
})

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
  summary:
    'Mark a waiting credit to be returned to its sender, name the debit that shows that it went back, or say that money at a provider went back.',
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

const tokenAction = actionCommand({
  name: 'bank channel token',
  summary:
    'Let a bank’s client send statement files over HTTP. Two people agree to it once; each file waits for one person, unless the client signs it.',
  action: 'bank_channel_token',
  fieldNames: { bank_account_id: 'account' },
  options: {
    ...readOptions,
    channel: { value: 'ID', help: 'give this channel another token: the one before ends at once' },
  },
  asked: (fields, { channel, token = '' }) => {
    const token_hash = createHash('sha256').update(token).digest('hex')
    return [{ action: 'bank_channel_token', fields: { ...fields, channel_id: channel, token_hash } }]
  },
})

/** The token is made here and shown here: the gateway is told its hash. */
const tokenCommand: Command = {
  ...tokenAction,
  run: async (surroundings, values, list) => {
    const made = { channel: randomUUID(), ...values, token: `pasbank_${randomBase62(40)}` }
    const { facts, notes = [], ...more } = await tokenAction.run(surroundings, made, list)
    const { channel, token } = made
    return {
      ...more,
      facts: { ...facts, channel_id: channel, token, send_to: `/bank-files/${channel}?name=FILE` },
      notes: [...notes, 'The token is shown this once.'],
    }
  },
}

const channelListCommand: Command = {
  name: 'bank channel list',
  summary: 'Show the ways in for files of banks, folders and tokens, and what was last refused.',
  options: {},
  run: async ({ withDeps }) => {
    const channels = await withDeps(async (deps) => await showChannels(deps))
    return {
      facts: Object.fromEntries(
        channels.map(({ id, environment, folder, networks, signs, looked_at: at, last_failure: failure }) => [
          id,
          [
            environment,
            folder ?? `by token from ${networks?.join(' ') ?? 'everywhere'}${signs ? ', signed files apply' : ''}`,
            at ? `last used ${at.toISOString()}` : 'never used',
            failure && `REFUSED ${failure}`,
          ]
            .filter(Boolean)
            .join(', '),
        ]),
      ),
      notes: channels.length === 0 ? ['There is none: people bring the files.'] : [],
    }
  },
}

const channelRemoveCommand: Command = {
  name: 'bank channel remove',
  summary: 'End a folder or a token for files of banks. One person may do this alone.',
  options: { channel: { value: 'ID', help: 'see pasarela bank channel list', required: true } },
  run: async ({ withDeps }, values) => {
    const id = present(values['channel'], 'channel')
    await withDeps(async (deps) => await removeChannel(deps, id, machineActor()))
    return { facts: { removed: id } }
  },
}

const ruleAddCommand = actionCommand({
  name: 'line rule add',
  summary:
    'Say what lines of an own account are from now on. A rule on the bank’s own code decides, one on text only suggests.',
  action: 'line_rule',
  fieldNames: { bank_account_id: 'account' },
  show: async (_deps, _fields, id) => await Promise.resolve({ facts: { rule_id: id } }),
})

const ruleListCommand: Command = {
  name: 'line rule list',
  summary: 'Show the rules about lines of an own account.',
  options: { account: { value: 'ID', help: 'the bank account: see pasarela bank list', required: true } },
  run: async ({ withDeps }, values) => {
    const rules = await withDeps(async (deps) => await showLineRules(deps, present(values['account'], 'account')))
    const facts = rules.map(({ id, sign, bank_code: code, text_contains: text, class: named, set_by: by }) => [
      id,
      `${sign} ${code === null ? `text with ${text}` : `code ${code}`}: ${named}, by ${by}`,
    ])
    return {
      facts: Object.fromEntries(facts),
      notes: rules.length === 0 ? ['There is none: each line that no order claims waits.'] : [],
    }
  },
}

const ruleRemoveCommand: Command = {
  name: 'line rule remove',
  summary: 'End a rule about lines. What it explained stays. One person may do this alone.',
  options: { rule: { value: 'ID', help: 'see pasarela line rule list', required: true } },
  run: async ({ withDeps }, values) => {
    const id = present(values['rule'], 'rule')
    await withDeps(async (deps) => await removeLineRule(deps, id, machineActor()))
    return { facts: { removed: id } }
  },
}

export const bankCommands: readonly Command[] = [
  listCommand,
  setCommand,
  profileSetCommand,
  profileListCommand,
  openingCommand,
  daysCommand,
  channelAddCommand,
  tokenCommand,
  channelListCommand,
  channelRemoveCommand,
  lineListCommand,
  ruleAddCommand,
  ruleListCommand,
  ruleRemoveCommand,
  lineMatchCommand,
  lineClassCommand,
  lineReturnCommand,
  batchTemplateCommand,
  batchMakeCommand,
  batchCancelCommand,
  batchReleaseCommand,
]
