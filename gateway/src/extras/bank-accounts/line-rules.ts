import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import type { Actor } from '../../core/values/actor.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import { kindsOfClasses } from './rules/line-classes.ts'
import type { RuledClass } from './rules/line-rules.ts'
import { requireAccount } from './set-bank-account.ts'
import { environmentOfAccount } from './set-bank-profile.ts'
import { lockBankAccounts } from './store/bank-statements.ts'
import { endLineRule, insertLineRule, type LineRuleRow, listLineRules, rulesMax } from './store/line-rules.ts'

/** What lines of an own account are from now on. */
export interface NewLineRule {
  bankAccountId: string
  sign: 'C' | 'D'
  /** The bank's own code of the line, as it is shown with it. Such a rule decides. */
  bankCode?: string | undefined
  /** A part of the text. Such a rule only suggests. */
  text?: string | undefined
  class: RuledClass
}

/** Throws `validation_failed` with every wrong field. */
export function checkLineRule({ sign, bankCode, text, class: named }: NewLineRule): void {
  const faults: FieldProblem[] = []
  if ((bankCode === undefined) === (text === undefined)) {
    faults.push({ code: 'not_allowed', param: 'bank_code', message: say('line_rule.one_of_both') })
  }
  if (kindsOfClasses[named][sign] === undefined) {
    faults.push({ code: 'not_allowed', param: 'class', message: say('line.sign_does_not_fit') })
  }
  refuseFaults(faults)
}

/**
 * Adds a rule about lines that come from now on, in place of one about the same lines. Throws `validation_failed`, `not_found`,
 * `not_in_this_state` where the account has too many, and `second_person_required` for a live account.
 */
export async function addLineRule(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  rule: NewLineRule,
  by: SetBy,
): Promise<LineRuleRow['id']> {
  checkLineRule(rule)
  const { bankAccountId, sign, bankCode, text, class: named } = rule
  requireSecondOperator(await environmentOfAccount(deps, bankAccountId), by)
  const now = deps.clock.now()
  const id = uuidV7(now)
  await inTransaction(deps.database.engine, async (tx) => {
    await lockBankAccounts(tx, [bankAccountId])
    const setBy = (typeof by.actor === 'string' ? by.actor : by.actor.name).slice(0, 400)
    const row = { id, bank_account_id: bankAccountId, sign, class: named, set_by: setBy }
    if ((await listLineRules(tx, bankAccountId)).length >= rulesMax) {
      throw new Problem('not_in_this_state', { message: say('line_rule.too_many', { max: rulesMax }) })
    }
    await insertLineRule(tx, { ...row, bank_code: bankCode ?? null, text_contains: text ?? null })
    const detail = detailOf(by, { rule: id, sign, bank_code: bankCode, text, class: named })
    const facts = { objectId: bankAccountId, merchantId: null, detail }
    await writeAudit(tx, { ...auditOf(by.actor, 'line_rule.add', facts), ...commitFacts(by) }, now)
  })
  return id
}

/** Ends a rule; lines that it explained stay as they are. One person may do this. Throws `not_found`. */
export async function removeLineRule(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  id: string,
  by: string | Actor,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const rule = isUuid(id) ? await endLineRule(tx, id) : undefined
    if (!rule) throw new Problem('not_found', { message: say('line_rule.unknown') })
    const facts = { objectId: rule.bank_account_id, merchantId: null, detail: { rule: id } }
    await writeAudit(tx, auditOf(by, 'line_rule.remove', facts), deps.clock.now())
  })
}

/** Throws `not_found`. */
export async function showLineRules(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId: string,
): Promise<readonly LineRuleRow[]> {
  await requireAccount(deps.database.engine, bankAccountId)
  return await listLineRules(deps.database.engine, bankAccountId)
}
