import { encodingNamed, readBankProfile, statementFormats } from '@pasarela/bank-statements'
import { z } from 'zod'
import { readNetwork } from '../../../core/platform/network.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { holdsCardNumber } from '../../../core/values/card-numbers.ts'
import { isDay } from '../../../core/values/days.ts'
import { type Environment, environments } from '../../../core/values/environment.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { refuseFaults } from '../../../core/values/refuse-faults.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { addChannel, type Channel } from '../../bank-accounts/bank-channels.ts'
import { type ChannelToken, setChannelToken, signingKeyOf } from '../../bank-accounts/channel-tokens.ts'
import {
  importAgreedFile,
  type ProposedFile,
  requireStoredFile,
  summariseStored,
} from '../../bank-accounts/import-statement.ts'
import {
  type BankAccountChanges,
  checkBankAccountChanges,
  concernsTestMoney,
  setBankAccount,
  showBankAccounts,
} from '../../bank-accounts/set-bank-account.ts'
import {
  type BankProfile,
  environmentOfAccount,
  setBankProfile,
  showProfiles,
} from '../../bank-accounts/set-bank-profile.ts'
import { type NewOpening, previewOpening, setOpening } from '../../bank-accounts/set-opening.ts'
import { say } from '../messages/en.ts'
import { valuesPreview } from '../preview.ts'
import {
  aboutNoPoint,
  named,
  type OperatorAction,
  proseField,
  type ReadDeps,
  reading,
  setBy,
  signedAmountField,
  signedMinorOf,
  timeZoneField,
} from './action.ts'

/** The longest that is stored, as JSON. */
const profileLengthMax = 4_000

const bankAccount = {
  ...reading(
    z.object({
      bank_account_id: named(uuidField, 'UUID', 'the bank account: see pasarela bank list'),
      number: named(plainField(100).optional(), 'NUMBER', 'one more form in which statements write its number'),
      time_zone: named(timeZoneField.optional(), 'ZONE', 'IANA name, for example America/Lima'),
      cutoff: named(plainField(5).optional(), 'HH:MM', 'until when the bank executes payouts of the same day'),
      active: named(z.boolean().optional(), '', 'whether statements of this account are taken'),
      automatic: named(
        z.boolean().optional(),
        '',
        'whether lines that name an order for certain complete it without a person',
      ),
    }),
  ),
  about: async (deps, changes) => aboutNoPoint((await concernsTestMoney(deps, changes)) ? 'test' : 'live'),
  preview: async (deps, changes) => {
    checkBankAccountChanges(changes)
    const account = (await showBankAccounts(deps)).find(({ id }) => id === changes.bankAccountId)
    return valuesPreview(
      changes,
      account && {
        timeZone: account.time_zone,
        cutoff: account.cutoff,
        active: account.active,
        automatic: account.automatic,
      },
    )
  },
  execute: async (deps, changes, by) => await setBankAccount(deps, changes, setBy(by)),
} satisfies OperatorAction<BankAccountChanges>

/** What a person says about the text of files. */
const readingFields = {
  bank_account_id: named(uuidField.optional(), 'UUID', 'the account that a table is of, if several have its columns'),
  time_zone: timeZoneField.optional(),
  encoding: plainField(40)
    .refine((name) => encodingNamed(name) !== undefined, 'query.form' satisfies Key)
    .optional(),
}

