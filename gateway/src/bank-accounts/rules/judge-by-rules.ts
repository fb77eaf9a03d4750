/** What a rule may say that a line is. None of it moves money of a merchant or of the owner. */
export const ruleClasses = ['fee', 'tax', 'interest', 'own_transfer'] as const
export type RuleClass = (typeof ruleClasses)[number]

/** A rule that an operator wrote. */
export interface LineRule {
  id: string
  sign: 'C' | 'D'
  textContains: string | null
  bankCode: string | null
  amountMaxMinor: bigint
  class: RuleClass
}

/** What rules read of a line. */
export interface LineToExplain {
  sign: 'C' | 'D'
  amountMinor: bigint
  text: string
  bankCode: string | null
}

/**
 * The rule that says what a line is: of those that fit, all must say the same. Undefined where none fits, or where two
 * disagree.
 */
export function ruleFor(line: LineToExplain, rules: readonly LineRule[]): LineRule | undefined {
  const fitting = rules.filter((rule) => fits(line, rule))
  const [first] = fitting
  return first && fitting.every((rule) => rule.class === first.class) ? first : undefined
}

function fits(line: LineToExplain, rule: LineRule): boolean {
  if (rule.textContains === null && rule.bankCode === null) return false
  return (
    rule.sign === line.sign &&
    line.amountMinor <= rule.amountMaxMinor &&
    (rule.textContains === null || hasWords(line.text, rule.textContains)) &&
    (rule.bankCode === null || rule.bankCode.toUpperCase() === (line.bankCode ?? '').toUpperCase())
  )
}

/** Whole words: a fee named IVA is no part of a payee named IVAN. */
function hasWords(text: string, words: string): boolean {
  const wanted = wordsOf(words)
  return wanted !== '' && ` ${wordsOf(text)} `.includes(` ${wanted} `)
}

function wordsOf(text: string): string {
  return comparable(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Banks write words with and without accents, in either case, with one space or more. */
export function comparable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ').trim()
}
