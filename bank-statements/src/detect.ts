import { Buffer } from 'node:buffer'
import type { Content } from './content.ts'
import { ReadingFault, type StatementFormat, StatementRefusal } from './statement.ts'
import { isControl, textLines, withoutEnds } from './text-lines.ts'

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
]

/** Refuses files that are no text, by their name. */
export function refuseOtherKinds(file: Uint8Array): void {
  const found = signatures.find(([, signature]) => signature.every((byte, index) => file[index] === byte))
  if (found) throw new StatementRefusal(`The file is ${found[0]}.`, { line: 1, column: 1, byte: 0 })
}

/** Every format names itself near its beginning; banks put some lines before it. */
const headBytes = 65_536

/** Characters that a name at the beginning and what belongs to it need. Patterns see no more. */
const nameCharacters = 320

/** Says by its content which reader a file needs. Throws where none reads it. Only a table needs a profile. */
export function detect({ bytes }: Content, hasProfile: boolean): StatementFormat {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1')
  const zero = head.indexOf('\0')
  if (zero >= 0) throw new ReadingFault(zero, 'The file holds a zero byte and is no text.')
  const start = head.trimStart()
  if (start === '') throw new ReadingFault(0, 'The file holds nothing but white space.')
  return byMarkup(start) ?? byTags(head) ?? byColumns(start) ?? table(head, hasProfile)
}

function byMarkup(start: string): StatementFormat | undefined {
  const first = start.slice(0, nameCharacters)
  if (/^(?:<!DOCTYPE\s{1,9}html|<html|<head|<body|<table)\b/i.test(first)) {
    throw new ReadingFault(0, 'The file is a web page (HTML).')
  }
  if (/^(?:OFXHEADER\s{0,9}:|<OFX>|<\?xml[^>]{0,200}>\s{0,9}<\?OFX\b)/i.test(first)) return 'ofx'
  if (first.startsWith('<')) return rootOf(start)?.toUpperCase() === 'OFX' ? 'ofx' : 'camt'
  if (/^[[{]\s{0,99}["}\]]/.test(first)) throw new ReadingFault(0, 'The file is JSON, which is no statement format.')
  return undefined
}

/** The local name of the first element after comments, declarations and instructions. */
function rootOf(start: string): string | undefined {
  for (let at = 0; at >= 0; at = start.indexOf('<', at + 1)) {
    if (start.startsWith('<!--', at)) {
      at = start.indexOf('-->', at)
      if (at < 0) return undefined
    } else {
      const name = /^<(?:[\w.-]{1,99}:)?([\w.-]{1,99})/.exec(start.slice(at, at + nameCharacters))?.[1]
      if (name !== undefined) return name
    }
  }
  return undefined
}

/** Fields with which a statement of MT940 begins. Some have no reference (`:20:`). */
const mtFields = /^:(20|25P?|28C?|60[FM]|61|34F):/

function byTags(head: string): StatementFormat | undefined {
  const first = withoutEnds(head, (code) => isControl(code) || code === 0x20)
  if (first.startsWith(':20:') || first.startsWith('{1:')) return 'mt94x'
  let begun: string | undefined
  for (const { text } of textLines(head)) {
    const tag = mtFields.exec(begun === undefined ? text.trimStart() : text)?.[1]
    if (tag !== undefined && begun !== undefined && tag !== begun) return 'mt94x'
    begun ??= tag
  }
  return undefined
}

function byColumns(start: string): undefined {
  const text: string = textLines(start).next().value.text
  const first = text.slice(0, nameCharacters)
  const notYet = (name: string) => new ReadingFault(0, `The file is ${name}, which is not read yet.`)
  if (/^\d{7}[01359][ \w]/.test(first) && text.length > 100 && text.length <= nameCharacters) throw notYet('CNAB 240')
  if (/^0[12](?:RETORNO|REMESSA)/i.test(first) || (/^0[12]/.test(first) && text.length === 400))
    throw notYet('CNAB 400')
  if (/^11\d{18}\d{12}[12]\d{14}/.test(first)) throw notYet('Norma 43')
  if (/^01,[^,]{0,99},[^,]{0,99},\d{6},\d{0,4},/.test(first)) throw notYet('BAI2')
  return undefined
}

function table(head: string, hasProfile: boolean): 'csv' {
  if (hasProfile) return 'csv'
  const isTable = [...textLines(head)].some(({ text, hasEnd }) => hasEnd && /[;,\t|]/.test(text))
  throw new ReadingFault(
    0,
    isTable
      ? 'The file looks like a table (CSV). A table needs the profile of its bank: which column holds what.'
      : 'The file is none of camt.052, camt.053, camt.054, MT940, MT942 and OFX, and without a profile it is no table either.',
  )
}
