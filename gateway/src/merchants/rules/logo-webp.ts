import type { ReadPicture } from './logo-picture.ts'

const fileHeadLength = 12
/** Name and length before the data of a chunk. */
const headLength = 8
const animationFlag = 0x02
const alphaFlag = 0x10
const extendedLength = 10

interface Chunk {
  name: string
  data: Buffer
}

/** Reads a still WebP (RFC 9649) and leaves out all but its pixels. */
export function webpLogo(bytes: Buffer): ReadPicture {
  const chunks = chunksOf(bytes)
  if (!chunks) return 'damaged'
  const [first] = chunks
  const extended = first?.name === 'VP8X' ? first : undefined
  const flags = extended?.data[0] ?? 0
  if ((flags & animationFlag) !== 0 || chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) return 'animated'
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const [picture] = pictures
  const size = picture && pictures.length === 1 ? sizeOf(picture) : undefined
  if (!picture || !size) return 'damaged'
  if (!extended) return { ...size, bytes: file([picture]) }
  if (extended.data.length !== extendedLength) return 'damaged'
  const canvas = { width: extended.data.readUIntLE(4, 3) + 1, height: extended.data.readUIntLE(7, 3) + 1 }
  if (canvas.width !== size.width || canvas.height !== size.height) return 'damaged'
  const data = Buffer.from(extended.data)
  data.writeUInt8(flags & alphaFlag, 0)
  const alpha = chunks.filter(({ name }) => name === 'ALPH').slice(0, 1)
  return { ...size, bytes: file([{ name: 'VP8X', data }, ...alpha, picture]) }
}

/** The chunks within the length that the file names; undefined if one is cut short. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (bytes.length < fileHeadLength) return undefined
  const end = headLength + bytes.readUInt32LE(4)
  if (end > bytes.length) return undefined
  const chunks: Chunk[] = []
  for (let at = fileHeadLength; at < end; ) {
    if (at + headLength > end) return undefined
    const length = bytes.readUInt32LE(at + 4)
    const dataAt = at + headLength
    if (dataAt + length > end) return undefined
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(dataAt, dataAt + length) })
    at = dataAt + length + (length % 2)
  }
  return chunks
}

function sizeOf({ name, data }: Chunk): { width: number; height: number } | undefined {
  if (name === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return undefined
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (data.length < 10 || data.toString('hex', 3, 6) !== '9d012a') return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function file(chunks: readonly Chunk[]): Buffer {
  const body = chunks.map(({ name, data }) => {
    const head = Buffer.alloc(headLength)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  const start = Buffer.alloc(fileHeadLength)
  start.write('RIFF', 'latin1')
  start.writeUInt32LE(
    body.reduce((sum, { length }) => sum + length, 4),
    4,
  )
  start.write('WEBP', 8, 'latin1')
  return Buffer.concat([start, ...body])
}
