import { z } from 'zod'
import { isUuid } from '../../platform/ids.ts'
import { Problem } from '../../values/problem.ts'
import { plainField, uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { type BankAccountChanges, checkChanges, setBankAccount } from '../set-bank-account.ts'
import { type BankAccountRow, findBankAccount } from '../store/bank-accounts.ts'

const fields = z.object({
  bank_account_id: uuidField,
  number: plainField(60).optional(),
  time_zone: plainField(60).optional(),
  /** `HH:MM` */
  cutoff: plainField(5).optional(),
  active: z.boolean().optional(),
  automatic: z.boolean().optional(),
})

/** Proposing other settings of an own bank account. */
export const accountSettingsAction = bankAction({
  fields,
  foresee: async ({ database }, input) => {
    const { bank_account_id: id } = input
    const account = isUuid(id) ? await findBankAccount(database.engine, id) : undefined
    if (!account) throw new Problem('not_found', { message: 'There is no such bank account.' })
    const changes = changesOf(input)
    const number = checkChanges(changes)
    return {
      environment: account.environment,
      alone: account.environment === 'test',
      currency: account.currency,
      changes: differences(account, { ...changes, number }),
    }
  },
  execute: async (deps, input, by) => void (await setBankAccount(deps, changesOf(input), by)),
})

function changesOf({ bank_account_id: bankAccountId, time_zone: timeZone, ...rest }: z.output<typeof fields>) {
  return { bankAccountId, timeZone, ...rest } satisfies BankAccountChanges
}

function differences(account: BankAccountRow, changes: BankAccountChanges) {
  const { number, timeZone, cutoff, active, automatic } = changes
  const rows = [
    { name: 'number', before: account.numbers.join(', '), after: number && [...account.numbers, number].join(', ') },
    { name: 'time_zone', before: account.time_zone, after: timeZone },
    { name: 'cutoff', before: account.cutoff?.slice(0, 5) ?? null, after: cutoff },
    {
      name: 'active',
      before: trueOrFalse(account.active),
      after: active === undefined ? undefined : trueOrFalse(active),
    },
    {
      name: 'automatic',
      before: trueOrFalse(account.automatic),
      after: automatic === undefined ? undefined : trueOrFalse(automatic),
    },
  ]
  return rows.flatMap(({ name, before, after }) => (after === undefined ? [] : [{ name, before, after }]))
}

function trueOrFalse(value: boolean): string {
  return value ? 'true' : 'false'
}
