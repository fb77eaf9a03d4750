import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jpeg, png, pngChunk, pngChunks, pngOf, webpLossless, webpWithAlpha } from '../../../test/support/pictures.ts'
import { logoBytesMax, logoSideMax, readLogo } from './logo.ts'
import type { Logo } from './logo-picture.ts'

const all = { png: png(12, 8), jpeg, webpWithAlpha, webpLossless }

function read(bytes: Buffer): Logo {
  const logo = readLogo(bytes)
  assert.ok(typeof logo === 'object', String(logo))
  return logo
}

/** A segment of a JPEG. */
function segment(marker: number, data: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, Buffer.from(data, 'latin1')])
}

/** A WebP with further chunks before its end. */
function webpWith(webp: Buffer, chunks: readonly { name: string; data: string }[], flags = 0): Buffer {
  const extra = chunks.map(({ name, data }) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, Buffer.from(data, 'latin1'), Buffer.alloc(data.length % 2)])
  })
  const made = Buffer.concat([webp, ...extra])
  made.writeUInt32LE(made.length - 8, 4)
  made.writeUInt8(made.readUInt8(20) | flags, 20)
  return made
}

describe('a logo', () => {
  it('is known by its content, with its size', () => {
    const types = Object.values(all).map((bytes) => {
      const { type, width, height } = read(bytes)
      return `${type} ${width}x${height}`
    })
    const webp = 'image/webp 12x8'
    assert.deepEqual(types, ['image/png 12x8', 'image/jpeg 12x8', webp, webp])
  })

  it('without anything else stays byte for byte, and is read a second time as the same', () => {
    for (const [name, bytes] of Object.entries(all)) {
      assert.deepEqual(read(bytes).bytes, bytes, name)
      assert.deepEqual(read(read(bytes).bytes), read(bytes), name)
    }
  })

  it('loses its metadata: authors, places, comments and profiles', () => {
    const secret = 'exif GPS 4.6097 -74.0817 <script>alert(1)</script>'
    const [header, ...rest] = pngChunks(12, 8)
    const text = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'iCCP', 'tIME', 'acTL', 'prVt'].map((name) =>
      pngChunk(name, Buffer.from(secret)),
    )
    const withText = {
      png: pngOf([header ?? Buffer.alloc(0), ...text, ...rest]),
      jpeg: Buffer.concat([
        jpeg.subarray(0, 2),
        ...[0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xfe].map((marker) => segment(marker, secret)),
        jpeg.subarray(2),
      ]),
      webp: webpWith(
        webpWithAlpha,
        ['EXIF', 'XMP ', 'ICCP', 'evil'].map((name) => ({ name, data: secret })),
        0x2c,
      ),
    }
    assert.deepEqual(read(withText.png).bytes, all.png)
    assert.deepEqual(read(withText.jpeg).bytes, jpeg)
    assert.deepEqual(read(withText.webp).bytes, webpWithAlpha)
  })

  it('loses what stands after its end, so that it is no page, no archive and no program as well', () => {
    for (const [name, bytes] of Object.entries(all)) {
      for (const tail of ['<html><script>alert(1)</script>', 'PK\u0003\u0004 archive', '%PDF-1.7', 'GIF89a/*']) {
        assert.deepEqual(read(Buffer.concat([bytes, Buffer.from(tail)])).bytes, bytes, `${name} ${tail}`)
      }
    }
  })

  it('is nothing else under the name of a picture', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const text of [
      svg,
      `\ufeff${svg}`,
      `<?xml version="1.0"?>${svg}`,
      'GIF89a',
      'BM',
      '%PDF-1.7',
      'RIFF____WAVE',
      '',
    ])
      assert.equal(readLogo(Buffer.from(text)), 'not_a_picture', text)
    for (const start of ['89504e470d0a1a0b', 'ffd8', '00000100', '49492a00'])
      assert.equal(readLogo(Buffer.from(start, 'hex')), 'not_a_picture', start)
  })

  it('is refused when it is cut short, wherever', () => {
    for (const [name, bytes] of Object.entries(all))
      for (let length = 12; length < bytes.length; length += 1)
        assert.equal(readLogo(bytes.subarray(0, length)), 'damaged', `${name} of ${length} bytes`)
  })

  it('is refused when its parts do not fit together', () => {
    const [header, pixels, end] = pngChunks(12, 8)
    assert.ok(header && pixels && end)
    const faults = [
      [pixels, header, end],
      [header, end],
      [header, header, pixels, end],
      [header, pngChunk('IDAT', Buffer.from('x'), 7), end],
      [pngChunk('IHDR', Buffer.alloc(14, 1)), pixels, end],
      [pngChunk('IHDR', Buffer.alloc(13)), pixels, end],
    ]
    for (const [at, chunks] of faults.entries()) assert.equal(readLogo(pngOf(chunks)), 'damaged', String(at))
    const canvas = Buffer.from(webpWithAlpha)
    canvas.writeUIntLE(99, 24, 3)
    assert.equal(readLogo(canvas), 'damaged', 'a canvas of another size')
    assert.equal(
      readLogo(Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, 'x'), Buffer.from('ffd9', 'hex')])),
      'damaged',
    )
  })

  it('of any length that a file claims ends within the file', () => {
    for (const [name, bytes] of Object.entries(all)) {
      for (let at = 8; at + 4 <= bytes.length; at += 1) {
        const changed = Buffer.from(bytes)
        changed.writeUInt32BE(0xffffffff, at)
        const logo = readLogo(changed)
        if (typeof logo === 'object') assert.ok(logo.bytes.length <= bytes.length, `${name} at ${at}`)
      }
    }
  })

  it('is still', () => {
    assert.equal(readLogo(webpWith(webpWithAlpha, [{ name: 'ANMF', data: 'x' }])), 'animated')
    assert.equal(readLogo(webpWith(webpWithAlpha, [], 0x02)), 'animated')
  })

  it('is small: in pixels by its header, whatever its pixels are, and in bytes', () => {
    assert.equal(read(png(logoSideMax, logoSideMax)).width, logoSideMax)
    for (const [width, height] of [
      [logoSideMax + 1, 8],
      [8, logoSideMax + 1],
      [60_000, 60_000],
      [0xffffffff, 1],
    ] as const)
      assert.equal(readLogo(png(width, height)), 'too_wide', `${width} x ${height}`)
    const wide = Buffer.from(jpeg)
    const frame = wide.indexOf(Buffer.from('ffc0', 'hex'))
    wide.writeUInt16BE(65_535, frame + 7)
    assert.equal(readLogo(wide), 'too_wide')
    const wideWebp = Buffer.from(webpLossless)
    wideWebp.writeUIntLE(0x3fff, 24, 3)
    wideWebp.writeUInt16LE(0x3fff, wideWebp.indexOf(0x2f, 40) + 1)
    assert.notEqual(typeof readLogo(wideWebp), 'object')
    assert.equal(readLogo(Buffer.concat([png(12, 8), Buffer.alloc(logoBytesMax)])), 'too_large')
  })
})
