import { z } from 'zod'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import type { CsvProfile } from '../statements/csv-profile.ts'
import { approveProfile, previewApproval } from './csv-profiles.ts'

const fields = z.object({ bank_account_id: uuidField, profile_id: uuidField })

/** Proposing that tables of a bank account are read by its draft. */
export const csvProfileAction = bankAction({
  fields,
  foresee: async (deps, { bank_account_id: bankAccountId, profile_id: profileId }) => {
    const { account, before, after, blocked } = await previewApproval(deps, { bankAccountId, profileId })
    return {
      environment: account.environment,
      alone: account.environment === 'test',
      currency: account.currency,
      ...(blocked === undefined ? {} : { blocked }),
      changes: differences(before, after),
    }
  },
  execute: async (deps, { bank_account_id: bankAccountId, profile_id: profileId }, by) =>
    await approveProfile(deps, { bankAccountId, profileId }, by),
})

function differences(before: CsvProfile | undefined, after: CsvProfile) {
  const text = (value: unknown) =>
    value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
  const names = [...new Set([...Object.keys(after), ...Object.keys(before ?? {})])] as (keyof CsvProfile)[]
  return names
    .map((name) => ({ name, before: text(before?.[name]), after: text(after[name]) }))
    .filter((change) => change.before !== change.after)
}
