import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { RuleClass } from '../rules/judge-by-rules.ts'

export interface NewLineRule {
  id: string
  bankAccountId: string
  sign: 'C' | 'D'
  /** At least one of both. */
  textContains: string | null
  bankCode: string | null
  /** Minor units. */
  amountMaxMinor: bigint
  class: RuleClass
}

export interface LineRuleRow {
  id: string
  bank_account_id: string
  currency: CurrencyCode
  sign: 'C' | 'D'
  text_contains: string | null
  bank_code: string | null
  amount_max_minor: bigint
  class: RuleClass
  created_at: Date
  ended_at: Date | null
  /** Lines that it explained; not counted where only rules in force were asked for. */
  lines: number
}

/** More rules than an account has. */
export const rulesPerAccountMax = 200

export async function insertLineRule(tx: Db, rule: NewLineRule): Promise<void> {
  await tx.query({
    name: 'insert-bank-line-rule',
    text: `insert into bank_line_rules (id, bank_account_id, sign, text_contains, bank_code, amount_max_minor, class)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [rule.id, rule.bankAccountId, rule.sign, rule.textContains, rule.bankCode, rule.amountMaxMinor, rule.class],
  })
}

/** Returns whether the rule was in force. */
export async function endLineRule(tx: Db, id: string): Promise<boolean> {
  const ended = await tx.query({
    name: 'end-bank-line-rule',
    text: 'update bank_line_rules set ended_at = gateway_now() where id = $1 and ended_at is null',
    values: [id],
  })
  return ended.rowCount === 1
}

/** Rules of an account or of all, or one rule; those in force first, the newest first. */
export async function readLineRules(
  db: Db,
  wanted: { bankAccountId?: string | undefined; id?: string | undefined; inForce?: boolean },
): Promise<readonly LineRuleRow[]> {
  const found = await db.query<LineRuleRow>({
    name: 'read-bank-line-rules',
    text: `select r.id, r.bank_account_id, b.currency, r.sign, r.text_contains, r.bank_code, r.amount_max_minor, r.class,
        r.created_at, r.ended_at, case when $3::boolean then 0
          else (select count(*)::int from bank_line_states s where s.line_rule_id = r.id) end as lines
      from bank_line_rules r join bank_accounts b on b.id = r.bank_account_id
      where ($1::uuid is null or r.bank_account_id = $1) and ($2::uuid is null or r.id = $2)
        and (not $3::boolean or r.ended_at is null)
      order by (r.ended_at is null) desc, r.id desc limit ${rulesPerAccountMax}`,
    values: [wanted.bankAccountId ?? null, wanted.id ?? null, wanted.inForce ?? false],
  })
  return found.rows
}
