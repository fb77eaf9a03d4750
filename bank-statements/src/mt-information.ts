import { type BankField, given, type Party, type References } from './statement.ts'
import { withoutEnds } from './text-lines.ts'

/** What the information of an entry (`:86:`) says. */
export interface Information {
  refs: References
  text: string
  party: Party
  returnCode?: string | undefined
  /** What the bank alone can have written. All else may have been typed by a payer. */
  bankFields: readonly BankField[]
}

/**
 * Reads the three ways in which banks write `:86:`: numbered subfields, `/WORD/value`, and free text. An entry may have
 * several of them, each with its lines. `partyFields`: the bank always writes the numbered fields of the other party.
 */
export function informationOf(fields: readonly (readonly string[])[], partyFields: boolean): Information {
  const joined = fields.map((lines) => lines.join('')).join(' ')
  const separator = /^\d{0,3}([?<>~^+])\d\d/.exec(joined.trimStart())?.[1]
  if (separator !== undefined) return numbered(joined, separator, partyFields)
  const words = wordsOf(joined)
  const text = fields.map(freeText).join(' ')
  return words.size > 0 ? byWords(words, text) : { refs: {}, text, party: {}, bankFields: [] }
}

/** A line that is full was broken inside a word. */
function freeText(lines: readonly string[]): string {
  return lines.reduce((text, line) => `${text}${line}${line.length >= 60 ? '' : ' '}`, '').trim()
}

function numbered(joined: string, separator: string, partyFields: boolean): Information {
  const fields = new Map<string, string[]>()
  const known = /^(0\d|1\d|2\d|3[0-9]|6[0-3])$/
  const codes: string[] = []
  let code = ''
  for (const part of joined.split(separator).slice(1)) {
    const begins = known.test(part.slice(0, 2))
    if (begins) {
      code = part.slice(0, 2)
      codes.push(code)
    }
    const value = begins ? part.slice(2) : `${separator}${part}`
    const values = fields.get(code) ?? []
    if (begins) values.push(value)
    else values.push(`${values.pop() ?? ''}${value}`)
    fields.set(code, values)
  }
  const of = (pattern: RegExp) =>
    [...fields]
      .filter(([each]) => pattern.test(each))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, values]) => values)
  const remittance = of(/^(2\d|6[0-3])$/).join('')
  const sepa = keywordsOf(remittance)
  const [named31, named32] = [given(of(/^31$/).join('')), given(of(/^3[23]$/).join(''))]
  const isOfBank = partyFields && named31 !== undefined && named32 !== undefined && standOnce(codes)
  return {
    refs: {
      endToEndId: named(sepa.get('EREF')),
      mandateId: named(sepa.get('MREF')),
      instructionId: named(sepa.get('KREF')),
    },
    text: [given(of(/^00$/).join('')), given(sepa.get('SVWZ') ?? remittance)].filter(Boolean).join(' '),
    party: {
      name: named32,
      account: (isOfBank ? named31 : given(sepa.get('IBAN') ?? of(/^(31|38)$/)[0]))?.replace(/\s/g, ''),
    },
    bankFields: isOfBank ? ['account', 'name'] : [],
  }
}

/** Each field stands once and in the order of the numbers, as the bank writes them. A payer's own come twice or too early. */
function standOnce(codes: readonly string[]): boolean {
  return codes.every((code, at) => at === 0 || (codes[at - 1] ?? '') < code)
}

/** `EREF+…SVWZ+…` inside the remittance. */
function keywordsOf(text: string): Map<string, string> {
  const parts = text.split(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC)\+/)
  const found = new Map<string, string>()
  for (let index = 1; index < parts.length; index += 2) found.set(parts[index] ?? '', (parts[index + 1] ?? '').trim())
  return found
}

const codeWords =
  /\/(EREF|PREF|IREF|MARF|CSID|REMI|NAME|IBAN|BIC|TRTP|ISDT|BENM|ORDP|ACCT|CNTP|RTRN|TRCD|PURP|ULTB|ULTD|UETR|SVCL)\//

function wordsOf(text: string): Map<string, string> {
  const parts = text.split(codeWords)
  const found = new Map<string, string>()
  for (let index = 1; index < parts.length; index += 2) {
    const word = parts[index] ?? ''
    if (!found.has(word)) found.set(word, (parts[index + 1] ?? '').trim())
  }
  // One word alone may be an accident of free text.
  return found.has('EREF') || found.has('REMI') || found.size > 1 ? found : new Map()
}

function byWords(words: Map<string, string>, whole: string): Information {
  const value = (word: string) => given(withoutEnds(words.get(word) ?? '', (code) => code === 0x2f))
  const [counterparty, , counterpartyName] = (words.get('CNTP') ?? '').split('/')
  const remittance = value('REMI')
    ?.replace(/^(USTD|STRD)\/\/?/, '')
    .replace(/^(CUR|ISO)\//, '')
  return {
    refs: {
      endToEndId: named(value('EREF')),
      mandateId: named(value('MARF')),
      instructionId: named(value('PREF') ?? value('IREF')),
      uetr: value('UETR'),
    },
    text: remittance ?? whole,
    party: {
      name: value('NAME') ?? given(counterpartyName),
      account: value('IBAN') ?? value('ACCT') ?? given(counterparty),
    },
    returnCode: value('RTRN')?.split('/')[0],
    bankFields: [],
  }
}

function named(text: string | undefined): string | undefined {
  const trimmed = given(text)
  return trimmed === undefined || /^(not\s?provided|nonref)$/i.test(trimmed) ? undefined : trimmed
}
