import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsvProfile } from './csv-profile.ts'
import { readStatements } from './read-statements.ts'
import { type Statement, StatementRefusal, statementLimits } from './statement.ts'
import { textDigest } from './text-lines.ts'

if (process.env['TEST_SEED']) fc.configureGlobal({ seed: Number(process.env['TEST_SEED']) })

const bytes = (text: string) => Buffer.from(text)

function only(text: string): Statement {
  const [statement] = readStatements(bytes(text)).statements
  assert.ok(statement)
  return statement
}

function refusal(file: string | Uint8Array): StatementRefusal {
  try {
    readStatements(typeof file === 'string' ? bytes(file) : file)
  } catch (error) {
    assert.ok(error instanceof StatementRefusal, String(error))
    return error
  }
  return assert.fail('The file was read.')
}

const camt = (entries: string, before = '', namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08') =>
  `<?xml version="1.0"?>\n<Document xmlns="${namespace}"><BkToCstmrStmt><GrpHdr/><Stmt><Id>S1</Id>` +
  `<Acct><Id><Othr><Id>012180001234567897</Id></Othr></Id><Ccy>MXN</Ccy></Acct>${before}\n${entries}</Stmt></BkToCstmrStmt></Document>`

const entry = (inside = '', amount = '1500.00', sign = 'CRDT') =>
  `<Ntry><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  `<BookgDt><Dt>2030-06-14</Dt></BookgDt><ValDt><Dt>2030-06-15</Dt></ValDt>${inside}</Ntry>`

const detail = (id: string, amount: string) =>
  `<TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="MXN">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`

test('camt: every field of an entry has its place', () => {
  const [line] = only(
    camt(
      entry(
        '<RvslInd>true</RvslInd><AcctSvcrRef>E1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>' +
          '<NtryDtls><TxDtls><Refs><MsgId>M</MsgId><PmtInfId>B</PmtInfId><InstrId>I</InstrId><EndToEndId>K</EndToEndId><TxId>T</TxId><UETR>U</UETR><ClrSysRef>C</ClrSysRef></Refs>' +
          '<RltdPties><Dbtr><Pty><Nm>ANA &amp; CO</Nm><Id><PrvtId><Othr><Id>DOC1</Id></Othr></PrvtId></Id></Pty></Dbtr><DbtrAcct><Id><IBAN>NL26 VAYB</IBAN></Id></DbtrAcct></RltdPties>' +
          '<RmtInf><Ustrd>pago P 22K4</Ustrd><Ustrd><![CDATA[-7XM <Ntry>]]></Ustrd><Strd><CdtrRefInf><Ref>R9</Ref></CdtrRefInf></Strd></RmtInf>' +
          '<RtrInf><Rsn><Cd>AC03</Cd></Rsn></RtrInf><AddtlTxInf>more</AddtlTxInf></TxDtls></NtryDtls><AddtlNtryInf>last</AddtlNtryInf>',
      ),
    ),
  ).lines
  assert.deepEqual(JSON.parse(JSON.stringify(line)), {
    ...{ position: 1, entry: 1, bookingDay: '2030-06-14', valueDay: '2030-06-15', sign: 'C', amount: '1500.00' },
    ...{ currency: 'MXN', reversal: true, booked: true, isSingle: true, inDoubt: false, details: [] },
    bankFields: ['name', 'document', 'account', 'return_code', 'ids'],
    textDigest: textDigest(['pago P 22K4 -7XM <Ntry> R9 more last', 'NL26VAYB']),
    refs: {
      ...{ bankRef: 'E1', endToEndId: 'K', txId: 'T', instructionId: 'I', clearingRef: 'C', uetr: 'U', batchId: 'B' },
      messageId: 'M',
    },
    text: 'pago P 22K4 -7XM <Ntry> R9 more last',
    party: { name: 'ANA & CO', document: 'DOC1', account: 'NL26VAYB' },
    ...{ code: 'PMNT/RCDT/ESCT', returnCode: 'AC03' },
  })
})

test('camt: the number of an entry within its file is no id of the bank', () => {
  const [numbered] = only(camt(entry('<NtryRef>1</NtryRef>'))).lines
  assert.deepEqual([numbered?.refs.bankRef, numbered?.refs.entryRef], [undefined, '1'])
  const [named] = only(camt(entry('<NtryRef>1</NtryRef><AcctSvcrRef>E1</AcctSvcrRef>'))).lines
  assert.equal(named?.refs.bankRef, 'E1')
})

test('camt: details that add up are lines with ids of their own, others stay in one line', () => {
  const details = (second: string) =>
    `<AcctSvcrRef>E</AcctSvcrRef><NtryDtls>${detail('a', '1000')}${detail('b', second)}</NtryDtls>`
  const split = only(camt(entry(details('500.000')))).lines
  assert.deepEqual(
    split.map(({ amount, refs, position, entry: of, isSingle }) => [amount, refs.bankRef, position, of, isSingle]),
    [
      ['1000.00', 'a', 1, 1, true],
      ['500.00', 'b', 2, 1, true],
    ],
  )
  const [lump, ...others] = only(camt(entry(details('499.99')))).lines
  assert.equal(others.length, 0)
  assert.deepEqual([lump?.isSingle, lump?.details.length, lump?.amount], [false, 2, '1500.00'])
  const batch = only(camt(entry('<NtryDtls><Btch><NbOfTxs>7</NbOfTxs></Btch></NtryDtls>'))).lines[0]
  assert.equal(batch?.isSingle, false)
})

test('camt: balances and totals are compared with the lines, and pending entries are no money', () => {
  const balance = (code: string, amount: string, sign = 'CRDT') =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2030-06-14</Dt></Dt></Bal>`
  const pending = entry().replace('BOOK', 'PDNG')
  const good = only(
    camt(entry() + entry('', '20', 'DBIT') + pending, balance('PRCD', '480', 'DBIT') + balance('CLBD', '1000')),
  )
  assert.deepEqual(
    [good.addsUp, good.opening?.amount, good.credits, good.debits],
    [true, '-480.00', '1500.00', '20.00'],
  )
  const bad = only(camt(entry(), balance('OPBD', '0') + balance('CLBD', '1500.01')))
  assert.equal(bad.addsUp, false)
  const summary = '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>1500.00</Sum></TtlNtries></TxsSummry>'
  assert.deepEqual(only(camt(entry(), summary)).doubts, [{ rule: 'count', said: 'TtlNtries 2', found: '1' }])
})

