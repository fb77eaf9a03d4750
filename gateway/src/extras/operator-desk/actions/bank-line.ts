import { z } from 'zod'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { decideLine, type LineWish, planLine } from '../../bank-accounts/decide-by-operator.ts'
import { addLineRule, checkLineRule, type NewLineRule } from '../../bank-accounts/line-rules.ts'
import { personClasses } from '../../bank-accounts/rules/line-classes.ts'
import { ruledClasses } from '../../bank-accounts/rules/line-rules.ts'
import { environmentOfAccount } from '../../bank-accounts/set-bank-profile.ts'
import { itemOf, transfersOf } from '../../bank-accounts/settle-lines.ts'
import { requireRow } from '../list-for-operator.ts'
import { say } from '../messages/en.ts'
import { emptyPreview, type Preview, valuesPreview } from '../preview.ts'
import { movementOf, previewUpdate } from '../preview-transaction.ts'
import { aboutNoPoint, named, type OperatorAction, proseField, type ReadDeps, reading, setBy } from './action.ts'

type Wish<Kind extends LineWish['kind']> = Omit<Extract<LineWish, { kind: Kind }>, 'kind'>

/** A decision about a line of a bank statement that waits. */
function lineAction<Input extends object>(
  { fields, read }: Pick<OperatorAction<Input>, 'fields' | 'read'>,
  wishOf: (input: Input) => LineWish,
) {
  return {
    fields,
    read,
    about: async ({ database }, input) => {
      const wish = wishOf(input)
      const { environment } = (await planLine(database.engine, wish)).row
      return { ...aboutNoPoint(environment), ...(wish.kind === 'match' && { transactionId: wish.transactionId }) }
    },
    preview: async (deps, input) => await previewLine(deps, wishOf(input)),
    execute: async (deps, input, by) => await decideLine(deps, wishOf(input), by),
  } satisfies OperatorAction<Input>
}

async function previewLine(deps: ReadDeps, wish: LineWish): Promise<Preview> {
  const { row, blocked, verdicts } = await planLine(deps.database.engine, wish)
  const nothing = { ...emptyPreview, currency: row.currency, blocked }
  const [first] = verdicts
  if (first?.kind !== 'apply') {
    const transfers = verdicts.flatMap((each) => (each.kind === 'apply' ? [] : transfersOf(each)))
    const isSaid = wish.kind === 'return' && row.account_kind === 'provider'
    return {
      ...nothing,
      movements: transfers.map(movementOf),
      warnings: isSaid ? [say('line.provider_returned')] : [],
    }
  }
  const { update, line } = itemOf(deps, first)
  return await previewUpdate(deps, await requireRow(deps.database.engine, first.transactionId), {
    blocked,
    update,
    line,
  })
}

const bankLineId = named(uuidField, 'UUID', 'the line: see pasarela line list')

/** What lines of an own account are from now on. */
const lineRule = {
  ...reading(
    z.object({
      bank_account_id: named(uuidField, 'UUID', 'the bank account: see pasarela bank list'),
      sign: named(z.enum(['C', 'D']), '', 'credits or debits'),
      bank_code: named(plainField(60).optional(), 'CODE', "the bank's own code of the line: such a rule decides"),
      text: named(proseField(100).min(3).optional(), 'TEXT', 'a part of the text: such a rule only suggests'),
      class: named(z.enum(ruledClasses), '', 'what the lines are'),
    }),
  ),
  about: async (deps, { bankAccountId }) => aboutNoPoint(await environmentOfAccount(deps, bankAccountId)),
  preview: async (_deps, rule) => {
    checkLineRule(rule)
    const said = say(rule.bankCode === undefined ? 'line_rule.suggests' : 'line_rule.decides')
    return await Promise.resolve({ ...valuesPreview(rule), warnings: [said] })
  },
  execute: async (deps, rule, by) => await addLineRule(deps, rule, setBy(by)),
} satisfies OperatorAction<NewLineRule>

export const bankLineActions = {
  line_rule: lineRule,
  match_line: lineAction(
    reading(
      z.object({
        bank_line_id: bankLineId,
        transaction_id: named(uuidField, 'UUID', 'the pay-in, payout or refund whose money it is'),
      }),
    ),
    (input: Wish<'match'>) => ({ ...input, kind: 'match' }),
  ),
  class_line: lineAction(
    reading(
      z.object({
        bank_line_id: bankLineId,
        class: named(z.enum(personClasses), '', 'what it was'),
        point_id: named(
          uuidField.optional(),
          'UUID',
          'whose prefunding arrived (funding), or whose owner took money out (owner_out)',
        ),
      }),
    ),
    (input: Wish<'class'>) => ({ ...input, kind: 'class' }),
  ),
  return_line: lineAction(
    reading(
      z.object({
        bank_line_id: bankLineId,
        proven_by: named(uuidField.optional(), 'UUID', 'the debit that shows that it went back to its sender'),
      }),
    ),
    (input: Wish<'return'>) => ({ ...input, kind: 'return' }),
  ),
}
