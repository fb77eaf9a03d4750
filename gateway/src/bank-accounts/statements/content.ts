import { isUtf8 } from 'node:buffer'
import { type ReadingFault, StatementRefusal, statementLimits } from './statement.ts'

export type Encoding = 'utf-8' | 'windows-1252'

/** The bytes of a file after its byte order mark. */
export interface Content {
  bytes: Uint8Array
  encoding: Encoding
  /** Bytes of the mark. */
  skipped: number
}

/** Chooses the encoding by the bytes: what a file says about itself is often wrong. */
export function contentOf(file: Uint8Array): Content {
  const start = { line: 1, column: 1, byte: 0 }
  if (file.length === 0) throw new StatementRefusal('The file is empty.', start)
  refuseSize(file.length)
  const isMarked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  const skipped = isMarked ? 3 : 0
  const bytes = file.subarray(skipped)
  return { bytes, encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252', skipped }
}

/** Refuses a file that is too large, before it is loaded. */
export function refuseSize(bytes: number): void {
  const max = statementLimits.fileBytes
  if (bytes <= max) return
  throw new StatementRefusal(`The file is larger than ${max} bytes.`, { line: 1, column: 1, byte: 0 })
}

export function textOf({ bytes, encoding }: Content): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

/** The refusal of a fault, at the place in the file's bytes. */
export function refusalOf({ bytes, encoding, skipped }: Content, fault: ReadingFault): StatementRefusal {
  let [units, line, column, byte] = [0, 1, 1, 0]
  while (byte < bytes.length && units < fault.at) {
    const value = bytes[byte] ?? 0
    byte += 1
    // Bytes that continue a character of UTF-8 are of its first unit.
    if (encoding === 'utf-8' && value >= 0x80 && value < 0xc0) continue
    const wide = encoding === 'utf-8' && value >= 0xf0 ? 2 : 1
    units += wide
    const isLineEnd = value === 0x0a || (value === 0x0d && bytes[byte] !== 0x0a)
    if (isLineEnd) [line, column] = [line + 1, 1]
    else column += wide
  }
  while (encoding === 'utf-8' && byte < bytes.length && ((bytes[byte] ?? 0) & 0xc0) === 0x80) byte += 1
  return new StatementRefusal(fault.message, { line, column, byte: byte + skipped })
}
