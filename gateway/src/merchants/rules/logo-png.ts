import { crc32 } from './crc32.ts'
import type { ReadPicture } from './logo-picture.ts'

const signatureLength = 8
/** Length and name before the data of a chunk, and its checksum after. */
const headLength = 8
const checksumLength = 4
const headerDataLength = 13

/** What a browser needs to draw the picture. Texts, times, profiles and animations are left out. */
const keptChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])

/** Reads a PNG (ISO/IEC 15948) and leaves out all but its pixels. */
export function pngLogo(bytes: Buffer): ReadPicture {
  const kept = [bytes.subarray(0, signatureLength)]
  const names: string[] = []
  let at = signatureLength
  while (names.at(-1) !== 'IEND') {
    if (at + headLength + checksumLength > bytes.length) return 'damaged'
    const end = at + headLength + bytes.readUInt32BE(at) + checksumLength
    if (end > bytes.length) return 'damaged'
    const sum = bytes.readUInt32BE(end - checksumLength)
    if (crc32(bytes.subarray(at + checksumLength, end - checksumLength)) !== sum) return 'damaged'
    const name = bytes.toString('latin1', at + 4, at + headLength)
    if (keptChunks.has(name)) {
      kept.push(bytes.subarray(at, end))
      names.push(name)
    }
    at = end
  }
  const [first, ...rest] = names
  const isWhole = first === 'IHDR' && !rest.includes('IHDR') && rest.includes('IDAT')
  if (!isWhole || bytes.readUInt32BE(signatureLength) !== headerDataLength) return 'damaged'
  const sizeAt = signatureLength + headLength
  return { width: bytes.readUInt32BE(sizeAt), height: bytes.readUInt32BE(sizeAt + 4), bytes: Buffer.concat(kept) }
}
