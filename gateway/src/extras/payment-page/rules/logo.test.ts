import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jpeg, png, pngChunk, pngChunks, pngOf, webpWithAlpha } from '../../../../test/support/pictures.ts'
import { type Logo, logoBytesMax, logoSideMax, readLogo } from './logo.ts'

const picture = png(12, 8)

function read(bytes: Buffer): Logo {
  const logo = readLogo(bytes)
  assert.ok(typeof logo === 'object', String(logo))
  return logo
}

describe('a logo', () => {
  it('is known by its content, with its size', () => {
    const { type, width, height } = read(picture)
    assert.deepEqual([type, width, height], ['image/png', 12, 8])
  })

  it('without anything else stays byte for byte, and is read a second time as the same', () => {
    assert.deepEqual(read(picture).bytes, picture)
    assert.deepEqual(read(read(picture).bytes), read(picture))
  })

  it('loses its metadata: authors, places, comments and profiles', () => {
    const secret = 'exif GPS 4.6097 -74.0817 <script>alert(1)</script>'
    const [header, ...rest] = pngChunks(12, 8)
    const text = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'iCCP', 'tIME', 'acTL', 'prVt'].map((name) =>
      pngChunk(name, Buffer.from(secret)),
    )
    assert.deepEqual(read(pngOf([header ?? Buffer.alloc(0), ...text, ...rest])).bytes, picture)
  })

  it('loses what stands after its end, so that it is no page, no archive and no program as well', () => {
    for (const tail of ['<html><script>alert(1)</script>', 'PK\u0003\u0004 archive', '%PDF-1.7', 'GIF89a/*'])
      assert.deepEqual(read(Buffer.concat([picture, Buffer.from(tail)])).bytes, picture, tail)
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

  it('is no JPEG and no WebP', () => {
    for (const other of [jpeg, webpWithAlpha]) assert.equal(readLogo(other), 'not_a_picture')
  })

  it('is refused when it is cut short, wherever', () => {
    for (let length = 8; length < picture.length; length += 1)
      assert.equal(readLogo(picture.subarray(0, length)), 'damaged', `${length} bytes`)
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
  })

  it('of any length that a file claims ends within the file', () => {
    for (let at = 8; at + 4 <= picture.length; at += 1) {
      const changed = Buffer.from(picture)
      changed.writeUInt32BE(0xffffffff, at)
      const logo = readLogo(changed)
      if (typeof logo === 'object') assert.ok(logo.bytes.length <= picture.length, `at ${at}`)
    }
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
    assert.equal(readLogo(Buffer.concat([png(12, 8), Buffer.alloc(logoBytesMax)])), 'too_large')
  })
})
