import {
  aggregates,
  endByNextLine,
  entryTagsIn,
  freeTexts,
  holdsKnownTag,
  knownValues,
  lastEndTag,
  partsOfEntry,
  type Tag,
  tagAt,
} from './ofx-lines.ts'
import { ReadingFault, statementLimits } from './statement.ts'

/** An aggregate with its values. */
export interface Aggregate {
  name: string
  at: number
  /** All of a name, in the order of the file. */
  values: Map<string, Value[]>
  children: Aggregate[]
  /** Of an entry: where its first text begins. */
  textAt?: number
  /** Of an entry: what it holds can be read in two ways. */
  inDoubt: boolean
  /** Of an entry: one of its texts holds the tag that begins an entry. */
  holdsEntryTag: boolean
}

export interface Value {
  name: string
  text: string
  at: number
}

/** The header is short; what is before it is the bank's own. */
const headerCharacters = 65_536

/** The line that is being read. */
interface Line {
  end: number
  /** Several entries stand in it, or it fits in no other way: texts end as the format says. */
  isNaive: boolean
  /** What begins the next line that holds anything; undefined at the end of the file. */
  next: Tag | 'text' | undefined
}

/** Where reading a file has come to. */
interface Reader {
  text: string
  /** The bank escapes markup inside texts. */
  escapes: boolean
  path: Aggregate[]
  root: Aggregate | undefined
  value: Value | undefined
  /** Tags of entries inside texts. */
  entryTags: number
  /** White space that was looked at last: many lines may be blank. */
  blank: { from: number; end: number }
}

/**
 * Reads OFX 1 (SGML, whose values have no ends) and OFX 2 (XML), line by line. A payer's text has no line break. So a text
 * that begins its line, or stands in the line of one entry, ends at the last end tag of its own in that line, and holds
 * whatever stands before. Where several entries share a line the format decides, and the entries are in doubt unless
 * `escapes` says that the bank escapes. `entryTags`: tags of entries inside texts.
 */
export function ofxTree(text: string, escapes = false): { root: Aggregate; version: string; entryTags: number } {
  const start = /<OFX>/i.exec(text.slice(0, headerCharacters))?.index
  if (start === undefined) throw new ReadingFault(0, 'The file has a header of OFX and no <OFX>.')
  const header = text.slice(0, start)
  if (/<!DOCTYPE|<!ENTITY/i.test(header))
    throw new ReadingFault(0, 'The OFX holds a document type (DTD), which no statement needs.')
  const version = /\bVERSION\s{0,9}[:=]\s{0,9}"?(\d{3})/.exec(header.replace(/<\?xml[^<>]{0,200}>/, ''))?.[1]
  const reader: Reader = {
    text,
    escapes,
    path: [],
    root: undefined,
    value: undefined,
    entryTags: 0,
    blank: { from: 0, end: 0 },
  }
  const breaks = /\r\n|\n|\r/g
  for (let at = start; at < text.length; ) {
    breaks.lastIndex = at
    const end = breaks.exec(text)?.index ?? text.length
    at = readLine(reader, at, end)
  }
  const { root } = reader
  const open = reader.path.at(-1)
  if (open || !root) throw new ReadingFault(text.length, `The file ends inside <${open?.name ?? 'OFX'}>: it is cut.`)
  return { root, version: version ?? 'without a version', entryTags: reader.entryTags }
}

