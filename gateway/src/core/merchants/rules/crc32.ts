const polynomial = 0xedb88320
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value >>> 0
})

/** CRC-32 as in gzip and PNG (ITU-T V.42), 0 to 2^32 - 1. Own code, because Node 20.19 has no `zlib.crc32`. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}