/** How the bank of an own account writes a format: what it says counts as the bank's own word. */
const bankProfile = {
  ...reading(
    z.object({
      bank_account_id: named(uuidField, 'UUID', 'the bank account: see pasarela bank list'),
      format: named(z.enum(statementFormats), '', 'which files it is about'),
      profile: z.unknown(),
    }),
    ({ bankAccountId, format, profile: json }): BankProfile => {
      const result = readBankProfile(format, json)
      const faults = 'faults' in result ? result.faults : []
      const text = JSON.stringify(json) ?? ''
      if (text.length > profileLengthMax) faults.push(`more than ${profileLengthMax} characters`)
      if (holdsCardNumber(text, 'groups')) faults.push('holds a card number')
      if ('profile' in result && faults.length === 0) return { bankAccountId, format, profile: result.profile }
      const message = `is wrong: ${faults.join('; ').slice(0, profileLengthMax)}`
      throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'profile', message }] })
    },
  ),
  about: async (deps, { bankAccountId }) => aboutNoPoint(await environmentOfAccount(deps, bankAccountId)),
  preview: async (deps, { bankAccountId, format, profile }) => {
    const before = (await showProfiles(deps, bankAccountId)).find((each) => each.format === format)
    return valuesPreview(
      { format, profile: JSON.stringify(profile) },
      before && { profile: JSON.stringify(before.profile) },
    )
  },
  execute: async (deps, profile, by) => await setBankProfile(deps, profile, setBy(by)),
} satisfies OperatorAction<BankProfile>

/** What an own account held when its first day began. */
const bankOpening = {
  ...reading(
    z.object({
      bank_account_id: named(uuidField, 'UUID', 'the bank account: see pasarela bank list'),
      day: named(
        z.string().refine(isDay, 'query.day' satisfies Key),
        'DAY',
        'the first day whose lines count, for example 2030-06-14',
      ),
      amount: named(signedAmountField, 'AMOUNT', 'what the bank says the account held when that day began'),
    }),
  ),
  about: async (deps, { bankAccountId }) => aboutNoPoint(await environmentOfAccount(deps, bankAccountId)),
  preview: async (deps, opening) => {
    const { account, missingMinor, blocked, saidMinor } = await previewOpening(deps, await openingOf(deps, opening))
    const { currency } = account
    const [from, to] = missingMinor > 0n ? ['owner_equity', 'settlement'] : ['settlement', 'owner_equity']
    const amountMinor = missingMinor > 0n ? missingMinor : -missingMinor
    const said = saidMinor === null ? undefined : formatAmount(saidMinor, currency)
    const isAsSaid = saidMinor === signedMinorOf(opening.amount, currency, 'amount')
    return {
      ...valuesPreview({ day: opening.day, opening: opening.amount }, { day: account.first_day }),
      blocked,
      currency,
      movements: missingMinor === 0n ? [] : [{ kind: 'opening', from, to, amountMinor }],
      warnings: [
        said === undefined
          ? say('opening.not_said', { day: opening.day })
          : !isAsSaid && say('opening.said', { day: opening.day, amount: said, currency }),
      ].filter((each) => each !== false),
    }
  },
  execute: async (deps, opening, by) => await setOpening(deps, await openingOf(deps, opening), setBy(by)),
} satisfies OperatorAction<OpeningFields>

interface OpeningFields {
  bankAccountId: string
  day: string
  /** Decimal text, signed. */
  amount: string
}

async function openingOf(deps: ReadDeps, { bankAccountId, day, amount }: OpeningFields): Promise<NewOpening> {
  const account = (await showBankAccounts(deps)).find(({ id }) => id === bankAccountId)
  if (!account) throw new Problem('not_found', { message: say('account.unknown') })
  return { bankAccountId, day, openingMinor: signedMinorOf(amount, account.currency, 'amount') }
}

/** A folder whose files are imported by themselves. */
const bankChannel = {
  ...reading(
    z.object({
      environment: named(
        z.enum(environments).default('live'),
        '',
        'whose bank accounts the statements are of: live if left out',
      ),
      folder: named(proseField(500), 'PATH', 'an absolute path; files move to done or refused in it'),
      ...readingFields,
    }),
    ({ environment, folder, ...options }): Channel => ({ environment, folder, options }),
  ),
  onlyAtMachine: say('channel.at_machine'),
  about: async (_deps, { environment }) => await Promise.resolve(aboutNoPoint(environment)),
  preview: async (_deps, channel) => await Promise.resolve(valuesPreview(withOptions(channel))),
  execute: async (deps, channel, by) => await addChannel(deps, channel, setBy(by)),
} satisfies OperatorAction<Channel>