/** Returns where the next line begins, which is later where a comment runs over several. */
function readLine(reader: Reader, start: number, end: number): number {
  const { text } = reader
  const begin = nextTag(reader, start)
  const goesOn = isFreeText(reader.value) && begin === 'text'
  const isText = goesOn || (begin !== undefined && begin !== 'text' && freeTexts.has(begin.name))
  const begun = isText ? 0 : entryTagsIn(text.slice(start, end))
  const beginsEntry = typeof begin === 'object' && begin.name === 'STMTTRN'
  const isNaive = begun > 1 || (begun === 1 && entryOf(reader) !== undefined && !beginsEntry)
  const line: Line = { end, isNaive, next: nextTag(reader, end) }
  if (isNaive && !reader.escapes) doubt(reader)
  let [at, isBegin] = [start, true]
  if (goesOn) at = takeText(reader, start, line, true)
  while (at < end) {
    const comment = commentAt(reader, at, end)
    if (comment !== undefined) {
      if (comment > end) return comment
      at = comment
      continue
    }
    const tag = tagAt(text, at)
    if (!tag || isPartOfValue(tag, reader.value, isBegin)) {
      const next = tag?.end ?? nextAngle(text, at + 1, end)
      addText(reader, text.slice(at, next), at)
      isBegin &&= text.slice(at, next).trim() === ''
      at = next
      continue
    }
    at = readTag(reader, tag, line, isBegin)
    isBegin = false
  }
  addText(reader, text.slice(end, end + 1), end)
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}

/** Where a comment ends that stands outside of all texts. Inside a value it ends in its line. */
function commentAt({ text, value }: Reader, at: number, lineEnd: number): number | undefined {
  if (isFreeText(value) || !text.startsWith('<!--', at)) return undefined
  const end = text.indexOf('-->', at + 4)
  if (end < 0) throw new ReadingFault(at, '"<!--" has no end.')
  return value === undefined || end < lineEnd ? end + 3 : undefined
}

function nextAngle(text: string, from: number, end: number): number {
  const next = text.indexOf('<', from)
  return next < 0 || next > end ? end : next
}

/**
 * Payers write `<BR/>` and `<LTDA>`. A name that OFX does not know is text inside a value, unless it is an extension of a
 * bank: those have a point, or begin a line after a value that is no free text.
 */
function isPartOfValue({ name, kind }: Tag, value: Value | undefined, beginsLine: boolean): boolean {
  if (!value || aggregates.has(name) || knownValues.has(name) || name.includes('.') || name === value.name) return false
  return isFreeText(value) || kind !== 'open' || !beginsLine
}

function addText({ root, path, value }: Reader, piece: string, at: number): void {
  if (!root || (path.length === 0 && piece.trim() !== '')) throw new ReadingFault(at, 'Text stands after </OFX>.')
  if (!value) return
  if (value.text.length + piece.length > statementLimits.fieldCharacters)
    throw new ReadingFault(at, 'A value is too long.')
  value.text += piece
}

/** Opens or ends an element. Returns where reading goes on. */
function readTag(reader: Reader, tag: Tag, line: Line, isBegin: boolean): number {
  const { path, value } = reader
  const { at, end, name, kind } = tag
  if (reader.root && path.length === 0) throw new ReadingFault(at, 'An element stands after </OFX>.')
  // The format alone says where a text ends that has no end tag.
  if (isFreeText(value) && line.isNaive && !(kind === 'close' && name === value?.name)) doubt(reader)
  reader.value = undefined
  if (kind === 'empty') return end
  if (entryOf(reader) && isOutside(name) && !(kind === 'close' && name === 'STMTTRN')) {
    if (!line.isNaive) throw new ReadingFault(at, `<${kind === 'close' ? '/' : ''}${name}> stands inside an entry.`)
    doubt(reader)
    if (name === 'STMTTRN') reader.entryTags += 1
    return end
  }
  if (kind === 'close') {
    close(reader, name, at)
    return end
  }
  if (!aggregates.has(name)) {
    openValue(reader, name, at)
    return freeTexts.has(name) ? takeText(reader, end, line, isBegin) : end
  }
  if (path.length >= statementLimits.xmlDepth) throw new ReadingFault(at, 'The OFX is nested too deeply.')
  const opened: Aggregate = { name, at, values: new Map(), children: [], inDoubt: false, holdsEntryTag: false }
  path.at(-1)?.children.push(opened)
  reader.root ??= opened
  path.push(opened)
  if (line.isNaive && !reader.escapes) doubt(reader)
  return end
}

