import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadOptions, readStatements, type StatementLine, textDigest } from '@pasarela/bank-statements'
import { assignLines, lineIdentity } from './line-identity.ts'

const line: StatementLine = {
  ...{ position: 1, entry: 1, bookingDay: '2030-06-14', sign: 'C', amount: '5.00', currency: 'MXN', reversal: false },
  ...{ booked: true, isSingle: true, inDoubt: false, bankFields: [], details: [], refs: {} },
  ...{ text: 'P 22K4-7XM  Ana', textDigest: textDigest(['P 22K4-7XM  Ana']), party: { account: '0021' } },
}

const hex = (changes: Partial<StatementLine>, day = '2030-06-14') =>
  lineIdentity({ ...line, ...changes }, day).toString('hex')

test('a movement is the same in another file, at another place and with other blanks', () => {
  for (const same of [
    { position: 7, entry: 3 },
    { textDigest: textDigest(['p 22k4-7xm ana']) },
    // What is read out of the text.
    { text: 'other', party: { account: '0022' }, returnCode: 'AC04' },
    { refs: { entryRef: '9', messageId: 'x' } },
  ]) {
    assert.equal(hex(same), hex({}))
  }
  assert.equal(hex({ refs: { bankRef: 'B1' } }), hex({ refs: { bankRef: 'B1' }, textDigest: 'other' }))
})

test('another sign, amount, day, id, text or account is another movement', () => {
  const others = [
    ...[hex({ sign: 'D' }), hex({ amount: '50.0' }), hex({}, '2030-06-15'), hex({ textDigest: textDigest(['other']) })],
    ...[hex({ refs: { bankRef: 'B1' } }), hex({ refs: { bankRef: 'B2' } })],
  ]
  assert.equal(new Set([hex({}), ...others]).size, others.length + 1)
})

test('a statement that holds m equal movements where n are known adds m - n', () => {
  const known = [2, 1].map((ordinal) => ({ id: `line ${ordinal}`, ordinal, isOnOtherPage: false }))
  assert.deepEqual(assignLines(3, known), { seen: ['line 1', 'line 2'], newOrdinals: [3] })
  assert.deepEqual(assignLines(1, known), { seen: ['line 1'], newOrdinals: [] })
  assert.deepEqual(assignLines(2, []), { seen: [], newOrdinals: [1, 2] })
})

test('a movement of another page of the statement is never the one of this page', () => {
  const known = [
    { id: 'page one', ordinal: 1, isOnOtherPage: true },
    { id: 'page two', ordinal: 2, isOnOtherPage: false },
  ]
  assert.deepEqual(assignLines(2, known), { seen: ['page two'], newOrdinals: [3] })
})

test('the identity of a line without an id of the bank is that of its file, whatever is read out of it', () => {
  const identities = (file: string, options: ReadOptions = {}) => {
    const lines = readStatements(Buffer.from(file), options).statements.flatMap((statement) => statement.lines)
    const withoutId = lines.map((each) => ({ ...each, refs: { ...each.refs, bankRef: undefined } }))
    return withoutId.map((each) => lineIdentity(each, '2030-06-14').toString('hex').slice(0, 16))
  }
  const mt =
    ':20:A\n:25:1\n:28C:1\n:60F:C300614MXN0,00\n:61:300614C10,00NTRF//B1\n' +
    ':86:166?00PAGO?20IBAN+EVIL?31REAL?32ANA\n:62F:C300614MXN10,00\n-\n'
  assert.deepEqual(identities(mt), ['9f84d4693764158b'])
  const accounts = [{ numbers: ['1'], currency: 'MXN', profiles: { mt94x: { partyFields: true } } }]
  assert.deepEqual(identities(mt, { accounts }), ['9f84d4693764158b'])
})
