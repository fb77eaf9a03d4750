import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import jsqr from 'jsqr'
import { create } from 'qrcode'
import { openWorld } from '../support/world.ts'

/** The pixels of one module and the quiet zone around the code, as a camera would see them. */
const modulePixels = 6
const quietModules = 4

/** The package is CommonJS with its function under `default`. */
const readCode = jsqr.default

describe('what the payer scans and copies', () => {
  const world = openWorld()
  const payin = async (body: Record<string, unknown>) =>
    (await world.call('POST', '/api/v1/payments/payin_hth', { body: { amount: 777.01, ...body } })).body.data

  it('the PIX code: an independent reader finds key, amount and txid in its picture, and the CRC is right', async () => {
    const data = await payin({ service_code: 'PIX_BR', reference: 'q1', payer_doc_id: '390.533.447-05' })
    const scanned = scan(data.pix_br_code)
    assert.equal(scanned, data.pix_br_code)
    const fields = tlv(scanned)
    const account = tlv(fields.get('26') ?? '')
    assert.equal(account.get('00'), 'br.gov.bcb.pix')
    assert.match(account.get('01') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(fields.get('53'), '986')
    assert.equal(fields.get('54'), '777.01')
    assert.equal(tlv(fields.get('62') ?? '').get('05'), data.target_account_reference)
    assert.equal(scanned.slice(-4), crc16(scanned.slice(0, -4)))
  })

  it('the CLABE passes its check digit, recomputed', async () => {
    const data = await payin({ service_code: 'SPEI_MX', reference: 'q2' })
    assert.match(data.clabe, /^\d{18}$/)
    const digits = [...data.clabe].map(Number)
    const sum = digits
      .slice(0, 17)
      .reduce((total, digit, place) => total + ((digit * ([3, 7, 1][place % 3] ?? 0)) % 10), 0)
    assert.equal(digits[17], (10 - (sum % 10)) % 10)
  })

  it('the payer’s page shows the code as a picture and loads nothing from other hosts', async () => {
    const data = await payin({ service_code: 'PIX_BR', reference: 'q3', payer_doc_id: '390.533.447-05' })
    const page = await fetch(data.payment_url)
    const html = await page.text()
    assert.equal(page.status, 200)
    assert.match(html, /<svg/)
    assert.ok(html.includes(data.pix_br_code.slice(0, 40)))
    for (const [, address = ''] of html.matchAll(/(?:src|href|action)="(https?:[^"]*)"/g)) {
      assert.ok(address.startsWith(world.url) || address.startsWith(world.bankUrl), address)
    }
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  })

  it('an unknown or foreign token shows nothing', async () => {
    for (const token of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', '%00']) {
      assert.ok([400, 404].includes((await fetch(`${world.url}/pay/${token}`)).status), token)
    }
  })
})

/** Draws the text as a QR code and reads the picture with another library. */
function scan(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = (modules.size + 2 * quietModules) * modulePixels
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const row = Math.floor(y / modulePixels) - quietModules
      const column = Math.floor(x / modulePixels) - quietModules
      const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
      if (inside && modules.get(row, column)) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return readCode(pixels, side, side)?.data ?? ''
}

function tlv(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

/** CRC-16/CCITT-FALSE, bit by bit. */
function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