/** Aggregates that no entry holds. */
function isOutside(name: string): boolean {
  return aggregates.has(name) && !partsOfEntry.has(name)
}

function openValue(reader: Reader, name: string, at: number): void {
  const value: Value = { name, text: '', at }
  const values = reader.path.at(-1)?.values
  const same = values?.get(name)
  if (same) same.push(value)
  else values?.set(name, [value])
  reader.value = value
  const entry = freeTexts.has(name) ? entryOf(reader) : undefined
  if (entry) entry.textAt ??= at
}

function close({ path }: Reader, name: string, at: number): void {
  if (!aggregates.has(name)) return
  const open = path.at(-1)
  if (name === 'STMTTRN' && open?.name === 'BANKTRANLIST') {
    // A payer's text has ended the entry before the bank did.
    const last = open.children.at(-1)
    if (last) last.inDoubt = true
    return
  }
  path.pop()
  if (open?.name !== name) throw new ReadingFault(at, `</${name}> ends <${open?.name ?? 'nothing'}>.`)
}

/**
 * Takes a text up to its end in its line, from `at`. Returns where reading goes on. `isBegin`: nothing stands before it in
 * its line.
 */
function takeText(reader: Reader, at: number, line: Line, isBegin: boolean): number {
  const { text, path, value } = reader
  if (reader.escapes && !isBegin) line.isNaive = true
  if (!value || line.isNaive) return at
  const rest = text.slice(at, line.end)
  const own = lastEndTag(rest, value.name)
  const names = path.map(({ name }) => name)
  const byNext = endByNextLine(rest, names, line.next)
  if (!own && byNext === undefined && !isBegin) {
    // More stands behind it in the line than end tags.
    line.isNaive = true
    return at
  }
  const isOnlyEnds = own === undefined || isEndTags(rest.slice(own.end))
  // End tags behind its own that the next line does not need are the payer's.
  const isForged = own !== undefined && isOnlyEnds && byNext !== undefined && rest.slice(own.end, byNext).trim() !== ''
  const end = own && !isForged ? own : { at: byNext ?? rest.length, end: byNext ?? rest.length }
  const region = rest.slice(0, end.at)
  addText(reader, region, at)
  // Behind a text that begins its line there may be elements of a payer.
  if (isBegin && !isOnlyEnds) {
    line.isNaive = true
    doubt(reader)
  }
  noteMarkup(reader, region, isBegin && isOnlyEnds)
  // Without an end tag of its own a text may go on in the next line.
  if (end === own) reader.value = undefined
  return at + end.end
}

function isEndTags(text: string): boolean {
  return text.replace(/<\/[A-Za-z][\w.]{0,60}[ \t\r\n]{0,9}>/g, '').trim() === ''
}

/** `isWhole`: the text has its line for itself, so that nothing in it can be another element of the bank. */
function noteMarkup(reader: Reader, region: string, isWhole: boolean): void {
  const entry = entryOf(reader)
  const inside = entryTagsIn(region)
  reader.entryTags += inside
  if (entry && inside > 0) entry.holdsEntryTag = true
  if (!isWhole && holdsKnownTag(region)) doubt(reader)
}

/** What begins the next line that holds anything; undefined at the end of the file. */
function nextTag(reader: Reader, from: number): Tag | 'text' | undefined {
  const { text, blank } = reader
  let at = from >= blank.from && from <= blank.end ? blank.end : from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  reader.blank = { from, end: at }
  if (at === text.length) return undefined
  const tag = tagAt(text, at)
  return tag && (aggregates.has(tag.name) || knownValues.has(tag.name) || tag.name.includes('.')) ? tag : 'text'
}

function isFreeText(value: Value | undefined): boolean {
  return value !== undefined && freeTexts.has(value.name)
}

function entryOf({ path }: Reader): Aggregate | undefined {
  return path.findLast(({ name }) => name === 'STMTTRN')
}

function doubt(reader: Reader): void {
  const entry = entryOf(reader)
  if (entry) entry.inDoubt = true
}
