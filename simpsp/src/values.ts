import { randomBytes } from 'node:crypto'

/** `12.30` as 1230; undefined for anything else. At most ten digits before the point, so that numbers hold it. */
export function readCents(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,10}\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : undefined
}

export function writeCents(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The day of Brasília, which keeps UTC−3 all year: `2026-11-30`. */
export function dayInBrasilia(ms: number): string {
  return toIso(ms - 3 * 3_600_000).slice(0, 10)
}

/** An end-to-end id (`E`) or id of a return (`D`): 32 characters. */
export function newPixId(letter: 'E' | 'D', ms: number): string {
  const minute = toIso(ms).replaceAll(/\D/g, '').slice(0, 12)
  return `${letter}99999999${minute}${randomBytes(6).toString('hex').slice(0, 11)}`
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** The text of a dynamic Pix code (EMV, with its checksum), as payers copy it. `location` has no scheme. */
export function pixCode(location: string, { name, city }: { name: string; city: string }): string {
  const plain = (text: string, most: number) =>
    text
      .normalize('NFD')
      .replaceAll(/[^ -~]/g, '')
      .slice(0, most)
  const account = field('00', 'br.gov.bcb.pix') + field('25', location)
  const fields = [
    ['00', '01'],
    ['01', '12'],
    ['26', account],
    ['52', '0000'],
    ['53', '986'],
    ['58', 'BR'],
    ['59', plain(name, 25)],
    ['60', plain(city, 15)],
    ['62', field('05', '***')],
  ] as const
  const text = `${fields.map(([id, value]) => field(id, value)).join('')}6304`
  return text + checksum(text)
}

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
