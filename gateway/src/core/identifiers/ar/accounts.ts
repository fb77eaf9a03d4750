import { say, type Value } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, digitsExpected, type Finding, malformed } from '../checked.ts'
import { digitToTen, weightedSumFromRight, withoutSeparators } from '../digits.ts'

const WEIGHTS_FROM_RIGHT = [3, 1, 7, 9]

/**
 * Argentine CBU or CVU: 22 digits in two blocks, bank 3 + branch 4 + digit and account 13 + digit; both digits are
 * hard. A number that starts with 000 is a CVU (type `CVU`), the account of a wallet, and is accepted like a CBU (BCRA
 * communications A 7533 and A 8303).
 */
export function checkCbu(raw: string): Checked {
  const digits = withoutSeparators(raw)
  const type = digits.startsWith('000') ? 'CVU' : 'CBU'
  if (!/^\d{22}$/.test(digits))
    return malformed(type, digits, digitsExpected(say(type === 'CBU' ? 'id.cbu' : 'id.cvu'), '22', digits))
  return checked(
    type,
    digits,
    checkBlock(digits.slice(0, 8), 'id.first_block'),
    checkBlock(digits.slice(8), 'id.second_block'),
  )
}

/**
 * Builds a CBU from bank (3 digits), branch (4) and account (13) and adds both check digits; with the bank 000 it is a
 * CVU. Throws a RangeError when a part has another length.
 */
export function makeCbu(parts: { bank: string; branch: string; account: string }): string {
  const first = parts.bank + parts.branch
  if (!/^\d{3}$/.test(parts.bank) || !/^\d{4}$/.test(parts.branch) || !/^\d{13}$/.test(parts.account)) {
    throw new RangeError('a CBU is made of a bank of 3 digits, a branch of 4 and an account of 13')
  }
  return first + blockDigit(first) + parts.account + blockDigit(parts.account)
}

function checkBlock(block: string, where: 'id.first_block' | 'id.second_block'): Finding | undefined {
  const finding = compareDigits('hard', blockDigit(block.slice(0, -1)), block.slice(-1))
  return finding && { ...finding, message: say(where, { what: finding.message }) }
}

function blockDigit(body: string): string {
  return digitToTen(weightedSumFromRight(body, WEIGHTS_FROM_RIGHT))
}

/**
 * Argentine account alias: 6 to 20 of letters without accents, digits, dot and dash, in any case (normalised to lower
 * case). A number of 22 digits is always a CBU, never an alias.
 */
export function checkAlias(raw: string): Checked {
  const text = raw.trim()
  const alias = text.toLowerCase()
  if (/^\d{22}$/.test(text)) return malformed('ALIAS', alias, say('alias.is_cbu'))
  if (!/^[A-Za-z0-9.-]*$/.test(text)) {
    return malformed('ALIAS', alias, say('alias.characters', { character: foreignCharacter(text) }))
  }
  if (text.length < 6 || text.length > 20) {
    return malformed('ALIAS', alias, say('alias.length', { length: text.length }))
  }
  return checked('ALIAS', alias)
}

function foreignCharacter(text: string): Value {
  const character = /[^A-Za-z0-9.-]/u.exec(text)?.[0] ?? ''
  return /\s/.test(character) ? say('alias.spaces') : `"${character}"`
}
