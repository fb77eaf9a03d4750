import { z } from 'zod'
import type { Text } from '../../../core/texts/messages/say.ts'
import { holdsCardNumber } from '../../../core/values/card-numbers.ts'
import { isDay } from '../../../core/values/days.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import {
  type Batch,
  cancelBatch,
  type ItemOfBatch,
  liveBatchOf,
  makeBatch,
  releaseItem,
  requireBatch,
  setTemplate,
} from '../../bank-accounts/batches/make-batch.ts'
import {
  type AgreedBatch,
  type BatchWish,
  batchItemsMax,
  type PlannedBatch,
  type PlannedItem,
  planBatch,
} from '../../bank-accounts/batches/plan-batch.ts'
import {
  type BatchTemplate,
  batchDates,
  batchDecimals,
  batchDelimiters,
  batchEncodings,
  batchLineEnds,
  batchQuotes,
  batchSources,
  templateFaults,
} from '../../bank-accounts/rules/batch-template.ts'
import { environmentOfAccount } from '../../bank-accounts/set-bank-profile.ts'
import { say } from '../messages/en.ts'
import { emptyPreview, type Preview, valuesPreview } from '../preview.ts'
import { aboutNoPoint, named, type OperatorAction, type ReadDeps, reading, setBy } from './action.ts'

const bankAccountId = named(uuidField, 'UUID', 'the bank account: see pasarela bank list')
const batchId = named(uuidField, 'UUID', 'the batch: see Desk > Banks > Batches')

const columnsMax = 40
const templateShape = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        header: plainField(100),
        source: z.enum(batchSources),
        text: z
          .string()
          .max(100)
          .regex(/^\P{Cc}*$/u)
          .optional(),
        max: z.int().min(1).max(500).optional(),
      }),
    )
    .min(1)
    .max(columnsMax),
  delimiter: z.enum(batchDelimiters),
  quote: z.enum(batchQuotes),
  decimal: z.enum(batchDecimals),
  encoding: z.enum(batchEncodings),
  lineEnd: z.enum(batchLineEnds),
  header: z.boolean(),
  date: z.enum(batchDates),
})

interface Template {
  bankAccountId: string
  template: BatchTemplate
}

/** How the bank of an own account takes payment files. */
const batchTemplate = {
  ...reading(
    z.object({ bank_account_id: bankAccountId, template: z.unknown() }),
    ({ bankAccountId, template }): Template => {
      const read = templateShape.safeParse(template)
      const faults = read.success
        ? templateFaults(read.data)
        : read.error.issues.map(({ path, message }) => `${path.join('.') || 'template'}: ${message}`)
      if (holdsCardNumber(JSON.stringify(template) ?? '', 'groups')) faults.push('holds a card number')
      if (read.success && faults.length === 0) return { bankAccountId, template: read.data }
      const message = `is wrong: ${faults.slice(0, columnsMax).join('; ')}`
      throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'template', message }] })
    },
  ),
  about: async (deps, { bankAccountId }) => aboutNoPoint(await environmentOfAccount(deps, bankAccountId)),
  preview: async (_deps, input) => await Promise.resolve(valuesPreview(input)),
  execute: async (deps, input, by) => await setTemplate(deps, input, setBy(by)),
} satisfies OperatorAction<Template>

const plan = async ({ database, clock }: ReadDeps, wish: BatchWish | AgreedBatch) =>
  await planBatch(database.engine, wish, clock.now())

/** What waits on an own account becomes a file for its bank. The file that is written is the one that was proposed. */
const paymentBatch = {
  ...reading(
    z.object({
      bank_account_id: bankAccountId,
      execution_day: named(
        z.string().refine(isDay, 'query.day').optional(),
        'DAY',
        'when the bank is to execute it; default: the next day of which the cut-off has not passed',
      ),
    }),
    (wish): BatchWish | AgreedBatch => wish,
  ),
  about: async (deps, wish) => aboutNoPoint(await environmentOfAccount(deps, wish.bankAccountId)),
  beforeStored: async (deps, wish) => ({ ...wish, ...(await plan(deps, wish)).agreed }),
  preview: async (deps, wish) => batchPreview(await plan(deps, wish)),
  execute: async (deps, wish, by) =>
    await makeBatch(deps, 'sha256' in wish ? wish : (await plan(deps, wish)).agreed, setBy(by)),
} satisfies OperatorAction<BatchWish | AgreedBatch>

