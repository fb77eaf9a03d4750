import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatements } from './read-statements.ts'
import { StatementRefusal } from './statement.ts'

const mt = (name: string) =>
  `:20:A\n:25:1\n:28C:1\n:60F:C300614MXN0,\n:61:300614C5,NTRF\n:86:${name}\n:62F:C300614MXN5,\n-\n`
const camt = (declared: string) =>
  `<?xml version="1.0" encoding="${declared}"?>\n<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1</IBAN></Id><Ccy>MXN</Ccy></Acct><Ntry>` +
  '<Amt Ccy="MXN">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><AddtlNtryInf>Peña</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>'
const ofx = (header: string) =>
  `OFXHEADER:100\n${header}\n<OFX><STMTRS><CURDEF>BRL<BANKACCTFROM><ACCTID>1</BANKACCTFROM><STMTTRN><DTPOSTED>20300614<TRNAMT>5<MEMO>Peña</STMTTRN></STMTRS></OFX>`

function textOf(file: Uint8Array, encoding?: string): string | undefined {
  return readStatements(file, { encoding }).statements[0]?.lines[0]?.text
}

/** The bytes of a text in code pages whose bytes for "ñ" differ. */
const withByte = (text: string, byte: number) => Buffer.from(text.replace('ñ', String.fromCharCode(byte)), 'latin1')

test('a named encoding is read, and comes before what the file says', () => {
  assert.equal(textOf(withByte(mt('Peña'), 0xa4), 'cp850'), 'Peña')
  assert.equal(textOf(withByte(mt('Peña'), 0xf1), 'latin1'), 'Peña')
  assert.equal(textOf(withByte(camt('UTF-8'), 0xf1), 'windows-1252'), 'Peña')
  assert.throws(() => textOf(withByte(mt('Peña'), 0xf1), 'utf-8'), /said to be UTF-8, and its bytes are not/)
  assert.throws(() => textOf(Buffer.from(mt('a')), 'klingon'), /"klingon" is not read/)
})

test('a declared encoding is read, or the file is refused in words', () => {
  const ascii = 'ENCODING:USASCII\nCHARSET:'
  const read: [Buffer, string][] = [
    [withByte(camt('ISO-8859-1'), 0xf1), 'Peña'],
    [withByte(camt('IBM850'), 0xa4), 'Peña'],
    [withByte(camt('macintosh'), 0x96), 'Peña'],
    [withByte(ofx(`${ascii}1252`), 0xf1), 'Peña'],
    [withByte(ofx(`${ascii}850`), 0xa4), 'Peña'],
    [withByte(ofx(`${ascii}NONE`), 0xf1), 'Peña'],
    [withByte(ofx('DATA:OFXSGMLENCODING:USASCIICHARSET:8859-1COMPRESSION:NONE'), 0xf1), 'Peña'],
    // Valid UTF-8 is never Latin text by accident.
    [Buffer.from(ofx(`${ascii}1252`)), 'Peña'],
    [Buffer.from(ofx('ENCODING:UNICODE\nCHARSET:NONE')), 'Peña'],
  ]
  for (const [file, text] of read) assert.equal(textOf(file), text, file.toString('latin1').slice(0, 80))
  const refused: [Buffer, RegExp][] = [
    [withByte(camt('UTF-8'), 0xf1), /said to be UTF-8/],
    [withByte(ofx('ENCODING:UTF-8\nCHARSET:NONE'), 0xf1), /said to be UTF-8/],
    [Buffer.from(camt('UTF-16')), /says UTF-16 and is no such text/],
    [Buffer.from(camt('Shift_JIS')), /"Shift_JIS" is named by the file and is not read/],
    [Buffer.from(ofx('ENCODING:EBCDIC\nCHARSET:NONE')), /"EBCDIC"/],
  ]
  for (const [file, words] of refused) assert.throws(() => textOf(file), words)
})

test('UTF-16 is read in both orders, and a fault is named by its byte in the file', () => {
  for (const isBig of [false, true]) {
    const file = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
      return isBig ? bytes.swap16() : bytes
    }
    assert.equal(textOf(file(mt('Peña'))), 'Peña')
    assert.equal(textOf(file(camt('utf-16'))), 'Peña')
    const broken = mt('Peña').replace('C5,', 'C5,x')
    assert.throws(
      () => textOf(file(broken)),
      (error) => error instanceof StatementRefusal && error.byte === 2 + 2 * broken.indexOf(':61:') && error.line === 5,
    )
    assert.throws(() => textOf(file(mt('a')).subarray(0, -1)), /no text in utf-16/)
  }
})
