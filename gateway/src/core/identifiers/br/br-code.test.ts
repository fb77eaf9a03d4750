import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../../test/support/test-seed.ts'
import { readVectors } from '../../../../test/vectors/read-vectors.ts'
import { type BrCodeField, crc16, readBrCode, withBrCodeAmount, writeStaticBrCode } from './br-code.ts'
import { readFields } from './tlv.ts'

interface BrCodeVector {
  kind: string
  payload: string
  is_pix: boolean
  crc_ok: boolean
  crc_computed?: string
  valid: boolean
  order: string[]
  decoded: Record<string, unknown>
}

const VECTORS = readVectors<BrCodeVector>('br-codes.json')
const UUID_KEY = '123e4567-e12b-12d1-a456-426655440000'
const RECEIVER = { name: 'Fulano de Tal', city: 'BRASILIA' }

test('every code vector is read as stated: fields, order, checksum and whether it is PIX', () => {
  assert.equal(VECTORS.length, 11)
  for (const vector of VECTORS) {
    const fields = readFields(vector.payload)
    assert.ok(fields, vector.kind)
    assert.deepEqual(
      fields.map((field) => field.id),
      vector.order,
    )
    assert.deepEqual(toObject(fields), vector.decoded, vector.kind)
    const computed = crc16(vector.payload.slice(0, -4))
    assert.equal(computed === vector.payload.slice(-4), vector.crc_ok, vector.kind)
    if (vector.crc_computed !== undefined) assert.equal(computed, vector.crc_computed)
    const result = readBrCode(vector.payload)
    assert.equal(result.ok, vector.valid, vector.kind)
    if (!result.ok) assert.equal(result.reason, vector.crc_ok ? 'not_pix' : 'wrong_checksum', vector.kind)
  }
})

test('a static code has key, amount, text and txid', () => {
  const code = readVector('static+amount+txid(25)+fss')
  assert.deepEqual(
    [code.kind, code.key, code.amount, code.info, code.txid, code.url],
    [
      'static',
      '4004901d-bd85-4769-8e52-cb4c42c506dc',
      '577.57',
      'Jornada pagador 43107',
      '99ed983ea570413d8d336301d',
      undefined,
    ],
  )
})

test('a dynamic code has its address and no txid, with the PIX name in any case', () => {
  const code = readVector('dynamic upper-case GUI')
  assert.deepEqual(
    [code.kind, code.url, code.key, code.txid, code.merchantName, code.merchantCity],
    [
      'dynamic',
      'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
      undefined,
      undefined,
      'EMPRESA',
      'SAO PAULO',
    ],
  )
})

