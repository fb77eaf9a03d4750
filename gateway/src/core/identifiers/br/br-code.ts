import { isRefused } from '../checked.ts'
import { checkPixKey } from './pix-key.ts'
import { type BrCodeField, readFields, writeField } from './tlv.ts'

export type { BrCodeField } from './tlv.ts'

const PIX_GUI = 'br.gov.bcb.pix'
const NO_TXID = '***'
/** The longest code that Pix allows (Pix API, `pixCopiaECola`); longer texts are refused unread. */
const CODE_LENGTH_MAX = 512
const NAME_LENGTH_MAX = 25
const CITY_LENGTH_MAX = 15
const INFO_LENGTH_MAX = 72
/** The largest amount of a code in centavos: field 54 holds 13 characters, so ten digits before the point. */
export const brCodeAmountMinorMax = 999_999_999_999n

/**
 * The content of a static code. Text loses its accents; `amountMinor` is in centavos, absent when the payer enters it.
 */
export interface StaticBrCode {
  key: string
  /** Name of the receiver, at most 25 characters. */
  name: string
  /** City of the receiver, at most 15 characters. */
  city: string
  amountMinor?: bigint
  /** 1 to 25 letters and digits. */
  txid?: string
  /** Text for the payer; with the key at most 73 characters. */
  info?: string
}

/** Why a text is not a PIX code; `message` is the English sentence. */
export interface UnreadableBrCode {
  ok: false
  reason: 'too_long' | 'not_emv' | 'wrong_checksum' | 'not_pix' | 'incomplete'
  message: string
}

/** A parsed PIX code. `amount` is the text of field 54; `url` has no `https://`. */
export interface ReadBrCode {
  ok: true
  kind: 'static' | 'dynamic'
  fields: readonly BrCodeField[]
  key: string | undefined
  info: string | undefined
  url: string | undefined
  recurrenceUrl: string | undefined
  amount: string | undefined
  txid: string | undefined
  merchantName: string | undefined
  merchantCity: string | undefined
}

/**
 * Writes a static BR Code (BACEN, Manual de Padrões para Iniciação do Pix; EMV merchant-presented mode) with a valid
 * checksum. Throws a RangeError when a value is invalid or too long.
 */
export function writeStaticBrCode(code: StaticBrCode): string {
  const key = checkPixKey(code.key)
  if (isRefused(key)) throw new RangeError(String(key.findings[0]?.message ?? 'this is not a PIX key'))
  const info = code.info === undefined ? '' : writeField('02', fitText('info', code.info, INFO_LENGTH_MAX))
  const body = [
    writeField('00', '01'),
    writeField('26', writeField('00', PIX_GUI) + writeField('01', key.normalised) + info),
    writeField('52', '0000'),
    writeField('53', '986'),
    code.amountMinor === undefined ? '' : writeField('54', formatAmount(code.amountMinor)),
    writeField('58', 'BR'),
    writeField('59', fitText('name', code.name, NAME_LENGTH_MAX)),
    writeField('60', fitText('city', code.city, CITY_LENGTH_MAX)),
    writeField('62', writeField('05', fitTxid(code.txid))),
    '6304',
  ].join('')
  return body + crc16(body)
}

/** The content of a dynamic code: the address of its payload, without a scheme, and the receiver. */
export interface DynamicBrCode {
  url: string
  name: string
  city?: string
}

