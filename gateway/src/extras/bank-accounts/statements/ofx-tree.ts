import { ReadingFault, statementLimits } from './statement.ts'

/** An aggregate with its values; the first of a name counts. */
export interface Aggregate {
  name: string
  at: number
  values: Map<string, Value>
  children: Aggregate[]
}

interface Value {
  name: string
  text: string
  at: number
}

/** Elements that hold others and matter here. Everything else is a value or is skipped. */
const aggregates = new Set(
  'OFX SONRS STATUS FI STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS INVSTMTRS BANKACCTFROM CCACCTFROM INVACCTFROM BANKTRANLIST BANKTRANLISTP STMTTRN STMTTRNP PAYEE BANKACCTTO CCACCTTO CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BALLIST BAL'.split(
    ' ',
  ),
)

/** Values of bank statements that OFX knows, and the aggregates around them that are skipped. */
const known = new Set(
  'SIGNONMSGSRSV1 BANKMSGSRSV1 CREDITCARDMSGSRSV1 INVSTMTMSGSRSV1 CODE SEVERITY MESSAGE DTSERVER LANGUAGE DTPROFUP DTACCTUP ORG FID SESSCOOKIE USERKEY TSKEYEXPIRE ACCESSKEY TRNUID CLTCOOKIE CURDEF BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY DTSTART DTEND TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE MEMO IMAGEDATA CURRATE CURSYM BALAMT DTASOF MKTGINFO VALUE BALTYPE DESC DTEXPIRE DTTRAN INV401KSOURCE'.split(
    ' ',
  ),
)

/** Values that people write. Whatever OFX does not know is a part of them. */
const freeTexts = new Set('NAME EXTDNAME MEMO MESSAGE ADDR1 ADDR2 ADDR3 CITY ORG DESC'.split(' '))

/** The header is short; what is before it is the bank's own. */
const headerCharacters = 65_536

/** Reads OFX 1 (SGML, whose values have no ends) and OFX 2 (XML). */
export function ofxTree(text: string): { root: Aggregate; version: string } {
  const start = /<OFX>/i.exec(text.slice(0, headerCharacters))?.index
  if (start === undefined) throw new ReadingFault(0, 'The file has a header of OFX and no <OFX>.')
  const header = text.slice(0, start)
  if (/<!DOCTYPE|<!ENTITY/i.test(header))
    throw new ReadingFault(0, 'The OFX holds a document type (DTD), which no statement needs.')
  const version = /\bVERSION\s{0,9}[:=]\s{0,9}"?(\d{3})/.exec(header.replace(/<\?xml[^<>]{0,200}>/, ''))?.[1]
  const path: Aggregate[] = []
  let root: Aggregate | undefined
  let value: Value | undefined
  const addText = (piece: string, at: number) => {
    if (!root || (path.length === 0 && piece.trim() !== '')) throw new ReadingFault(at, 'Text stands after </OFX>.')
    if (!value) return
    if (value.text.length + piece.length > statementLimits.fieldCharacters)
      throw new ReadingFault(at, 'A value is too long.')
    value.text += piece
  }
  for (const token of tokensOf(text, start)) {
    const { at, piece, name, kind } = token
    if (name === undefined || isText(token, value)) {
      addText(piece, at)
      continue
    }
    if (root && path.length === 0) throw new ReadingFault(at, 'An element stands after </OFX>.')
    value = undefined
    if (kind === 'empty') continue
    if (kind === 'close') close(path, name, at)
    else if (aggregates.has(name)) {
      if (path.length >= statementLimits.xmlDepth) throw new ReadingFault(at, 'The OFX is nested too deeply.')
      const opened: Aggregate = { name, at, values: new Map(), children: [] }
      path.at(-1)?.children.push(opened)
      root ??= opened
      path.push(opened)
    } else {
      value = { name, text: '', at }
      const values = path.at(-1)?.values
      if (!values?.has(name)) values?.set(name, value)
    }
  }
  const open = path.at(-1)
  if (open || !root) throw new ReadingFault(text.length, `The file ends inside <${open?.name ?? 'OFX'}>: it is cut.`)
  return { root, version: version ?? 'without a version' }
}

function close(path: Aggregate[], name: string, at: number): void {
  if (!aggregates.has(name)) return
  const open = path.pop()
  if (open?.name !== name) throw new ReadingFault(at, `</${name}> ends <${open?.name ?? 'nothing'}>.`)
}

interface Token {
  at: number
  /** Text, or the tag as it is written. */
  piece: string
  /** Of a tag, in capitals. */
  name?: string
  kind?: 'open' | 'close' | 'empty'
  /** Nothing but blanks stands before it in its line. */
  beginsLine?: boolean
}

/**
 * Payers write `<BR/>` and `<LTDA>`. A name that OFX does not know is text inside a value, unless it is an extension of a
 * bank: those have a point, or begin a line after a value that is no free text.
 */
function isText({ name = '', kind, beginsLine }: Token, value: Value | undefined): boolean {
  if (!value || aggregates.has(name) || known.has(name) || name.includes('.') || name === value.name) return false
  return freeTexts.has(value.name) || kind !== 'open' || beginsLine !== true
}

/** Tags and the texts between them. Each character is looked at once. */
function* tokensOf(text: string, start: number): Generator<Token> {
  let [at, lineBegins] = [start, true]
  while (at < text.length) {
    const token = tagAt(text, at) ?? dataAt(text, at)
    if (token) {
      if (token.piece !== '') yield { ...token, beginsLine: lineBegins }
      lineBegins = false
      at = token.end
      continue
    }
    const next = text.indexOf('<', at + 1)
    const end = next < 0 ? text.length : next
    const piece = text.slice(at, end)
    yield { at, piece: unescaped(piece) }
    const line = piece.slice(1 + Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')))
    lineBegins = line.trim() === '' && (line.length < piece.length || lineBegins)
    at = end
  }
}

function tagAt(text: string, at: number): (Token & { end: number }) | undefined {
  const tag = /^<(\/?)([A-Za-z][\w.]{0,60})\s{0,9}(\/?)>/.exec(text.slice(at, at + 80))
  const [piece, slash, name, empty] = tag ?? []
  if (piece === undefined || name === undefined) return undefined
  const kind = slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open'
  return { at, piece, name: name.toUpperCase(), kind, end: at + piece.length }
}

/** A comment, which says nothing, or CDATA, whose text is as it is. */
function dataAt(text: string, at: number): (Token & { end: number }) | undefined {
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!text.startsWith(open, at)) continue
    const end = text.indexOf(close, at + open.length)
    if (end < 0) throw new ReadingFault(at, `"${open}" has no end.`)
    return { at, piece: open === '<!--' ? '' : text.slice(at + open.length, end), end: end + close.length }
  }
  return undefined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Banks write `&` as it is: what is no known entity stays. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,6})|([a-z]{2,4}));/g,
    (whole, number: string | undefined, name: string | undefined) => {
      if (number !== undefined) return Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : whole
      return entities[name ?? ''] ?? whole
    },
  )
}
