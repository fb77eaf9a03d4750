import { z } from 'zod'
import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { Problem } from '../../values/problem.ts'
import { refuseFaults } from '../../values/refuse-faults.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { type CsvTemplate, readCsvTemplate } from '../payment-files/csv-template.ts'
import { type PayoutAccountRow, readPayoutAccount, savePayoutSettings } from '../store/payment-batches.ts'

const fields = z.object({ bank_account_id: uuidField, format: z.literal('csv'), settings: z.unknown() })

export interface TemplateChange {
  bankAccountId: string
  /** See `payment-files/csv-template.ts`. */
  settings: unknown
}

/** A proposal holds at most 8 KiB. */
const settingsLengthMax = 6_000

/**
 * Sets how the payment files of an account are written. Drafts that exist keep the template that they were made with.
 * Throws `not_found`, `validation_failed` with every wrong field, and `second_person_required` for a live account once a
 * live point exists.
 */
export async function setPayoutTemplate(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  { bankAccountId, settings }: TemplateChange,
  by: SetBy,
): Promise<void> {
  const template = checkedTemplate(settings)
  const onlyTest = await hasOnlyTestMoney(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    const account = await requireAccount(tx, bankAccountId)
    requireSecondOperator(onlyTest ? 'test' : account.environment, by)
    await savePayoutSettings(tx, account.id, template)
    const detail = detailOf(by, { format: 'csv', settings: template })
    const entry = auditOf(by.actor, 'bank_account.set_payout_template', {
      objectId: account.id,
      merchantId: null,
      detail,
    })
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, deps.clock.now())
  })
}

/** The template of an account; undefined: it writes no files. Throws `not_found`. */
export async function readPayoutTemplate(
  { database }: Pick<PlatformDeps, 'database'>,
  bankAccountId: string,
): Promise<unknown> {
  return (await requireAccount(database.engine, bankAccountId)).payout_settings ?? undefined
}

/** Proposing a template. */
export const payoutTemplateAction = bankAction({
  fields,
  foresee: async ({ database }, { bank_account_id: id, settings }) => {
    const account = await requireAccount(database.engine, id)
    const template = checkedTemplate(settings)
    const before = account.payout_settings === null ? null : JSON.stringify(account.payout_settings)
    return {
      environment: account.environment,
      alone: account.environment === 'test',
      currency: account.currency,
      changes: [{ name: 'payout_template', before, after: JSON.stringify(template) }],
    }
  },
  execute: async (deps, { bank_account_id: bankAccountId, settings }, by) =>
    await setPayoutTemplate(deps, { bankAccountId, settings }, by),
})

function checkedTemplate(settings: unknown): CsvTemplate {
  if (JSON.stringify(settings ?? null).length > settingsLengthMax) {
    const message = `a template has at most ${settingsLengthMax} characters`
    throw new Problem('validation_failed', { fields: [{ code: 'too_long', param: 'settings', message }] })
  }
  const read = readCsvTemplate(settings)
  if ('template' in read) return read.template
  refuseFaults(
    read.faults.map(({ param, message }) => ({
      code: 'not_allowed',
      param: `settings.${param}`,
      message: `${param}: ${message}`,
    })),
  )
  throw new Error('a template is right or has faults')
}

async function requireAccount(db: Db, id: string): Promise<PayoutAccountRow> {
  const account = isUuid(id) ? await readPayoutAccount(db, id) : undefined
  if (account) return account
  throw new Problem('not_found', { message: 'There is no such bank account.' })
}
