import { randomInt } from 'node:crypto'

/** The purpose under which the secret box hashes a code, together with the user's id, for storage. */
export const recoveryCodePurpose = 'recovery-code'

/** As many as fit on a card that somebody keeps in a drawer. */
const codesCount = 10

/** Letters and digits that nobody confuses when reading them from paper. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** 31^10 is about 2^49: with ten tries before the lock nobody guesses one. */
const codeLength = 10

/** Ten codes `xxxxx-xxxxx` that open once each where the second factor is lost. Shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () => {
    const text = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    return `${text.slice(0, codeLength / 2)}-${text.slice(codeLength / 2)}`
  })
}

/** A code as somebody typed it, in the form that is hashed; undefined for what cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replace(/[\s-]/g, '')
  return text.length === codeLength && [...text].every((each) => alphabet.includes(each)) ? text : undefined
}
