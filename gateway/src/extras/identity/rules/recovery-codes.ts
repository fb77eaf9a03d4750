import { randomInt } from 'node:crypto'

/** The purpose under which the secret box hashes a code, together with the user's id, for storage. */
export const recoveryCodePurpose = 'recovery-code'

/** As many as fit on a card. */
const codesCount = 10

/** Letters and digits that are not easily confused on paper. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** 31^10 is about 2^49. With ten attempts before the lock, a code cannot be guessed. */
const codeLength = 10

/** Ten codes `xxxxx-xxxxx` for a lost second factor. Each works once. Shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () => {
    const text = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    return `${text.slice(0, codeLength / 2)}-${text.slice(codeLength / 2)}`
  })
}

/** A typed code in the form that is hashed; undefined if it cannot be a code. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replace(/[\s-]/g, '')
  return text.length === codeLength && [...text].every((each) => alphabet.includes(each)) ? text : undefined
}
