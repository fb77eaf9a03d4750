import { Buffer, isUtf8 } from 'node:buffer'
import { StatementRefusal } from './statement.ts'

/** The characters of code page 850 from byte 0x80 on. Banks of the region still print MT940 in it. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Encodings whose bytes can be counted from their characters: the refusal of a file names a byte. */
const countable = /^(utf-8|utf-16[bl]e|windows-\d+|iso-8859-.*|koi8-.|ibm866|macintosh)$/

/** The usual name of an encoding, or undefined where it is not read. */
export function encodingNamed(name: string): string | undefined {
  const plain = name.trim().toLowerCase()
  if (/^(cp|ibm|oem)?-?0{0,3}850$/.test(plain)) return 'cp850'
  const label = plain.replace(/^(?=8859-)/, 'iso-').replace(/^(cp-?)?(?=125\d$)/, 'windows-')
  try {
    const { encoding } = new TextDecoder(label)
    return countable.test(encoding) ? encoding : undefined
  } catch {
    return undefined
  }
}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The encoding of a file, and the bytes of its byte order mark. `named`: what a person or a profile says. */
export function encodingOf(file: Uint8Array, named: string | undefined): { encoding: string; skipped: number } {
  const mark = marks.find(([, bytes]) => bytes.every((byte, index) => file[index] === byte))
  if (mark) return { encoding: mark[0], skipped: mark[1].length }
  const isValid = isUtf8(file)
  if (named !== undefined) return { encoding: known(named, 'is not read'), skipped: 0 }
  const declared = declaredIn(file)
  if (declared === undefined) return { encoding: isValid ? 'utf-8' : 'windows-1252', skipped: 0 }
  const encoding = known(declared, 'is named by the file and is not read')
  if (encoding.startsWith('utf-16')) throw refusal(`The file says ${declared} and is no such text. ${advice}`)
  // Valid UTF-8 beyond ASCII is no Latin text by accident, and many exports in UTF-8 say 1252.
  return { encoding: encoding === 'windows-1252' && isValid ? 'utf-8' : encoding, skipped: 0 }
}

const advice = 'Name its encoding, for example --encoding windows-1252.'

function known(name: string, reason: string): string {
  const encoding = encodingNamed(name)
  if (encoding === undefined) throw refusal(`The encoding "${name}" ${reason}. ${advice}`)
  return encoding
}

/** The declaration of XML, or ENCODING and CHARSET of an OFX header. Both stand at the beginning. */
function declaredIn(file: Uint8Array): string | undefined {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1_024)).toString('latin1').trimStart()
  if (head.startsWith('<?xml'))
    return /\bencoding\s?=\s?["']([\w.:-]{1,40})["']/.exec(head.split('?>', 1)[0] ?? '')?.[1]
  if (!/^OFXHEADER/i.test(head)) return undefined
  const header = head.split('<', 1)[0] ?? ''
  // Some banks write the whole header in one line without blanks.
  const value = (name: string) =>
    new RegExp(`${name}\\s{0,4}:\\s{0,4}([\\w-]{1,40}?)(?=CHARSET|COMPRESSION|\\s|$)`, 'i').exec(header)?.[1]
  const [encoding = 'USASCII', charset = 'NONE'] = [value('ENCODING'), value('CHARSET')]
  if (/^(utf-?8|unicode)$/i.test(encoding)) return 'utf-8'
  if (charset.toUpperCase() !== 'NONE') return charset
  return /^us-?ascii$/i.test(encoding) ? undefined : encoding
}

/** The text of the bytes in UTF-8. */
export function toUtf8(bytes: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'utf-8') {
    if (!isUtf8(bytes)) throw refusal(`The file is said to be UTF-8, and its bytes are not. ${advice}`)
    return bytes
  }
  if (encoding === 'cp850') {
    const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    return Buffer.from(latin.replace(/[\x80-\xff]/g, (each) => codePage850.charAt(each.charCodeAt(0) - 0x80)))
  }
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw refusal(`The bytes of the file are no text in ${encoding}. ${advice}`)
  }
}

function refusal(reason: string): StatementRefusal {
  return new StatementRefusal(reason, { line: 1, column: 1, byte: 0 })
}
