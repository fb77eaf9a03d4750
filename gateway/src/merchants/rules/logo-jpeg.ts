import type { ReadPicture } from './logo-picture.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
/** Baseline, extended and progressive: what browsers draw. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** Huffman tables, quantisation tables, restart interval. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd])
/** Adobe's note (APP14) says how colours are stored. A picture without it may show in wrong colours. */
const adobe = 0xee
const adobeLength = 14

/**
 * Reads a JPEG (ITU-T T.81) and leaves out all but its pixels: no comment and no application's data, so neither a place
 * nor a camera. A direction noted for the picture is left out too.
 */
export function jpegLogo(bytes: Buffer): ReadPicture {
  const kept = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  let at = 2
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) {
      kept.push(bytes.subarray(at, at + 2))
      return size && hasScan ? { ...size, bytes: Buffer.concat(kept) } : 'damaged'
    }
    const end = segmentEnd(bytes, at)
    if (end === undefined) return 'damaged'
    if (frames.has(marker)) {
      if (size || end < at + 9) return 'damaged'
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    const isAdobe =
      marker === adobe && end === at + 2 + adobeLength && bytes.toString('latin1', at + 4, at + 9) === 'Adobe'
    if (marker === startOfScan) {
      const scanEnd = endOfScan(bytes, end)
      kept.push(bytes.subarray(at, scanEnd))
      hasScan = true
      at = scanEnd
      continue
    }
    if (frames.has(marker) || tables.has(marker) || isAdobe) kept.push(bytes.subarray(at, end))
    at = end
  }
  return 'damaged'
}

/** Where the segment at a marker ends; undefined if it is cut short. */
function segmentEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 4 > bytes.length) return undefined
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length >= 2 && end <= bytes.length ? end : undefined
}

/** The pixels go on up to a marker. A stuffed zero and a restart are none. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes.readUInt8(at + 1)
    const isRestart = next >= 0xd0 && next <= 0xd7
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !isRestart) return at
  }
  return bytes.length
}
