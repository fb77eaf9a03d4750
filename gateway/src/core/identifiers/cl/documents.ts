import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, type Finding, malformed, soft } from '../checked.ts'
import { weightedSumFromRight, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport, residenceCard } from '../document-checks.ts'

export const chileanDocuments: CountryDocuments = {
  payer: checkRut,
  declared: byType(['RUT', checkRut], ['RUN', checkRut], ['PAS', passport()], ['CE', residenceCard()]),
}

const WEIGHTS_FROM_RIGHT = [2, 3, 4, 5, 6, 7]

/**
 * Chilean RUT or RUN: 6 to 8 digits and a check character 0–9 or K, which is hard. The oldest ones have 4 or 5 digits; they
 * are flagged. Leading zeros and a prefix `CL` are dropped. The check character is required: without it the number is
 * ambiguous.
 */
function checkRut(raw: string): Checked {
  const text = withoutSeparators(raw)
    .replace(/^CL(?=\d)/, '')
    .replace(/^0+(?=[1-9]\d{3,7}[\dK]$)/, '')
  if (!/^\d{4,8}[\dK]$/.test(text)) {
    return malformed('RUT', text, say('id.rut_form'))
  }
  const body = text.slice(0, -1)
  if (/^0+$/.test(body)) return malformed('RUT', text, say('id.rut_zeros'))
  const wrong = withHint(text, compareDigits('hard', checkCharacter(body), text.slice(-1)))
  return checked(
    'RUT',
    text,
    wrong,
    body.length < 6 ? soft('unusual', say('id.rut_old', { length: body.length })) : undefined,
  )
}

function checkCharacter(body: string): string {
  const rest = 11 - (weightedSumFromRight(body, WEIGHTS_FROM_RIGHT) % 11)
  if (rest === 11) return '0'
  return rest === 10 ? 'K' : String(rest)
}

/** Usually the check character was left out: then the whole text is the body. */
function withHint(text: string, finding: Finding | undefined): Finding | undefined {
  if (!finding || !/^\d{5,8}$/.test(text)) return finding
  return {
    ...finding,
    message: say('id.left_out', { what: finding.message, character: checkCharacter(text) }),
  }
}
