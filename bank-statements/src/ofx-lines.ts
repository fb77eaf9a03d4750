import { isControl } from './text-lines.ts'

/** Elements that hold others and matter here. Everything else is a value or is skipped. */
export const aggregates = new Set(
  'OFX SONRS STATUS FI STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS INVSTMTRS BANKACCTFROM CCACCTFROM INVACCTFROM BANKTRANLIST BANKTRANLISTP STMTTRN STMTTRNP PAYEE BANKACCTTO CCACCTTO CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BALLIST BAL'.split(
    ' ',
  ),
)

/** Values of bank statements that OFX knows, and the aggregates around them that are skipped. */
export const knownValues = new Set(
  'SIGNONMSGSRSV1 BANKMSGSRSV1 CREDITCARDMSGSRSV1 INVSTMTMSGSRSV1 CODE SEVERITY MESSAGE DTSERVER LANGUAGE DTPROFUP DTACCTUP ORG FID SESSCOOKIE USERKEY TSKEYEXPIRE ACCESSKEY TRNUID CLTCOOKIE CURDEF BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY DTSTART DTEND TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE MEMO IMAGEDATA CURRATE CURSYM BALAMT DTASOF MKTGINFO VALUE BALTYPE DESC DTEXPIRE DTTRAN INV401KSOURCE'.split(
    ' ',
  ),
)

/** Values that people write. Markup inside them is a part of them. */
export const freeTexts = new Set('NAME EXTDNAME MEMO MESSAGE ADDR1 ADDR2 ADDR3 CITY ORG DESC'.split(' '))

/** Aggregates of an entry. */
export const partsOfEntry = new Set(['PAYEE', 'BANKACCTTO', 'CCACCTTO', 'CURRENCY', 'ORIGCURRENCY'])

/** Balances and lists stand beside each other in a statement. */
const partsOfStatement = new Set(['BANKTRANLIST', 'BANKTRANLISTP', 'LEDGERBAL', 'AVAILBAL', 'BALLIST'])
const statements = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])

export interface Tag {
  at: number
  end: number
  /** As it is written. */
  piece: string
  /** In capitals. */
  name: string
  kind: 'open' | 'close' | 'empty'
}

export function tagAt(text: string, at: number): Tag | undefined {
  if (text.charCodeAt(at) !== 0x3c) return undefined
  const tag = /^<(\/?)([A-Za-z][\w.]{0,60})[ \t\r\n]{0,9}(\/?)>/.exec(text.slice(at, at + 80))
  const [piece, slash, name, empty] = tag ?? []
  if (piece === undefined || name === undefined) return undefined
  const kind = slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open'
  return { at, end: at + piece.length, piece, name: name.toUpperCase(), kind }
}

/** How many times a text holds the tag that begins an entry. */
export function entryTagsIn(text: string): number {
  return text.match(/<STMTTRN[ \t\r\n]{0,9}>/gi)?.length ?? 0
}

/** Whether a text holds the opening tag of an element that OFX knows. */
export function holdsKnownTag(text: string): boolean {
  for (const [, name = ''] of text.matchAll(/<([A-Za-z][\w.]{0,60})[ \t\r\n]{0,9}>/g)) {
    const upper = name.toUpperCase()
    if (aggregates.has(upper) || knownValues.has(upper)) return true
  }
  return false
}

/** Where the last end tag of a value stands in a line, and where it ends. */
export function lastEndTag(line: string, name: string): { at: number; end: number } | undefined {
  let found: { at: number; end: number } | undefined
  for (const match of line.matchAll(new RegExp(`</${name}[ \\t\\r\\n]{0,9}>`, 'gi')))
    found = { at: match.index, end: match.index + match[0].length }
  return found
}

/** The end tags of aggregates that end a text, the outermost last, with where each begins. */
function endTagsOf(text: string, atMost: number): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  let end = text.length
  while (found.length < atMost) {
    while (end > 0 && (text.charCodeAt(end - 1) === 0x20 || isControl(text.charCodeAt(end - 1)))) end -= 1
    const at = text.lastIndexOf('<', end - 1)
    const tag = at < 0 || text.charAt(end - 1) !== '>' ? undefined : tagAt(text, at)
    if (!tag || tag.end !== end || tag.kind !== 'close' || !aggregates.has(tag.name)) break
    found.unshift({ name: tag.name, at })
    end = at
  }
  return found
}

/**
 * Where a text ends whose line shows no end tag of its own: before the end tags of aggregates that the line after needs
 * ended, and no further. Undefined: what comes next fits nowhere.
 */
export function endByNextLine(
  text: string,
  path: readonly string[],
  next: Tag | 'text' | undefined,
): number | undefined {
  const ends = endTagsOf(text, path.length)
  for (let count = 0; count <= ends.length; count += 1) {
    const taken = ends.slice(ends.length - count)
    const isInOrder = taken.every(({ name }, index) => path.at(-1 - index) === name)
    if (isInOrder && fits(next, path.slice(0, path.length - count))) return taken[0]?.at ?? text.length
  }
  return undefined
}

/** Whether what begins the next line may stand inside the innermost open aggregate. */
function fits(next: Tag | 'text' | undefined, path: readonly string[]): boolean {
  const top = path.at(-1)
  if (next === undefined) return path.length === 0
  if (next === 'text') return top !== undefined
  if (next.kind === 'close') return !aggregates.has(next.name) || top === next.name
  if (next.name === 'STMTTRN') return top === 'BANKTRANLIST'
  if (partsOfStatement.has(next.name)) return top !== undefined && statements.has(top)
  if (statements.has(next.name) || next.name.endsWith('TRNRS')) return !path.includes('BANKTRANLIST')
  return top !== undefined
}
