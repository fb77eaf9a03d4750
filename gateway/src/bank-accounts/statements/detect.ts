import { Buffer } from 'node:buffer'
import type { Content } from './content.ts'
import { ReadingFault, type StatementFormat } from './statement.ts'

/** Files that are no text, by their first bytes. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ['a ZIP archive, or an Excel (XLSX) or Word document', [0x50, 0x4b, 0x03, 0x04]],
  ['an empty ZIP archive', [0x50, 0x4b, 0x05, 0x06]],
  ['a part of a ZIP archive', [0x50, 0x4b, 0x07, 0x08]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['compressed with gzip', [0x1f, 0x8b]],
  ['compressed with bzip2', [0x42, 0x5a, 0x68]],
  ['compressed with xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['compressed with Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['an old Excel (XLS) or Word document', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a picture (PNG)', [0x89, 0x50, 0x4e, 0x47]],
  ['a picture (JPEG)', [0xff, 0xd8, 0xff]],
  ['a document in RTF', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['text in UTF-16, which is not read yet', [0xff, 0xfe]],
  ['text in UTF-16, which is not read yet', [0xfe, 0xff]],
]

/** Says by its content which reader a file needs. Throws where none reads it. Only a table needs a profile. */
export function detect(content: Content, hasProfile: boolean): StatementFormat {
  const { bytes } = content
  for (const [name, signature] of signatures) {
    if (signature.every((byte, index) => bytes[index] === byte)) throw new ReadingFault(0, `The file is ${name}.`)
  }
  // Every format names itself near its beginning; banks put some lines before it.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('latin1')
  const zero = head.indexOf('\0')
  if (zero >= 0) throw new ReadingFault(zero, 'The file holds a zero byte and is no text.')
  if (head.trim() === '') throw new ReadingFault(0, 'The file holds nothing but white space.')
  return byMarkup(head) ?? byTags(head) ?? byColumns(head) ?? table(head, hasProfile)
}

function byMarkup(head: string): StatementFormat | undefined {
  if (/^\s*(?:<!DOCTYPE\s+html|<html|<head|<body|<table)\b/i.test(head)) {
    throw new ReadingFault(0, 'The file is a web page (HTML).')
  }
  if (/^\s*OFXHEADER\s*:/i.test(head) || /^\s*<OFX>/i.test(head) || /^\s*<\?xml[^>]*>\s*<\?OFX\b/i.test(head))
    return 'ofx'
  if (/^\s*</.test(head)) {
    const root = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(
      head.replace(/<!--[\s\S]*?-->/g, (all) => ' '.repeat(all.length)),
    )
    return root?.[1]?.toUpperCase() === 'OFX' ? 'ofx' : 'camt'
  }
  if (/^\s*[[{]\s*["}\]]/.test(head)) throw new ReadingFault(0, 'The file is JSON, which is no statement format.')
  return undefined
}

function byTags(head: string): StatementFormat | undefined {
  if (/^[\p{Cc}\s]*:20:/u.test(head) || /^[\p{Cc}\s]*\{1:/u.test(head)) return 'mt94x'
  return /(?:^|[\r\n])\s*:20:[\s\S]*?[\r\n]:(?:25|28C?|60[FM]|61|34F):/.test(head) ? 'mt94x' : undefined
}

function byColumns(head: string): undefined {
  const first = head.replace(/^\s*[\r\n]+/, '').split(/[\r\n]/, 1)[0] ?? ''
  const notYet = (name: string) => new ReadingFault(0, `The file is ${name}, which is not read yet.`)
  if (/^\d{3}\d{4}[01359][ \w]/.test(first) && first.length > 100 && first.length <= 320) throw notYet('CNAB 240')
  if (/^0[12](?:RETORNO|REMESSA)/i.test(first) || (/^0[12]/.test(first) && first.length === 400))
    throw notYet('CNAB 400')
  if (/^11\d{18}\d{12}[12]\d{14}/.test(first)) throw notYet('Norma 43')
  if (/^01,[^,]*,[^,]*,\d{6},\d{0,4},/.test(first)) throw notYet('BAI2')
  return undefined
}

function table(head: string, hasProfile: boolean): 'csv' {
  if (hasProfile) return 'csv'
  const isTable = /^[^\r\n]*[;,\t|][^\r\n]*[\r\n]/m.test(head)
  throw new ReadingFault(
    0,
    isTable
      ? 'The file looks like a table (CSV). A table needs the profile of its bank: which column holds what.'
      : 'The file is none of camt.052, camt.053, camt.054, MT940, MT942 and OFX, and without a profile it is no table either.',
  )
}
