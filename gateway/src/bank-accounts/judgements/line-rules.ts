import { z } from 'zod'
import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid, uuidV7 } from '../../platform/ids.ts'
import { formatAmount, parseAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { refuseCardNumber, refuseFaults } from '../../values/refuse-faults.ts'
import { plainField, uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { comparable, ruleClasses } from '../rules/judge-by-rules.ts'
import { type BankAccountRow, findBankAccount } from '../store/bank-accounts.ts'
import {
  endLineRule,
  insertLineRule,
  type LineRuleRow,
  readLineRules,
  rulesPerAccountMax,
} from '../store/line-rules.ts'

export type LineRuleShown = LineRuleRow

const fields = z.object({
  bank_account_id: uuidField,
  sign: z.enum(['C', 'D']),
  text_contains: plainField(200).optional(),
  bank_code: plainField(40).optional(),
  /** Decimal text in the account's currency. Lines of more need a person. */
  amount_max: z.string().regex(/^\d{1,15}(\.\d{1,2})?$/, 'must be a plain decimal number such as 1250.50'),
  class: z.enum(ruleClasses),
})
export type LineRuleInput = z.output<typeof fields>

/** A shorter text is part of too many lines. */
const textLengthMin = 3

/** Rules of one account or of all: those in force first. Throws `not_found`. */
export async function listLineRules(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId?: string,
): Promise<readonly LineRuleShown[]> {
  const { engine } = deps.database
  if (bankAccountId !== undefined) await requireAccount(engine, bankAccountId)
  return await readLineRules(engine, { bankAccountId })
}

/**
 * Writes a rule for new and waiting lines of a bank account. Returns its id. Throws `not_found`, `validation_failed`
 * with every wrong field, and `second_person_required` for a live account once a live point exists.
 */
export async function addLineRule(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  input: LineRuleInput,
  by: SetBy,
): Promise<string> {
  const onlyTest = await hasOnlyTestMoney(deps)
  return await inTransaction(deps.database.engine, async (tx) => {
    const account = await requireAccount(tx, input.bank_account_id)
    const amountMaxMinor = checked(input, account)
    requireSecondOperator(onlyTest ? 'test' : account.environment, by)
    const rules = await readLineRules(tx, { bankAccountId: account.id, inForce: true })
    if (rules.length >= rulesPerAccountMax) {
      throw new Problem('not_in_this_state', {
        message: 'This bank account has too many rules: end some of them first.',
      })
    }
    const id = uuidV7(deps.clock.now())
    const { sign, text_contains: textContains = null, bank_code: bankCode = null } = input
    const bankAccountId = account.id
    await insertLineRule(tx, { id, bankAccountId, sign, textContains, bankCode, amountMaxMinor, class: input.class })
    const facts = { objectId: id, merchantId: null, detail: detailOf(by, { ...input }) }
    const entry = auditOf(by.actor, 'bank_line_rule.add', facts)
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, deps.clock.now())
    return id
  })
}

/** Ends a rule: lines that come from now on need a person, or another rule. Any operator may. Throws `not_found`. */
export async function endRule(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  id: string,
  by: Pick<SetBy, 'actor' | 'evidence'>,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const [rule] = isUuid(id) ? await readLineRules(tx, { id }) : []
    if (!rule) throw new Problem('not_found', { message: 'There is no such rule.' })
    if (!(await endLineRule(tx, id))) return
    const facts = { objectId: id, merchantId: null, detail: detailOf(by, { bank_account_id: rule.bank_account_id }) }
    await writeAudit(tx, auditOf(by.actor, 'bank_line_rule.end', facts), deps.clock.now())
  })
}

/** Proposing a rule. */
export const lineRuleAction = bankAction({
  fields,
  foresee: async ({ database }, input) => {
    const account = await requireAccount(database.engine, input.bank_account_id)
    const amountMaxMinor = checked(input, account)
    const shown = { ...input, amount_max: formatAmount(amountMaxMinor, account.currency) }
    return {
      environment: account.environment,
      alone: account.environment === 'test',
      currency: account.currency,
      changes: Object.entries(shown).flatMap(([name, after]) =>
        after === undefined ? [] : [{ name, before: null, after }],
      ),
    }
  },
  execute: async (deps, input, by) => void (await addLineRule(deps, input, by)),
})

async function requireAccount(db: Db, id: string): Promise<BankAccountRow> {
  const account = isUuid(id) ? await findBankAccount(db, id) : undefined
  if (account) return account
  throw new Problem('not_found', { message: 'There is no such bank account.' })
}

/** The limit in minor units. */
function checked(input: LineRuleInput, { currency }: BankAccountRow): bigint {
  refuseCardNumber(input.text_contains, 'text_contains')
  const limit = parseAmount(input.amount_max, currency)
  const { text_contains: text, bank_code: code } = input
  const isShort = text !== undefined && comparable(text).length < textLengthMin
  const shortText = `text_contains has at least ${textLengthMin} characters`
  refuseFaults([
    ...(limit.ok ? [] : [{ code: limit.code, param: 'amount_max', message: `amount_max: ${limit.message}` }]),
    ...(isShort ? [{ code: 'too_short' as const, param: 'text_contains', message: shortText }] : []),
    ...(text === undefined && code === undefined
      ? [{ code: 'required' as const, param: 'text_contains', message: 'say text_contains, bank_code, or both' }]
      : []),
  ])
  return limit.ok ? limit.minor : 0n
}
