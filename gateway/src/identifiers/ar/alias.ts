import { type Checked, checked, malformed } from '../checked.ts'

/**
 * Argentine account alias: 6 to 20 of letters without accents, digits, dot and dash, in any case (normalised to lower
 * case). A number of 22 digits is always a CBU, never an alias.
 */
export function checkAlias(raw: string): Checked {
  const text = raw.trim()
  const alias = text.toLowerCase()
  if (/^\d{22}$/.test(text)) return malformed('ALIAS', alias, '22 digits are a CBU, not an alias')
  if (!/^[A-Za-z0-9.-]*$/.test(text)) {
    return malformed(
      'ALIAS',
      alias,
      `an alias has only letters without accents, digits, "." and "-", no ${foreignCharacter(text)}`,
    )
  }
  if (text.length < 6 || text.length > 20) {
    return malformed('ALIAS', alias, `an alias has 6 to 20 characters, not ${text.length}`)
  }
  return checked('ALIAS', alias)
}

function foreignCharacter(text: string): string {
  const character = /[^A-Za-z0-9.-]/u.exec(text)?.[0] ?? ''
  return /\s/.test(character) ? 'spaces' : `"${character}"`
}
