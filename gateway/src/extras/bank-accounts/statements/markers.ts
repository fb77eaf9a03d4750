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
  if (format === 'camt') return tags(buffer, 'Ntry')
  return format === 'ofx' ? tags(buffer, 'STMTTRN') : tagLines(buffer)
}

/** Opening tags with this local name, outside comments and CDATA. */
function tags(buffer: Buffer, name: string): number {
  let count = 0
  let at = buffer.indexOf(0x3c)
  while (at >= 0) {
    const skip = skipped(buffer, at)
    if (skip > at) {
      at = buffer.indexOf(0x3c, skip)
      continue
    }
    let end = at + 1
    let start = end
    for (let byte = buffer[end]; byte !== undefined && isNameByte(byte); end += 1, byte = buffer[end]) {
      if (byte === 0x3a) start = end + 1
    }
    if (end - start === name.length && buffer.toString('latin1', start, end).toLowerCase() === name.toLowerCase())
      count += 1
    at = buffer.indexOf(0x3c, at + 1)
  }
  return count
}

function isNameByte(byte: number): boolean {
  return byte > 0x20 && byte !== 0x3e && byte !== 0x2f && byte !== 0x3c
}

/** Where a comment or CDATA that begins here ends; `at` itself where none begins. */
function skipped(buffer: Buffer, at: number): number {
  if (buffer[at + 1] !== 0x21) return at
  const open = buffer.toString('latin1', at, at + 9)
  const close = open.startsWith('<!--') ? '-->' : open === '<![CDATA[' ? ']]>' : undefined
  if (close === undefined) return at
  const end = buffer.indexOf(close, at + 4, 'latin1')
  return end < 0 ? buffer.length : end + close.length
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

/** Records of a table after its header and before its footer that hold anything. */
export function countRecords(
  text: string,
  profile: Pick<CsvProfile, 'delimiter' | 'quote' | 'skip' | 'footer'>,
): number {
  const footer = profile.footer === undefined ? undefined : new RegExp(profile.footer, 'u')
  let [records, index, isQuoted, record] = [0, 0, false, '']
  let isOver = false
  const finish = () => {
    const isBlank = record.split(profile.delimiter).every((cell) => cell.replaceAll(profile.quote, '').trim() === '')
    if (index >= profile.skip && !isBlank) {
      isOver ||= footer?.test(record.slice(0, statementLimits.textCharacters)) === true
      // The first one is the header.
      if (!isOver) records += 1
    }
    index += 1
    record = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === profile.quote && index >= profile.skip) isQuoted = !isQuoted
    const isEnd = !isQuoted && (character === '\n' || (character === '\r' && text.charAt(at + 1) !== '\n'))
    if (isEnd) finish()
    else if (character !== '\r' || isQuoted) record += character
  }
  if (record !== '') finish()
  return Math.max(0, records - 1)
}
