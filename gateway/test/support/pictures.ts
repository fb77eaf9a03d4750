import { deflateSync } from 'node:zlib'
import { crc32 } from '../../src/core/merchants/rules/api-key.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A chunk of a PNG. `sum`: a wrong checksum in place of the right one. */
export function pngChunk(name: string, data: Buffer = Buffer.alloc(0), sum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(sum ?? crc32(named))
  return Buffer.concat([length, named, checksum])
}

export function pngOf(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([signature, ...chunks])
}

/** The chunks of a picture of one colour: its header says `width` and `height`, whatever its pixels are. */
export function pngChunks(width: number, height: number, rgb: readonly number[] = [11, 95, 165]): Buffer[] {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const drawn = Math.min(height, 512)
  const row = Buffer.from([0, ...Array.from({ length: Math.min(width, 512) }, () => rgb).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: drawn }, () => row)))
  return [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND')]
}

/** A picture of one colour. */
export function png(width: number, height: number, rgb?: readonly number[]): Buffer {
  return pngOf(pngChunks(width, height, rgb))
}

/** Pictures of 12 by 8 pixels that Chromium drew: a JPEG, a WebP with loss and transparency, and one without loss. */
export const jpeg = picture([
  '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBD',
  'ARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAwD',
  'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAA',
  'BP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIADgX//2Q==',
])
export const webpWithAlpha = picture([
  'UklGRmYAAABXRUJQVlA4WAoAAAAQAAAACwAABwAAQUxQSBgAAAABDzD/ERFCUds2EITyZ9rfuXGI6H8Q0wdWUDggKAAAAJABAJ0B',
  'KgwACAAEAGglsAJ0ugADmAD+6zb/igFI4nd+hgz+oGaQAAA=',
])
export const webpLossless = picture(['UklGRjAAAABXRUJQVlA4WAoAAAAAAAAACwAABwAAVlA4TBEAAAAvC8ABAAfQry60tP+BiOh/AAA='])

function picture(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join(''), 'base64')
}
