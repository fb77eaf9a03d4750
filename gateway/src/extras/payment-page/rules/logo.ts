import { crc32 } from '../../../core/merchants/rules/api-key.ts'

/** The largest logo as a merchant sends it. As base64 it fits into the body of a request. */
export const logoBytesMax = 40 * 1024
export const logoSideMax = 512

/** Only a PNG is taken. Stored logos may have the other types, which were taken before. */
export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture that may be shown to payers: its pixels, and nothing else that stood in the file. */
export interface Logo {
  type: 'image/png'
  width: number
  height: number
  bytes: Buffer
}

export type LogoFault = 'too_large' | 'not_a_picture' | 'damaged' | 'too_wide'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Length and name before the data of a chunk, and its checksum after. */
const headLength = 8
const checksumLength = 4
const headerDataLength = 13

/** What a browser needs to draw the picture. Texts, times, profiles and animations are left out. */
const keptChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])

/**
 * Reads a logo by its content, never by its name: a PNG (ISO/IEC 15948). What it holds besides its pixels is left out:
 * names of authors and places, comments, and whatever stands after the end of the picture.
 */
export function readLogo(bytes: Buffer): Logo | LogoFault {
  if (bytes.length > logoBytesMax) return 'too_large'
  if (!bytes.subarray(0, signature.length).equals(signature)) return 'not_a_picture'
  const kept = pixelsOf(bytes)
  if (!kept) return 'damaged'
  const sizeAt = signature.length + headLength
  const [width, height] = [kept.readUInt32BE(sizeAt), kept.readUInt32BE(sizeAt + 4)]
  if (width < 1 || height < 1) return 'damaged'
  if (width > logoSideMax || height > logoSideMax) return 'too_wide'
  return { type: 'image/png', width, height, bytes: kept }
}

/** The picture without what a browser does not need to draw it; undefined if it is not whole. */
function pixelsOf(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [signature]
  const names: string[] = []
  let at = signature.length
  while (names.at(-1) !== 'IEND') {
    if (at + headLength + checksumLength > bytes.length) return undefined
    const end = at + headLength + bytes.readUInt32BE(at) + checksumLength
    if (end > bytes.length) return undefined
    const sum = bytes.readUInt32BE(end - checksumLength)
    if (crc32(bytes.subarray(at + checksumLength, end - checksumLength)) !== sum) return undefined
    const name = bytes.toString('latin1', at + 4, at + headLength)
    if (keptChunks.has(name)) {
      kept.push(bytes.subarray(at, end))
      names.push(name)
    }
    at = end
  }
  const [first, ...rest] = names
  const isWhole = first === 'IHDR' && !rest.includes('IHDR') && rest.includes('IDAT')
  const isHeaderWhole = kept[1]?.readUInt32BE(0) === headerDataLength
  return isWhole && isHeaderWhole ? Buffer.concat(kept) : undefined
}
