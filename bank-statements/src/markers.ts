import { Buffer } from 'node:buffer'
import type { Content } from './content.ts'
import type { CsvProfile } from './csv-profile.ts'
import { statementLimits } from './statement.ts'

/**
 * Counts the entries of a file a second time, on the raw bytes. Shares no code with the readers: a reader that loses
 * an entry counts otherwise.
 */
export function countMarkers(format: 'camt' | 'mt94x' | 'ofx', { bytes }: Content): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (format === 'camt') return entries(buffer)
  return format === 'ofx' ? entryTags(buffer) : tagLines(buffer)
}

/** `<STMTTRN>`, wherever it stands. */
function entryTags(buffer: Buffer): number {
  let count = 0
  for (let at = buffer.indexOf(0x3c); at >= 0; at = buffer.indexOf(0x3c, at + 1)) {
    if (/^<STMTTRN[ \t\r\n]{0,9}>/i.test(buffer.toString('latin1', at, at + 20))) count += 1
  }
  return count
}

/**
 * `<Ntry>` with any prefix, also in comments: two payers could begin one and end it around the entries of others. CDATA
 * within one line is the text of one element.
 */
function entries(buffer: Buffer): number {
  let [count, dataEnd] = [0, 0]
  let at = buffer.indexOf(0x3c)
  while (at >= 0) {
    const data: Data = at >= dataEnd ? dataAt(buffer, at) : { end: at, isLine: false }
    dataEnd = Math.max(dataEnd, data.end)
    const skip = data.isLine ? data.end : at
    if (skip > at) {
      at = buffer.indexOf(0x3c, skip)
      continue
    }
    let end = at + 1
    let start = end
    for (let byte = buffer[end]; byte !== undefined && isNameByte(byte); end += 1, byte = buffer[end]) {
      if (byte === 0x3a) start = end + 1
    }
    if (buffer.toString('latin1', start, Math.min(end, start + 5)).toLowerCase() === 'ntry') count += 1
    at = buffer.indexOf(0x3c, at + 1)
  }
  return count
}

function isNameByte(byte: number): boolean {
  return byte > 0x20 && byte !== 0x3e && byte !== 0x2f && byte !== 0x3c
}

interface Data {
  end: number
  isLine: boolean
}

/** Where CDATA that begins here ends, and whether that is in the same line; `at` itself where none begins. */
function dataAt(buffer: Buffer, at: number): Data {
  if (buffer[at + 1] !== 0x21 || buffer.toString('latin1', at, at + 9) !== '<![CDATA[')
    return { end: at, isLine: false }
  const found = buffer.indexOf(']]>', at + 9, 'latin1')
  const end = found < 0 ? buffer.length : found + 3
  const data = buffer.subarray(at, end)
  return { end, isLine: found >= 0 && !data.includes(0x0a) && !data.includes(0x0d) }
}

/** `:61:` at the beginning of a line. */
function tagLines(buffer: Buffer): number {
  let count = 0
  for (let at = buffer.indexOf(':61:', 0, 'latin1'); at >= 0; at = buffer.indexOf(':61:', at + 4, 'latin1')) {
    let before = at - 1
    while (isControl(buffer[before])) before -= 1
    if (before < 0 || buffer[before] === 0x0a || buffer[before] === 0x0d) count += 1
  }
  return count
}

/** A control character within a line. */
function isControl(byte: number | undefined): boolean {
  return byte !== undefined && (byte < 0x20 || byte === 0x7f) && byte !== 0x0a && byte !== 0x0d
}

/**
 * Records of a table after its header and before its footer that hold anything. A quote that has no end within the length of a
 * field is a character as every other, and then all are.
 */
export function countRecords(
  text: string,
  profile: Pick<CsvProfile, 'delimiter' | 'quote' | 'skip' | 'footer'>,
  hasQuotes = true,
): number {
  const footer = profile.footer === undefined ? undefined : new RegExp(profile.footer, 'u')
  let [records, beforeFooter, index, record] = [0, 0, 0, '']
  const finish = () => {
    const isBlank = record.split(profile.delimiter).every((cell) => cell.replaceAll(profile.quote, '').trim() === '')
    if (index >= profile.skip && !isBlank) {
      if (footer?.test(record.slice(0, statementLimits.textCharacters))) beforeFooter = records
      records += 1
    }
    index += 1
    record = ''
  }
  // A quote at the beginning of a cell holds until one that is not doubled.
  let [isQuoted, beginsCell] = [false, true]
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (isQuoted && character === profile.quote) {
      if (next === profile.quote) {
        record += character + next
        at += 1
        continue
      }
      isQuoted = false
    } else if (hasQuotes && beginsCell && character === profile.quote && index >= profile.skip) isQuoted = true
    beginsCell = !isQuoted && (character === profile.delimiter || character === '\n' || character === '\r')
    const isEnd = !isQuoted && (character === '\n' || (character === '\r' && next !== '\n'))
    if (isEnd) finish()
    else if (character !== '\r' || isQuoted) record += character
    if (isQuoted && (record.length > statementLimits.fieldCharacters || at === text.length - 1))
      return countRecords(text, profile, false)
  }
  if (record !== '') finish()
  // The first one is the header.
  return Math.max(0, (footer ? beforeFooter : records) - 1)
}
