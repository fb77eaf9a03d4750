import { encodingOf, toUtf8 } from './encodings.ts'
import { type ReadingFault, StatementRefusal, statementLimits } from './statement.ts'

export interface Content {
  /** The text of the file in UTF-8, without its byte order mark. */
  bytes: Uint8Array
  /** Of the file. */
  encoding: string
  /** Bytes of the mark in the file. */
  skipped: number
}

/** `encoding`: what a person says, before what the file says about itself. Only a byte order mark is surer. */
export function contentOf(file: Uint8Array, named?: string | undefined): Content {
  if (file.length === 0) throw new StatementRefusal('The file is empty.', { line: 1, column: 1, byte: 0 })
  refuseSize(file.length)
  const { encoding, skipped } = encodingOf(file, named)
  return { bytes: toUtf8(file.subarray(skipped), encoding), encoding, skipped }
}

/** Refuses a file that is too large, before it is loaded. */
export function refuseSize(bytes: number): void {
  const max = statementLimits.fileBytes
  if (bytes <= max) return
  throw new StatementRefusal(`The file is larger than ${max} bytes.`, { line: 1, column: 1, byte: 0 })
}

export function textOf({ bytes }: Content): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/** The refusal of a fault, at the place in the file's bytes. */
export function refusalOf({ bytes, encoding, skipped }: Content, fault: ReadingFault): StatementRefusal {
  let [units, line, column, byte] = [0, 1, 1, 0]
  while (byte < bytes.length && units < fault.at) {
    const value = bytes[byte] ?? 0
    byte += 1
    // Bytes that continue a character of UTF-8 are of its first unit.
    if (value >= 0x80 && value < 0xc0) continue
    const wide = value >= 0xf0 ? 2 : 1
    units += wide
    const isLineEnd = value === 0x0a || (value === 0x0d && bytes[byte] !== 0x0a)
    if (isLineEnd) [line, column] = [line + 1, 1]
    else column += wide
  }
  while (byte < bytes.length && ((bytes[byte] ?? 0) & 0xc0) === 0x80) byte += 1
  const inFile = encoding === 'utf-8' ? byte : encoding.startsWith('utf-16') ? 2 * units : units
  return new StatementRefusal(fault.message, { line, column, byte: inFile + skipped })
}