test('a code with only a recurrence has the address of the recurrence', () => {
  const code = readVector('recurrence-only')
  assert.equal(code.recurrenceUrl, 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002')
  assert.equal(code.url, undefined)
})

test('the checksum has the check value 29B1 and always four digits', () => {
  assert.equal(crc16('123456789'), '29B1')
  assert.equal(crc16(''), 'FFFF')
  assert.ok(Array.from({ length: 200 }, (_, index) => crc16(`x${index}`)).every((crc) => /^[0-9A-F]{4}$/.test(crc)))
})

test('the checksum is compared in any case, and the right one is named', () => {
  const payload = VECTORS[0]?.payload ?? ''
  assert.ok(readBrCode(payload.slice(0, -4) + payload.slice(-4).toLowerCase()).ok)
  const wrong = readBrCode(`${payload.slice(0, -4)}0000`)
  assert.ok(!wrong.ok && wrong.reason === 'wrong_checksum')
  assert.equal(wrong.message, 'the checksum should be 1D3D')
})

test('written codes equal those of the documentation byte for byte', () => {
  assert.equal(writeStaticBrCode({ key: UUID_KEY, ...RECEIVER }), payloadOf('static'))
  assert.equal(
    writeStaticBrCode({
      key: 'loja@example.com',
      name: 'LOJA EXEMPLO',
      city: 'SÃO MIGUEL DO O',
      amountMinor: 1000n,
      info: 'Pedido 123',
    }),
    payloadOf('static+amount+info'),
  )
  assert.equal(
    writeStaticBrCode({
      key: '12.345.678/0001-95',
      name: 'Fornecedor Exemplo SA',
      city: 'SAO PAULO',
      amountMinor: 35_000n,
      info: 'Pedido 1051',
      txid: 'NF20260815',
    }),
    payloadOf('static CNPJ key+txid'),
  )
})

test('ids ascend and the checksum is last', () => {
  const code = writeStaticBrCode({ key: UUID_KEY, ...RECEIVER, amountMinor: 1n, txid: 'a' })
  const ids = readFields(code)?.map((field) => field.id) ?? []
  assert.deepEqual(ids, ['00', '26', '52', '53', '54', '58', '59', '60', '62', '63'])
})

test('key and text share 73 characters of field 26, and one more is refused', () => {
  const budgets: [string, number][] = [
    [UUID_KEY, 37],
    ['+5511999998888', 59],
    ['39053344705', 62],
  ]
  for (const [key, room] of budgets) {
    const full = writeStaticBrCode({ key, ...RECEIVER, info: 'x'.repeat(room) })
    const tag26 = (readFields(full) ?? []).find((field) => field.id === '26')
    assert.equal(tag26?.value.length, 99)
    assert.ok(readBrCode(full).ok)
    assert.throws(() => writeStaticBrCode({ key, ...RECEIVER, info: 'x'.repeat(room + 1) }), RangeError, key)
  }
  const longestKey = `${'a'.repeat(64)}@${'b'.repeat(8)}.com`
  assert.equal(longestKey.length, 77)
  assert.ok(readBrCode(writeStaticBrCode({ key: longestKey, ...RECEIVER })).ok)
  assert.throws(() => writeStaticBrCode({ key: longestKey, ...RECEIVER, info: 'x' }), RangeError)
})

test('values that do not fit are refused, never cut', () => {
  const code = { key: UUID_KEY, ...RECEIVER }
  for (const change of [
    { name: 'x'.repeat(26) },
    { name: '' },
    { name: '日本' },
    { city: 'x'.repeat(16) },
    { txid: 'x'.repeat(26) },
    { txid: 'with space' },
    { txid: '' },
    { amountMinor: 0n },
    { amountMinor: -1n },
    { amountMinor: 1_000_000_000_000n },
    { info: '' },
    { key: 'not a key' },
  ]) {
    assert.throws(() => writeStaticBrCode({ ...code, ...change }), RangeError, Object.keys(change).join())
  }
})

test('text loses its accents and keeps its case', () => {
  const code = readBrCode(writeStaticBrCode({ key: UUID_KEY, name: 'Ação & Cia', city: 'São José', info: 'Café' }))
  assert.ok(code.ok)
  assert.deepEqual([code.merchantName, code.merchantCity, code.info], ['Acao & Cia', 'Sao Jose', 'Cafe'])
})

test('what was written is read back', () => {
  const text = (maxLength: number) => fc.stringMatching(/^[A-Za-z0-9]+$/, { maxLength })
  const arbitrary = fc.record(
    {
      key: fc.uuid(),
      name: text(25),
      city: text(15),
      amountMinor: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      txid: text(25),
      info: text(37),
    },
    { requiredKeys: ['key', 'name', 'city'] },
  )
  fc.assert(
    fc.property(arbitrary, (written) => {
      const read = readBrCode(writeStaticBrCode(written))
      assert.ok(read.ok)
      assert.deepEqual(
        [read.kind, read.key, read.merchantName, read.merchantCity, read.txid, read.info],
        ['static', written.key, written.name, written.city, written.txid, written.info],
      )
      const amountMinor = read.amount === undefined ? undefined : BigInt(read.amount.replace('.', ''))
      assert.equal(amountMinor, written.amountMinor)
    }),
  )
})

test('any single changed character of a code is detected', () => {
  const payload = payloadOf('static')
  for (let place = 0; place < payload.length; place += 1) {
    const other = payload.charAt(place) === '7' ? '8' : '7'
    assert.ok(!readBrCode(payload.slice(0, place) + other + payload.slice(place + 1)).ok, `place ${place}`)
  }
})

test('texts that are no code are distinguished from codes that are not PIX', () => {
  const reasonOf = (text: string) => {
    const result = readBrCode(text)
    return result.ok ? 'ok' : result.reason
  }
  assert.equal(reasonOf(''), 'not_emv')
  assert.equal(reasonOf('https://example.com'), 'not_emv')
  assert.equal(reasonOf('000201'), 'not_emv')
  assert.equal(reasonOf('0'.repeat(513)), 'too_long')
  const onlyGui = '00020126180014br.gov.bcb.pix6304'
  assert.equal(reasonOf(onlyGui + crc16(onlyGui)), 'incomplete')
})

function payloadOf(kind: string): string {
  const vector = VECTORS.find((candidate) => candidate.kind === kind)
  assert.ok(vector, kind)
  return vector.payload
}

function readVector(kind: string) {
  const code = readBrCode(payloadOf(kind))
  assert.ok(code.ok)
  return code
}

function toObject(fields: readonly BrCodeField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [`t${field.id}`, field.children ? toObject(field.children) : field.value]),
  )
}

test('a static code for the rest is the same code with another amount; other codes are not changed', () => {
  const code = { ...RECEIVER, key: UUID_KEY, txid: 'SB000001', amountMinor: 77_701n }
  assert.equal(withBrCodeAmount(writeStaticBrCode(code), 47_701n), writeStaticBrCode({ ...code, amountMinor: 47_701n }))
  const { amountMinor: _, ...open } = code
  assert.equal(withBrCodeAmount(writeStaticBrCode(open), 5n), writeStaticBrCode({ ...code, amountMinor: 5n }))
  assert.equal(withBrCodeAmount('no code', 5n), undefined)
  const dynamic = VECTORS.find(({ payload }) => {
    const read = readBrCode(payload)
    return read.ok && read.kind === 'dynamic'
  })
  assert.equal(withBrCodeAmount(dynamic?.payload ?? '', 5n), undefined)
})
