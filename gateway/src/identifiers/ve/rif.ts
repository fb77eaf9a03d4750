import { type Checked, checked, compareDigits, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const LETTER_VALUES = new Map([
  ['V', 4],
  ['E', 8],
  ['J', 12],
  ['P', 16],
  ['G', 20],
  ['C', 12],
])

/** Venezuelan RIF: V, E, J, P, G or C and 9 digits, the last a check digit, which is soft. */
export function checkRif(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^[VEJPGC]\d{8}$/.test(text)) {
    return malformed(
      'RIF',
      text,
      `a RIF has 9 digits after its letter, not 8: the check digit ${checkDigit(text)} is missing`,
    )
  }
  if (!/^[VEJPGC]\d{9}$/.test(text)) {
    return malformed('RIF', text, 'a RIF has a letter V, E, J, P, G or C and 9 digits')
  }
  return checked('RIF', text, compareDigits('soft', checkDigit(text), text.slice(9)))
}

function checkDigit(text: string): string {
  const sum = (LETTER_VALUES.get(text.charAt(0)) ?? 0) + weightedSum(text.slice(1), WEIGHTS)
  return '00987654321'.charAt(sum % 11)
}
