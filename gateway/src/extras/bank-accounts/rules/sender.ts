import { weightedSumFromRight, withoutSeparators } from '../../../core/identifiers/digits.ts'

export type Agreement = 'agrees' | 'differs' | 'unknown'

/** Words of names that many names share. */
const commonWords = new Set(
  'DE DEL DA DO DOS DAS LA LAS LOS EL Y E SA SAS SRL SL SPA LTDA ME EIRELI CV RL SR SRA'.split(' '),
)
const sharedMin = 0.8

/**
 * Whether two documents are those of one person, in the forms in which banks write them: with and without separators,
 * zeros in front, a letter of the country, or the check digit, and the DNI inside a CUIT or RUC.
 */
export function documentsAgree(one: string | undefined, other: string | undefined): Agreement {
  const [first, second] = [comparableDocument(one), comparableDocument(other)]
  if (!first || !second) return 'unknown'
  if (isMasked(first) || isMasked(second)) return maskedAgree(first, second)
  if (first === second) return 'agrees'
  const [short, long] = first.length <= second.length ? [first, second] : [second, first]
  if (isInside(short, long)) return 'agrees'
  // A Mexican RFC begins as the CURP of the same person does, and of others born on the day.
  if (/^[A-Z]{4}\d{6}/.test(short) && long.length !== short.length && long.startsWith(short.slice(0, 10))) {
    return 'unknown'
  }
  return 'differs'
}

/** Of all words but the common ones of the shorter name, at least 0.8 stand in the longer one, and at least two. */
export function namesAgree(one: string | undefined, other: string | undefined): Agreement {
  const [first, second] = [nameWords(one), nameWords(other)]
  const smaller = Math.min(first.size, second.size)
  if (smaller === 0) return 'unknown'
  const shared = [...first].filter((word) => second.has(word)).length
  // A single word is the given name of many.
  if (smaller === 1) return shared === 1 ? 'unknown' : 'differs'
  return shared >= 2 && shared / smaller >= sharedMin ? 'agrees' : 'differs'
}

/** Empty where it names nobody. */
function comparableDocument(document: string | undefined): string {
  const text = withoutSeparators(document ?? '').replace(/[^0-9A-Z*]/g, '')
  if (isMasked(text)) return text
  const plain = text.replace(/^[VEJGP](?=\d{6,9}$)/, '').replace(/^0+/, '')
  return plain.length >= 5 ? plain : ''
}

function isMasked(text: string): boolean {
  return text.includes('*') || /X{3}/.test(text)
}

/** Brazilian banks show six of the eleven digits. They refute a document and prove none. */
function maskedAgree(one: string, other: string): Agreement {
  if (one.length !== other.length) return 'unknown'
  const differs = [...one].some((character, place) => {
    const against = other.charAt(place)
    return /\d/.test(character) && /\d/.test(against) && character !== against
  })
  return differs ? 'differs' : 'unknown'
}

function isInside(short: string, long: string): boolean {
  if (!/^\d+$/.test(short)) return false
  // CUIT and CUIL: prefix, DNI, check digit. The Peruvian RUC of a person begins with 10.
  if (/^(2[034567]|10)\d{9}$/.test(long) && short.length >= 7 && short.length <= 8) {
    return long.slice(2, 10) === short.padStart(8, '0')
  }
  // The Ecuadorian RUC of a person: cédula and 001. A zero in front may be left out of both.
  if (long === `${short}001` && short.length >= 9) return true
  if (!long.startsWith(short) || long.length !== short.length + 1 || short.length < 6) return false
  return checkCharacters(short).includes(long.slice(-1))
}

/** Check characters of a Chilean RUT, a Colombian NIT and a Paraguayan RUC. */
function checkCharacters(body: string): string[] {
  const rut = 11 - (weightedSumFromRight(body, [2, 3, 4, 5, 6, 7]) % 11)
  const nit = '01987654321'.charAt(weightedSumFromRight(body, [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]) % 11)
  const ruc = 11 - (weightedSumFromRight(body, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11)
  return [rut === 11 ? '0' : rut === 10 ? 'K' : String(rut), nit, ruc > 9 ? '0' : String(ruc)]
}

function nameWords(name: string | undefined): Set<string> {
  const plain = (name ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && !commonWords.has(word)))
}
