import type { Db } from '../../../core/platform/database/database.ts'
import type { RuledClass } from '../rules/line-rules.ts'

/** A rule of an own account about lines of one sign. Either the bank's code or a text. */
export interface LineRuleRow {
  id: string
  bank_account_id: string
  sign: 'C' | 'D'
  bank_code: string | null
  text_contains: string | null
  class: RuledClass
  set_by: string
  created_at: Date
}

/** Rules of one account: more than any bank has codes. */
export const rulesMax = 200

/** Those that have not ended, the oldest first. */
export async function listLineRules(db: Db, bankAccountId: string): Promise<readonly LineRuleRow[]> {
  const found = await db.query<LineRuleRow>({
    name: 'list-line-rules',
    text: `select id, bank_account_id, sign, bank_code, text_contains, class, set_by, created_at from line_rules
      where bank_account_id = $1 and ended_at is null order by created_at, id limit ${rulesMax}`,
    values: [bankAccountId],
  })
  return found.rows
}

/** It takes the place of one about the same lines. */
export async function insertLineRule(tx: Db, rule: Omit<LineRuleRow, 'created_at'>): Promise<void> {
  const about = [rule.bank_account_id, rule.sign, rule.bank_code, rule.text_contains]
  await tx.query({
    name: 'end-line-rule-about',
    text: `update line_rules set ended_at = gateway_now() where bank_account_id = $1 and sign = $2 and ended_at is null
      and (bank_code, text_contains) is not distinct from ($3, $4)`,
    values: about,
  })
  await tx.query({
    name: 'insert-line-rule',
    text: `insert into line_rules (bank_account_id, sign, bank_code, text_contains, id, class, set_by)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [...about, rule.id, rule.class, rule.set_by],
  })
}

/** The rule that ended; undefined where none did. */
export async function endLineRule(tx: Db, id: string): Promise<LineRuleRow | undefined> {
  const ended = await tx.query<LineRuleRow>({
    name: 'end-line-rule',
    text: `update line_rules set ended_at = gateway_now() where id = $1 and ended_at is null
      returning id, bank_account_id, sign, bank_code, text_contains, class, set_by, created_at`,
    values: [id],
  })
  return ended.rows[0]
}
