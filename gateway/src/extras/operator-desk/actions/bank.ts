import { addChannel, type Channel } from '../../bank-accounts/bank-channels.ts'
import { importAgreedFile, type ProposedFile } from '../../bank-accounts/import-statement.ts'
import {
  type BankAccountChanges,
  concernsTestMoney,
  setBankAccount,
  showBankAccounts,
} from '../../bank-accounts/set-bank-account.ts'
import { valuesPreview } from '../preview.ts'
import { type OperatorAction, setBy } from './action.ts'

// Files and folders lie at the machine, so what concerns them is proposed there: no action has a `read`.

const bankAccount: OperatorAction<BankAccountChanges> = {
  preview: async (deps, changes) => {
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
  isOfTestMoney: concernsTestMoney,
}

/** A folder whose files are imported by themselves. */
const bankChannel: OperatorAction<Channel> = {
  preview: async (_deps, channel) => valuesPreview(withOptions(channel)),
  execute: async (deps, channel, by) => await addChannel(deps, channel, setBy(by)),
  isOfTestMoney: async (_deps, { environment }) => environment === 'test',
}

/** A stored file: a second operator sees what it holds before its lines count. */
const statementFile: OperatorAction<ProposedFile> = {
  preview: async (_deps, file) => valuesPreview(withOptions(file)),
  execute: async (deps, file, by) => await importAgreedFile(deps, file, setBy(by)),
  isOfTestMoney: async (_deps, { environment }) => environment === 'test',
}

function withOptions({ environment: _environment, options, ...given }: Channel | ProposedFile): object {
  return { ...given, ...options }
}

export const bankActions = { bank_account: bankAccount, bank_channel: bankChannel, statement_file: statementFile }