/** Writes a dynamic BR Code: amount and txid stand in the payload that its address answers with. Undefined where it is too long. */
export function writeDynamicBrCode({ url, name, city = 'BRASIL' }: DynamicBrCode): string | undefined {
  const address = url.replace(/^https:\/\//, '')
  const fitted = fittedToBrCode(name, city)
  // Field 26 holds 99 characters, with the name of the scheme before the address.
  if (address.length > 73 || fitted.name === '' || fitted.city === '') return undefined
  const body = [
    writeField('00', '01'),
    writeField('26', writeField('00', PIX_GUI) + writeField('25', address)),
    ...[writeField('52', '0000'), writeField('53', '986'), writeField('58', 'BR')],
    ...[writeField('59', fitted.name), writeField('60', fitted.city), writeField('62', writeField('05', NO_TXID))],
    '6304',
  ].join('')
  return body + crc16(body)
}

/**
 * Reads a static or dynamic PIX code. Fields keep their order. The checksum must be right (in any case), and one of the
 * fields 26–51 must have the PIX GUI: other EMV codes, such as those of Peru and Argentina, are `not_pix`.
 */
export function readBrCode(text: string): ReadBrCode | UnreadableBrCode {
  const code = text.trim()
  if (code.length > CODE_LENGTH_MAX) {
    return unreadable('too_long', `a BR Code has at most ${CODE_LENGTH_MAX} characters, not ${code.length}`)
  }
  const fields = readFields(code)
  const checksum = fields?.at(-1)
  if (fields?.[0]?.id !== '00' || checksum?.id !== '63' || checksum.value.length !== 4) {
    return unreadable('not_emv', 'the text is not a sequence of fields from 00 to 63')
  }
  const expected = crc16(code.slice(0, -4))
  if (checksum.value.toUpperCase() !== expected)
    return unreadable('wrong_checksum', `the checksum should be ${expected}`)
  const pix = fields.find((field) => isBetween(field.id, '26', '51') && isPix(field))
  if (!pix) return unreadable('not_pix', `no field 26 to 51 carries ${PIX_GUI}`)
  return describe(fields, pix)
}

/**
 * The same static code for another amount in centavos, for a payer who paid a part. Undefined for a dynamic code, whose
 * amount is stored at the receiver's bank, and for texts that are no PIX code.
 */
export function withBrCodeAmount(text: string, amountMinor: bigint): string | undefined {
  const read = readBrCode(text)
  if (!read.ok || read.kind !== 'static' || read.recurrenceUrl !== undefined || !valueAt(read.fields, '53')) return
  const amount = writeField('54', formatAmount(amountMinor))
  const body = read.fields
    .filter(({ id }) => id !== '54' && id !== '63')
    .map(({ id, value }) => `${writeField(id, value)}${id === '53' ? amount : ''}`)
    .join('')
  return `${body}6304${crc16(`${body}6304`)}`
}

/**
 * CRC16 of EMV codes (polynomial 1021, start FFFF, not reflected, no final xor) over the UTF-8 bytes of the text, as
 * four upper-case hexadecimal digits. The check value of `123456789` is 29B1.
 */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function describe(fields: readonly BrCodeField[], pix: BrCodeField): ReadBrCode | UnreadableBrCode {
  const key = valueAt(pix.children, '01')
  const url = valueAt(pix.children, '25')
  const recurrence = fields.find((field) => isBetween(field.id, '80', '99') && isPix(field))
  const recurrenceUrl = valueAt(recurrence?.children, '25')
  if (key === undefined && url === undefined && recurrenceUrl === undefined) {
    return unreadable('incomplete', 'the code carries neither a key nor an address')
  }
  const txid = valueAt(fields.find((field) => field.id === '62')?.children, '05')
  return {
    ok: true,
    kind: key === undefined ? 'dynamic' : 'static',
    fields,
    key,
    info: valueAt(pix.children, '02'),
    url,
    recurrenceUrl,
    amount: valueAt(fields, '54'),
    txid: txid === NO_TXID ? undefined : txid,
    merchantName: valueAt(fields, '59'),
    merchantCity: valueAt(fields, '60'),
  }
}

function valueAt(fields: readonly BrCodeField[] | undefined, id: string): string | undefined {
  return fields?.find((field) => field.id === id)?.value
}

function isPix(field: BrCodeField): boolean {
  return valueAt(field.children, '00')?.toLowerCase() === PIX_GUI
}

function isBetween(id: string, first: string, last: string): boolean {
  return id >= first && id <= last
}

function unreadable(reason: UnreadableBrCode['reason'], message: string): UnreadableBrCode {
  return { ok: false, reason, message }
}

/** Name and city of a receiver, cut to what a BR Code has room for. */
export function fittedToBrCode(name: string, city: string): { name: string; city: string } {
  return { name: plainText(name).slice(0, NAME_LENGTH_MAX), city: plainText(city).slice(0, CITY_LENGTH_MAX) }
}

/** Printable ASCII only: apps count the length of other characters differently. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .trim()
}

function fitText(what: string, text: string, lengthMax: number): string {
  const plain = plainText(text)
  if (plain.length >= 1 && plain.length <= lengthMax) return plain
  throw new RangeError(`${what} of a BR Code has 1 to ${lengthMax} characters without accents, not ${plain.length}`)
}

function fitTxid(txid: string | undefined): string {
  if (txid === undefined) return NO_TXID
  if (!/^[A-Za-z0-9]{1,25}$/.test(txid))
    throw new RangeError('the txid of a static BR Code is 1 to 25 letters and digits')
  return txid
}

function formatAmount(amountMinor: bigint): string {
  if (amountMinor < 1n || amountMinor > brCodeAmountMinorMax) {
    throw new RangeError(`the amount of a BR Code is 1 to ${brCodeAmountMinorMax} centavos`)
  }
  return `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`
}