test('camt: prefixes, no namespace and old statuses are read alike; other messages are refused', () => {
  const whole = camt(entry())
  const prefixed = whole.replace(/<(\/?)([A-Z])/g, '<$1c:$2').replace('xmlns=', 'xmlns:c=')
  const bare = whole.replace(/ xmlns="[^"]*"/, '')
  const old = whole.replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
  for (const variant of [prefixed, bare, old]) assert.deepEqual(only(variant), only(whole))
  assert.match(
    refusal(camt(entry(), '', 'urn:iso:std:iso:20022:tech:xsd:camt.052.001.08')).reason,
    /camt\.052.*camt\.053/,
  )
  assert.match(refusal(camt(entry(), '', 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.14')).reason, /not read/)
  assert.equal(only(camt(entry(), '', 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.13')).lines.length, 1)
  assert.match(refusal('<Document><CstmrPmtStsRpt/></Document>').reason, /none of the messages/)
  assert.match(refusal('<Envelope/>').reason, /root/)
})

test('camt: wrong digits, days and signs are refused with their place', () => {
  for (const amount of ['12..34', '1,5', '-1', '1.005', '', '1e3', '1234567890123456789']) {
    const error = refusal(camt(entry('', amount)))
    assert.equal(error.line, 3, amount)
    assert.ok(error.byte > 200 && error.column > 1, amount)
  }
  assert.match(refusal(camt(entry().replace('2030-06-14', '2030-02-30'))).reason, /no day/)
  assert.match(refusal(camt(entry('', '1', 'CREDIT'))).reason, /neither/)
  assert.match(refusal(camt(entry().replace('CRDT', ' '))).reason, /neither/)
})

test('camt: elements inside a text are refused, because a part of it would be lost', () => {
  assert.match(
    refusal(camt(entry('<AddtlNtryInf>PAGO<BR/>22K4</AddtlNtryInf>'))).reason,
    /<AddtlNtryInf> holds elements/,
  )
})

test('XML with a document type, entities, too deep or broken is refused', () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><Document>&lol2;</Document>'
  const external = '<!DOCTYPE Document SYSTEM "file:///etc/passwd"><Document/>'
  for (const text of [bomb, external]) assert.match(refusal(text).reason, /DTD/)
  assert.match(refusal(camt(entry('<AddtlNtryInf>&own;</AddtlNtryInf>'))).reason, /well-formed/)
  assert.match(refusal(camt(entry('<a>'.repeat(100) + '</a>'.repeat(100)))).reason, /deep/)
  assert.match(refusal(camt(entry('</Amt>'))).reason, /well-formed/)
})

test('white space between entries is of any length', () => {
  assert.equal(only(camt(`${entry()}${'\n'.repeat(70_000)}${entry()}`)).lines.length, 2)
})

test('files of other kinds are refused by name', () => {
  const names: [string | Uint8Array, RegExp][] = [
    [Uint8Array.of(0x50, 0x4b, 3, 4, 0), /ZIP/],
    ['%PDF-1.7', /PDF/],
    [Uint8Array.of(0x1f, 0x8b, 8), /gzip/],
    ['<!DOCTYPE html><html></html>', /HTML/],
    ['{"a":1}', /JSON/],
    ['', /empty/],
    [' \r\n', /white space/],
    ['01,BANK,ME,300614,0600,1,80,1,2/', /BAI2/],
    ['a;b\n1;2\n', /profile/],
    ['hello', /none of/],
    [Uint8Array.of(0x3c, 0, 0x3f, 0), /zero byte/],
  ]
  for (const [file, reason] of names) assert.match(refusal(file).reason, reason)
  assert.match(refusal(new Uint8Array(statementLimits.fileBytes + 1)).reason, /larger/)
})

const mt = (entries: string, closing = 'C300614MXN11500,00') =>
  `:20:DEMO\r\n:25:012180001234567897\r\n:28C:00121/00001\r\n:60F:C300613MXN10000,00\r\n${entries}:62F:${closing}\r\n-\r\n`

test('MT940: entries, references and the three kinds of information', () => {
  const head = ':61:3006140614CN1500,00NTRF0000123//0614SPEI000123\r\n'
  const [line] = only(mt(`${head}SUPPLEMENT\r\n:86:SPEI RECIBIDO P 22K4-7XM\r\n`)).lines
  assert.deepEqual([line?.sign, line?.amount, line?.bookingDay, line?.code], ['C', '1500.00', '2030-06-14', 'NTRF'])
  assert.deepEqual([line?.refs.customerRef, line?.refs.bankRef], ['0000123', '0614SPEI000123'])
  assert.equal(line?.text, 'SPEI RECIBIDO P 22K4-7XM SUPPLEMENT')
  const [numbered] = only(mt(`${head}:86:166?00PAGO?20EREF+K1?21SVWZ+hola ?22mundo?31ES12?32ANA?33 PRUEBA\r\n`)).lines
  assert.deepEqual(numbered?.party, { name: 'ANA PRUEBA', account: 'ES12' })
  assert.deepEqual([numbered?.refs.endToEndId, numbered?.text], ['K1', 'PAGO hola mundo'])
  const [worded] = only(mt(`${head}:86:/EREF/K2/REMI/hola mun\r\ndo/NAME/ANA\r\n`)).lines
  assert.deepEqual([worded?.refs.endToEndId, worded?.text, worded?.party.name], ['K2', 'hola mundo', 'ANA'])
})

test('MT940: blanks in the type, and several fields of information', () => {
  const [blank] = only(mt(':61:300614C5,00N   NONREF//B1\r\n')).lines
  assert.deepEqual([blank?.code, blank?.refs.bankRef, blank?.refs.customerRef], ['N', 'B1', undefined])
  const of = (...fields: string[]) =>
    only(mt(`:61:300614C5,00NTRF\r\n${fields.map((text) => `:86:${text}\r\n`).join('')}`)).lines[0]?.text
  assert.equal(of('a'.repeat(65), '22K4-7XM'), `${'a'.repeat(65)} 22K4-7XM`)
  assert.equal(of('166?00PAGO?20abc', '?21def'), 'PAGO abc def')
  assert.equal(of('/EREF/K/REMI/abc', 'def'), 'abc def')
})

test('MT940: marks, optional comma, entry days around the new year, and impossible days', () => {
  const of = (text: string) => only(mt(`:61:${text}\r\n`)).lines[0]
  assert.equal(of('300614RCR204,88NTRF')?.sign, 'D')
  assert.deepEqual([of('300614RDR204,88NTRF')?.sign, of('300614RDR204,88NTRF')?.reversal], ['C', true])
  assert.equal(of('300614EC1,NTRF')?.booked, false)
  assert.equal(of('140729C500NTRF')?.amount, '500.00')
  assert.equal(of('3101020101D1,NTRF')?.bookingDay, '2031-01-01')
  assert.equal(of('3101021231D1,NTRF')?.bookingDay, '2030-12-31')
  assert.equal(of('3012310102D1,NTRF')?.bookingDay, '2031-01-02')
  const odd = only(mt(':61:3002300228D1,NTRF\r\n'))
  assert.deepEqual(
    [odd.lines[0]?.valueDay, odd.lines[0]?.bookingDay, odd.doubts.at(-1)?.rule],
    [undefined, '2030-02-28', 'day'],
  )
  assert.match(refusal(mt(':61:300614C1,5,0NTRF\r\n')).reason, /cannot be read/)
  assert.match(refusal(mt(':61:300614C1,005NTRF\r\n')).reason, /decimals/)
})

test('MT940: pages become one statement, MT942 is checked by its totals', () => {
  const page = (number: string, opening: string, closing: string, lines: string) =>
    `:20:A\n:25:1\n:28C:7/${number}\n:60${opening}\n${lines}:62${closing}\n-\n`
  const first = page('1', 'F:C300614MXN0,', 'M:C300614MXN5,', ':61:300614C5,NTRF\n')
  const second = page('2', 'M:C300614MXN5,', 'F:C300614MXN3,', ':61:300614D2,NTRF\n')
  const joined = readStatements(bytes(first + second)).statements
  assert.equal(joined.length, 1)
  assert.deepEqual([joined[0]?.addsUp, joined[0]?.lines.map(({ position }) => position)], [true, [1, 2]])
  assert.equal(readStatements(bytes(first + second + first)).statements.length, 2)
  const interim = (totals: string) => `:20:A\n:25:1\n:28C:1\n:34F:MXN0,\n:61:300614C5,NTRF\n${totals}`
  assert.deepEqual(only(interim(':90D:0MXN0,\n:90C:1MXN5,\n')).doubts, [])
  assert.equal(only(interim(':90C:2MXN5,\n')).doubts[0]?.rule, 'count')
  assert.match(refusal(interim('')).reason, /Nothing shows/)
  assert.match(refusal(interim(':90C:1MXN')).reason, /total/)
})

const ofx = (entries: string) =>
  `OFXHEADER:100\r\nVERSION:102\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>1<ACCTID>22-3</BANKACCTFROM>` +
  `<BANKTRANLIST><DTSTART>20300614${entries}</BANKTRANLIST><LEDGERBAL><BALAMT>100,00<DTASOF>20300615</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const transaction = (amount: string) =>
  `<STMTTRN><TRNTYPE>1\n<DTPOSTED>20300614120000[-3:BRT]<TRNAMT>${amount}</TRNAMT><FITID>F1<CHECKNUM>C1<MEMO>PIX A&amp;B &x</STMTTRN>`

test('OFX: closed and open values, comma and point, cards left out', () => {
  const statement = only(ofx(transaction('74,40') + transaction('-3.34') + transaction('-1.234,50')))
  assert.deepEqual(
    statement.lines.map(({ sign, amount }) => sign + amount),
    ['C74.40', 'D3.34', 'D1234.50'],
  )
  assert.deepEqual(
    [statement.opening?.kind, statement.opening?.amount, statement.addsUp],
    ['computed', '1263.44', undefined],
  )
  assert.deepEqual([statement.lines[0]?.text, statement.lines[0]?.refs.chequeNumber], ['PIX A&B &x', 'C1'])
  const card = `<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD${transaction('1.00')}</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`
  assert.equal(readStatements(bytes(ofx(transaction('1.00')).replace('</OFX>', card))).markers, 1)
  assert.match(refusal(ofx(transaction('1.000'))).reason, /thousands/)
  assert.match(refusal(ofx(transaction('12..34'))).reason, /no amount/)
  assert.match(refusal(ofx(transaction('1')).replace('</STMTRS>', '')).reason, /ends/)
})

test('OFX: what payers write is text, and what the bank adds is none', () => {
  const of = (inside: string) => only(ofx(`<STMTTRN><DTPOSTED>20300614<TRNAMT>5${inside}</STMTTRN>`)).lines[0]
  assert.equal(of('<MEMO>PAGO<BR/>P 22K4 <LTDA> a</LTDA> <-7XM')?.text, 'PAGO<BR/>P 22K4 <LTDA> a</LTDA> <-7XM')
  assert.equal(of('<MEMO>PAGO\n<BR>P 22K4</MEMO><FOO>bar')?.text, 'PAGO <BR>P 22K4')
  assert.equal(of('<FITID>F<1><NAME>ANA')?.refs.bankRef, 'F<1>')
  assert.equal(of('<FITID>F<b>1')?.refs.bankRef, 'F<b>1')
  const odd = of('<FITID>F1\r\n<CATEGORY>7<CHECKNUM>C1<X.ID>9<MEMO>a<!--x-->b<![CDATA[<c>]]>')
  assert.deepEqual([odd?.refs.bankRef, odd?.refs.chequeNumber, odd?.text], ['F1', 'C1', 'a<!--x-->b<![CDATA[<c>]]>'])
  assert.match(refusal(ofx('<!-- ')).reason, /no end/)
  assert.match(refusal(ofx('<STMTTRN>\n'.repeat(2))).reason, /<STMTTRN> stands inside an entry/)
  assert.match(refusal(ofx('<OFX>'.repeat(100))).reason, /deeply/)
})

test('OFX: a type that contradicts the sign is a doubt', () => {
  const of = (type: string, amount: string) => only(ofx(transaction(amount).replace('>1\n', `>${type}\n`))).doubts
  assert.deepEqual(of('CREDIT', '-5.00'), [{ rule: 'sign', said: 'CREDIT', found: '-5.00, line 1' }])
  assert.equal(of('debit', '5.00').length, 1)
  for (const [type, amount] of [
    ['CREDIT', '5.00'],
    ['DEBIT', '-5.00'],
    ['DEBIT', '0.00'],
    ['FEE', '5.00'],
    ['OTHER', '-5.00'],
  ] as const)
    assert.deepEqual(of(type, amount), [], type)
})

test('an instant has the day of the account, in every format', () => {
  const day = (text: string, timeZone?: string) => {
    const reading = readStatements(bytes(text), { timeZone })
    return [reading.statements[0]?.lines[0]?.bookingDay, reading.hasInstants]
  }
  const ofxAt = (text: string) => ofx(transaction('5').replace('20300614120000[-3:BRT]', text))
  const camtAt = (text: string) => camt(entry()).replace('<Dt>2030-06-14</Dt>', `<DtTm>${text}</DtTm>`)
  for (const file of [ofxAt('20300615013000[0:GMT]'), camtAt('2030-06-15T01:30:00Z')]) {
    assert.deepEqual(day(file, 'America/Sao_Paulo'), ['2030-06-14', true])
    assert.deepEqual(day(file), ['2030-06-15', true])
  }
  assert.deepEqual(day(ofxAt('20300614233000.000[-3:BRT]'), 'America/Sao_Paulo'), ['2030-06-14', true])
  assert.deepEqual(day(ofxAt('20300614201500[-3.30]'), 'UTC'), ['2030-06-14', true])
  assert.deepEqual(day(ofxAt('20300614203000[-3.5:X]'), 'UTC'), ['2030-06-15', true])
  // A date without a time, in whatever zone it is written.
  assert.deepEqual(day(ofxAt('20300615000000[0:GMT]'), 'America/Sao_Paulo'), ['2030-06-15', false])
  assert.deepEqual(day(camtAt('2030-06-15T01:30:00'), 'America/Sao_Paulo'), ['2030-06-15', false])
})

test('zeros beyond the decimals of the currency are dropped, in every format; other digits are refused with their line', () => {
  const amounts = (zeros: string): [() => Statement, RegExp][] => [
    [() => only(camt(entry('', `5.00${zeros}`))), /^Line 3,.*more decimals/],
    [() => only(mt(`:61:300614C5,00${zeros}NTRF\r\n`)), /^Line 5,.*more decimals/],
    [() => only(ofx(transaction(`5.00${zeros}`))), /^Line 5,.*more decimals/],
    [() => table(`Day;Text;Amount;Balance\n14/06/2030;a;5,00${zeros};5,0\n`), /^Line 2,.*more decimals/],
  ]
  for (const [read] of amounts('000000')) assert.equal(read().lines[0]?.amount, '5.00')
  for (const [read, words] of amounts('000001')) assert.throws(read, { message: words })
  assert.equal(only(ofx(transaction('0.500'))).lines[0]?.amount, '0.50')
  assert.equal(only(ofx(transaction('1234.500'))).lines[0]?.amount, '1234.50')
})

const profile = {
  ...{ name: 'bank', delimiter: ';', account: '1', currency: 'ARS', date: 'dd/MM/yyyy', decimal: ',', thousands: '.' },
  header: { Day: 'bookingDay', Text: 'text', Amount: 'amount', Balance: 'balance' },
  ...{ amount: 'signed', order: 'asc' },
}

function table(text: string, changes: object = {}): Statement {
  const result = readCsvProfile({ ...profile, ...changes })
  assert.ok('profile' in result, JSON.stringify(result))
  const [statement] = readStatements(bytes(text), { profile: result.profile }).statements
  assert.ok(statement)
  return statement
}

test('CSV: every row is proven by the one before, in both orders', () => {
  const rows = ['14/06/2030;"A; ""B""\nC";1.500,00;1.500,00', '15/06/2030;D;-9,00;1.491,00']
  const asc = table(`Day;Text;Amount;Balance\n${rows.join('\n')}\n`)
  assert.deepEqual([asc.addsUp, asc.closing?.amount, asc.lines[0]?.text], [true, '1491.00', 'A; "B" C'])
  const desc = table(`Day;Text;Amount;Balance\n${rows.toReversed().join('\n')}\n`, { order: 'desc' })
  assert.equal(desc.closing?.amount, '1491.00')
  const whole = `Day;Text;Amount;Balance\n${rows.join('\n')}\n`
  assert.throws(() => table(whole.replace('1.491,00', '1.491,01')), /Line 4, column 1.*1491\.01/)
  assert.throws(() => table(whole, { order: 'desc' }), /balance of this row/)
  assert.throws(() => table(whole.replace('-9,00', '12..34')), /no amount/)
  assert.throws(() => table(whole.replace('D;', '')), /columns/)
  assert.throws(() => table(whole, { footer: '^Total' }), /cut/)
  assert.equal(table(`${whole}Total;2\n`, { footer: '^Total' }).lines.length, 2)
  assert.throws(() => table(whole.replace('Amount', 'Other')), /"Amount".*missing/)
})

test('CSV: months have names in Spanish, Portuguese and English, and instants have zones', () => {
  const day = (text: string, date: string, timeZone?: string) => {
    const result = readCsvProfile({ ...profile, date })
    assert.ok('profile' in result, JSON.stringify(result))
    const file = bytes(`Day;Text;Amount;Balance\n${text};a;5,00;5,00\n`)
    return readStatements(file, { profile: result.profile, timeZone }).statements[0]?.lines[0]?.bookingDay
  }
  for (const month of ['set', 'Sep.', 'SEPT', 'septiembre', 'setembro', 'September'])
    assert.equal(day(`14/${month}/2030`, 'dd/MMM/yyyy'), '2030-09-14', month)
  assert.equal(day('1 de março de 30'.replaceAll(' de ', '-'), 'd-MMMM-yy'), '2030-03-01')
  assert.throws(() => day('14/xyz/2030', 'dd/MMM/yyyy'), /no day of the form dd\/MMM\/yyyy/)
  assert.equal(day('2030-06-15T01:30:00Z', 'yyyy-MM-ddTHH:mm:ssX', 'America/Lima'), '2030-06-14')
  assert.equal(day('2030-06-14 23:30-0500', 'yyyy-MM-dd HH:mmX', 'UTC'), '2030-06-15')
  assert.equal(day('2030-06-15 01:30+00', 'yyyy-MM-dd HH:mmX'), '2030-06-15')
  for (const date of ['dd/MM/yyyy dd', 'dd/MMMMM/yyyy', 'dd/MM', 'dd/MM/yyyyX', 'EEE dd/MM/yyyy', 'dd/MM/yyyy a'])
    assert.ok('faults' in readCsvProfile({ ...profile, date }), date)
})

test('CSV: debits with and without a minus in one table are a doubt', () => {
  const doubts = (first: string, second: string, changes: object) =>
    table(`Day;Text;Amount;Sign\n14/06/2030;a;${first};D\n14/06/2030;a;${second};D\n`, changes).doubts
  const columns = { Day: 'bookingDay', Text: 'text', Amount: 'amount', Sign: 'sign' }
  const inWords = { header: columns, amount: 'sign_column' }
  assert.deepEqual(doubts('-5,00', '-5,00', inWords), [])
  assert.equal(doubts('-5,00', '5,00', inWords)[0]?.rule, 'sign')
  const inColumns = {
    header: { Day: 'bookingDay', Amount: 'debit', Sign: 'text', Text: 'credit' },
    amount: 'debit_credit',
  }
  const rows = 'Day;Text;Amount;Sign\n14/06/2030;;-5,00;a\n14/06/2030;;5,00;a\n'
  assert.equal(table(rows, inColumns).doubts[0]?.rule, 'sign')
})

test('CSV: no profile and no table end otherwise than by a reading or a refusal', () => {
  const mark = fc.string({ minLength: 1, maxLength: 1 })
  const separator = fc.constantFrom(...'/-. (]\\|^$+')
  const changes = fc.record(
    {
      delimiter: mark,
      quote: mark,
      skip: fc.integer({ min: 0, max: 3 }),
      date: fc
        .tuple(
          fc.constantFrom('d', 'dd', 'MMM'),
          separator,
          fc.constantFrom('MM', 'MMMM', 'yy'),
          separator,
          fc.constantFrom('yyyy', 'X', 'd'),
        )
        .map((parts) => parts.join('')),
      thousands: fc.constantFrom('', '.', ' ', "'"),
      reference: fc.string({ minLength: 1, maxLength: 8 }),
      footer: fc.string({ minLength: 1, maxLength: 8 }),
    },
    { requiredKeys: ['date'] },
  )
  const cell = fc.constantFrom('14/06/2030', '1-jun-30', '5,00', '-5,00', 'D', 'a"', '"\n"', '\r', '', '\ud83d')
  fc.assert(
    fc.property(
      changes,
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 4 }),
      (changed, rows) => {
        const result = readCsvProfile({ ...profile, ...changed })
        if ('faults' in result) return
        const records = [
          ['Day', 'Text', 'Amount', 'Balance'],
          ['14/06/2030', 'a', '5,00', '5,00'],
          ...rows.map((row) => ['14/06/2030', ...row]),
        ]
        const { delimiter, skip } = result.profile
        const file = bytes(`${'\n'.repeat(skip)}${records.map((record) => record.join(delimiter)).join('\n')}\n`)
        try {
          readStatements(file, { profile: result.profile })
        } catch (error) {
          assert.ok(error instanceof StatementRefusal, String(error))
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('CSV: a profile names each of its faults', () => {
  const result = readCsvProfile({
    ...profile,
    decimal: ';',
    header: { Day: 'bookingDay', X: 'bookingDay' },
    reference: '(',
    extra: 1,
  })
  assert.ok('faults' in result)
  for (const word of ['decimal', 'header', 'reference', 'extra'])
    assert.ok(
      result.faults.some((fault) => fault.includes(word)),
      word,
    )
})

test('what is written as camt, MT940 or OFX is read again', () => {
  const movement = fc.record({
    minor: fc.integer({ min: 1, max: 1e12 }),
    isCredit: fc.boolean(),
    id: fc.stringMatching(/^[A-Z0-9]{1,16}$/),
  })
  const decimal = (minor: number, mark: string) =>
    `${Math.floor(minor / 100)}${mark}${String(minor % 100).padStart(2, '0')}`
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 8 }), (movements) => {
      const expected = movements.map(({ minor, isCredit }) => `${isCredit ? 'C' : 'D'}${decimal(minor, '.')}`)
      const files = [
        camt(
          movements
            .map(({ minor, isCredit, id }) =>
              entry(`<AcctSvcrRef>${id}</AcctSvcrRef>`, decimal(minor, '.'), isCredit ? 'CRDT' : 'DBIT'),
            )
            .join('\n'),
        ),
        mt(
          movements
            .map(({ minor, isCredit, id }) => `:61:300614${isCredit ? 'C' : 'D'}${decimal(minor, ',')}NTRF//${id}\r\n`)
            .join(''),
        ),
        ofx(
          movements.map(({ minor, isCredit }) => transaction(`${isCredit ? '' : '-'}${decimal(minor, ',')}`)).join(''),
        ),
      ]
      for (const [index, file] of files.entries()) {
        const { lines } = only(file)
        assert.deepEqual(
          lines.map(({ sign, amount }) => sign + amount),
          expected,
        )
        const ids = lines.map(({ refs }) => refs.bankRef)
        if (index < 2)
          assert.deepEqual(
            ids,
            movements.map(({ id }) => (index === 1 && /^NO(N)?REF$/.test(id) ? undefined : id)),
          )
      }
    }),
    { numRuns: 200 },
  )
})