/** Another way in for files: a token, of which the gateway knows the hash alone. */
const bankChannelToken = {
  ...reading(
    z.object({
      environment: named(
        z.enum(environments).default('live'),
        '',
        'whose bank accounts the statements are of: live if left out',
      ),
      channel_id: uuidField,
      token_hash: z.string().regex(/^[0-9a-f]{64}$/, 'query.form' satisfies Key),
      networks: named(
        plainField(1_000).optional(),
        'CIDR,…',
        'from where the token may be used, separated by commas; needed on live accounts',
      ),
      signing_key: named(
        plainField(100)
          .refine((text) => signingKeyOf(text) !== undefined, 'query.form' satisfies Key)
          .optional(),
        'BASE64',
        'the Ed25519 public key of the sender: files that it signs apply by themselves',
      ),
      ...readingFields,
    }),
    ({ channelId, environment, tokenHash, networks, signingKey, ...options }): ChannelToken => ({
      ...{ environment, channelId, tokenHash, networks: networksOf(networks, environment) },
      ...(signingKey !== undefined && { signingKey }),
      options,
    }),
  ),
  onlyAtMachine: say('channel.at_machine'),
  about: async (_deps, { environment }) => await Promise.resolve(aboutNoPoint(environment)),
  preview: async (_deps, { networks, ...channel }) =>
    await Promise.resolve(valuesPreview(withOptions({ ...channel, networks: networks.join(', ') || '–' }))),
  execute: async (deps, channel, by) => await setChannelToken(deps, channel, setBy(by)),
} satisfies OperatorAction<ChannelToken>

/** More addresses than a bank sends from. */
const networksMax = 50

/** Throws `validation_failed` with every wrong network. */
function networksOf(text: string | undefined, environment: Environment): readonly string[] {
  const read = (text ?? '').split(',').flatMap((each) => (each.trim() === '' ? [] : [readNetwork(each)]))
  const faults = read.flatMap((each) => (each.ok ? [] : [each.message]))
  if (environment === 'live' && read.length === 0) faults.push('a token for live accounts needs networks')
  if (read.length > networksMax) faults.push(`${networksMax} networks are the most`)
  refuseFaults(faults.map((message) => ({ code: 'not_allowed', param: 'networks', message })))
  return read.flatMap((each) => (each.ok ? [each.network] : []))
}

/** A stored file: whoever decides sees what it holds before its lines count. */
const statementFile = {
  ...reading(
    z.object({ file_id: named(uuidField, 'UUID', 'a file that was received'), ...readingFields }),
    ({ fileId, ...options }): StoredFile => ({ fileId, options }),
  ),
  about: async (deps, file) => aboutNoPoint((await requireStoredFile(deps, file.fileId)).environment),
  beforeStored: summarised,
  preview: async (deps, file) => valuesPreview(withOptions(await summarised(deps, file))),
  execute: async (deps, file, by) => await importAgreedFile(deps, await summarised(deps, file), setBy(by)),
} satisfies OperatorAction<StoredFile>

/** What a file holds is read before it is proposed. */
type StoredFile = Pick<ProposedFile, 'fileId' | 'options'> | ProposedFile

async function summarised(deps: ReadDeps, file: StoredFile): Promise<ProposedFile> {
  return 'sha256' in file ? file : { ...file, ...(await summariseStored(deps, file)) }
}

function withOptions({
  environment: _environment,
  options,
  ...given
}: Channel | ProposedFile | (Omit<ChannelToken, 'networks'> & { networks: string })): object {
  return { ...given, ...options }
}

export const bankActions = {
  bank_account: bankAccount,
  bank_profile: bankProfile,
  bank_opening: bankOpening,
  bank_channel: bankChannel,
  bank_channel_token: bankChannelToken,
  statement_file: statementFile,
}
