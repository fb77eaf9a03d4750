/** What a rule may say that a line is: the money of no order and no point. */
export const ruledClasses = ['fee', 'tax', 'interest', 'own_transfer'] as const
export type RuledClass = (typeof ruledClasses)[number]

/** A rule about lines of one sign. Either the bank's code or a text. */
export interface LineRule {
  id: string
  sign: 'C' | 'D'
  bank_code: string | null
  text_contains: string | null
  class: RuledClass
}

/** The oldest rule on the bank's own code of a line. A payer cannot type that code, so that the rule decides. */
export function decidingRule<Rule extends LineRule>(
  line: { sign: 'C' | 'D'; bank_code: string | null },
  rules: readonly Rule[],
): Rule | undefined {
  return rules.find((rule) => rule.bank_code !== null && rule.sign === line.sign && rule.bank_code === line.bank_code)
}

/** The oldest rule whose text stands in a line, in any case. Somebody may have typed it, so that it only suggests. */
export function suggestingRule<Rule extends LineRule>(
  line: { sign: 'C' | 'D'; text: string },
  rules: readonly Rule[],
): Rule | undefined {
  const text = line.text.toUpperCase()
  return rules.find(
    ({ sign, text_contains: part }) => part !== null && sign === line.sign && text.includes(part.toUpperCase()),
  )
}
