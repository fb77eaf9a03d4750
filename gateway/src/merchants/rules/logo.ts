import { jpegLogo } from './logo-jpeg.ts'
import type { Logo, LogoFault, LogoType, ReadPicture } from './logo-picture.ts'
import { pngLogo } from './logo-png.ts'
import { webpLogo } from './logo-webp.ts'

/** The largest logo as a merchant sends it. As base64 it fits into the body of a request. */
export const logoBytesMax = 40 * 1024
export const logoSideMax = 512

/**
 * Reads a logo by its content, never by its name. What a file holds besides its pixels is left out: names of authors and
 * places, comments, and whatever stands after the end of the picture.
 */
export function readLogo(bytes: Buffer): Logo | LogoFault {
  if (bytes.length > logoBytesMax) return 'too_large'
  const format = formats.find(({ starts }) => starts(bytes))
  if (!format) return 'not_a_picture'
  const read = format.read(bytes)
  if (typeof read === 'string') return read
  if (read.width < 1 || read.height < 1) return 'damaged'
  if (read.width > logoSideMax || read.height > logoSideMax) return 'too_wide'
  return { type: format.type, ...read }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const jpegStart = Buffer.from('ffd8ff', 'hex')

const formats: readonly {
  type: LogoType
  starts: (bytes: Buffer) => boolean
  read: (bytes: Buffer) => ReadPicture
}[] = [
  { type: 'image/png', starts: (bytes) => startsWith(bytes, pngSignature), read: pngLogo },
  { type: 'image/jpeg', starts: (bytes) => startsWith(bytes, jpegStart), read: jpegLogo },
  {
    type: 'image/webp',
    starts: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    read: webpLogo,
  },
]

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

/** The path of a logo below the gateway's address, by the SHA-256 of its bytes in hexadecimal digits. */
export function logoPath(hash: string): string {
  return `/pay/logos/${hash}`
}