function batchPreview({ account, items, leftOut, agreed, isFull, blocked }: PlannedBatch): Preview {
  const { holder, bank_name: bank, cutoff } = account
  const facts: Readonly<Record<string, string>> = {
    bankAccount: [bank, holder, account.numbers[0]].filter(Boolean).join(' · '),
    items: String(agreed.items),
    total: agreed.total,
    cutoff: cutoff === null ? '–' : `${cutoff.slice(0, 5)} ${account.time_zone}`,
    executionDay: agreed.executionDay,
    sha256: agreed.sha256,
  }
  const rows = items.map((item, at): [string, string] => [`${at + 1}`, itemText(item)])
  const settings = [...Object.entries(facts), ...rows].map(([name, after]) => ({ name, before: null, after }))
  const warnings = [
    ...(isFull ? [say('batch.rest_waits', { max: batchItemsMax })] : []),
    ...leftOut.slice(0, leftOutShownMax),
  ]
  return { ...emptyPreview, settings, warnings, blocked }
}

/** Of those that are left out. */
const leftOutShownMax = 20

function itemText({ row, payee: { holder, document, bank, account, account_type: type, write } }: PlannedItem): string {
  const amount = `${formatAmount(row.amount_minor, row.currency)} ${row.currency}`
  return [amount, holder, document, bank, type, account ?? row.details['account_phone'], write]
    .filter(Boolean)
    .join(' · ')
}

interface OfBatch<Input> extends Pick<OperatorAction<Input>, 'execute'> {
  blocked(deps: ReadDeps, input: Input, batch: Batch): Promise<Text | undefined>
  warning?: Text
}

/** An action about a batch that is there. */
function ofBatch<Input extends { batchId: string; transactionId?: string }>(
  { fields, read }: Pick<OperatorAction<Input>, 'fields' | 'read'>,
  { blocked, warning, execute }: OfBatch<Input>,
) {
  return {
    fields,
    read,
    about: async (deps, input) => ({
      ...aboutNoPoint((await requireBatch(deps, input.batchId)).environment),
      ...(input.transactionId !== undefined && { transactionId: input.transactionId }),
    }),
    preview: async (deps, input) => {
      const batch = await requireBatch(deps, input.batchId)
      const warnings = warning ? [warning] : []
      const { number: batchNumber, live, id: batchId } = batch
      return { ...valuesPreview({ batchId, batchNumber, live }), warnings, blocked: await blocked(deps, input, batch) }
    },
    execute,
  } satisfies OperatorAction<Input>
}

export const batchActions = {
  batch_template: batchTemplate,
  payment_batch: paymentBatch,
  batch_cancel: ofBatch<{ batchId: string }>(reading(z.object({ batch_id: batchId })), {
    blocked: async (_deps, _input, { state }) =>
      await Promise.resolve(state === 'draft' ? undefined : say('batch.not_draft')),
    execute: async (deps, input, by) => await cancelBatch(deps, input, setBy(by)),
  }),
  batch_release: ofBatch<ItemOfBatch>(
    reading(
      z.object({
        batch_id: batchId,
        transaction_id: named(uuidField, 'UUID', 'the payout or refund that waits again'),
      }),
    ),
    {
      blocked: async (deps, { transactionId }, { id, state }) => {
        if (state === 'draft') return say('batch.cancel_draft')
        return (await liveBatchOf(deps, transactionId))?.batchId === id ? undefined : say('batch.not_live')
      },
      warning: say('batch.may_pay_twice'),
      execute: async (deps, input, by) => await releaseItem(deps, input, setBy(by)),
    },
  ),
}
