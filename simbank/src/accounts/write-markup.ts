import { type AccountEntry, type AccountFacts, decimalOf, isCredit, type Statement, sumOf } from './account.ts'

/** camt.053 of a day, with opening and closing balance. */
export function writeCamt053(statement: Statement): string {
  return camt(statement, { version: 'camt.053.001.08', message: 'BkToCstmrStmt', name: 'Stmt', closing: 'CLBD' })
}

/** camt.052 of a day that may not be over: its closing balance is an interim one. */
export function writeCamt052(statement: Statement): string {
  return camt(statement, { version: 'camt.052.001.08', message: 'BkToCstmrAcctRpt', name: 'Rpt', closing: 'ITBD' })
}

function camt(
  { account, day, entries, openingMinor, closingMinor }: Statement,
  { version, message, name, closing }: { version: string; message: string; name: string; closing: string },
): string {
  const id = `SB${day.replaceAll('-', '')}${entries.length}`
  // The last thing that changed it: while nothing happens, the bytes stay the same.
  const made = el('CreDtTm', entries.at(-1)?.at ?? `${day}T00:00:00Z`)
  const balance = (kind: string, minor: bigint) =>
    el('Bal', el('Tp', el('CdOrPrtry', el('Cd', kind))) + money(account, minor) + el('Dt', el('Dt', day)))
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><${message}>`,
    `${el('GrpHdr', el('MsgId', id) + made)}<${name}>${el('Id', id)}${made}`,
    el('FrToDt', el('FrDtTm', `${day}T00:00:00`) + el('ToDtTm', `${day}T23:59:59`)),
    el('Acct', el('Id', el('Othr', el('Id', account.number))) + el('Ccy', account.currency)),
    balance('OPBD', openingMinor) + balance(closing, closingMinor),
    ...entries.map((entry) => el('Ntry', camtEntry(account, entry))),
    `</${name}></${message}></Document>`,
    '',
  ].join('\n')
}

const codes = {
  deposit: ['PMNT', 'RCDT', 'ATXN'],
  debit: ['PMNT', 'ICDT', 'AUTT'],
  return: ['PMNT', 'ICDT', 'RRTN'],
  fee: ['ACMT', 'MDOP', 'CHRG'],
} as const

function camtEntry(account: AccountFacts, entry: AccountEntry): string {
  const { kind, party, text, end_to_end_id: named = 'NOTPROVIDED' } = entry.facts
  const role = isCredit(entry) ? 'Dbtr' : 'Cdtr'
  const [domain, family, sub] = codes[kind]
  const amount = money(account, sumOf([entry]))
  const document = el('Id', el('PrvtId', el('Othr', el('Id', xml(party?.document)))))
  const person = el(role, el('Pty', el('Nm', xml(party?.name)) + document))
  const number = el(`${role}Acct`, el('Id', el('Othr', el('Id', party?.account))))
  const day = el('BookgDt', el('Dt', entry.day)) + el('ValDt', el('Dt', entry.day))
  const code = el('Domn', el('Cd', domain) + el('Fmly', el('Cd', family) + el('SubFmlyCd', sub)))
  const details = [
    el('Refs', el('EndToEndId', named)) + amount + el('RltdPties', person + number),
    el('RmtInf', el('Ustrd', xml(text))) + (kind === 'return' ? el('RtrInf', el('Rsn', el('Cd', 'AC04'))) : ''),
  ].join('')
  const head = `${amount}${el('Sts', el('Cd', 'BOOK'))}${day}${el('AcctSvcrRef', entry.ref)}${el('BkTxCd', code)}`
  return head + el('NtryDtls', el('TxDtls', details))
}

function money(account: AccountFacts, minor: bigint): string {
  const amount = decimalOf(minor, account, '.').replace('-', '')
  return `<Amt Ccy="${account.currency}">${amount}</Amt>${el('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT')}`
}

/** OFX 2 of a day, each element in a line of its own. It says no opening balance, and nothing marks a return. */
export function writeOfx({ account, day, entries, closingMinor }: Statement): string {
  const ofxDay = day.replaceAll('-', '')
  const from = el('BANKID', 'SIMBANK') + el('ACCTID', account.number) + el('ACCTTYPE', 'CHECKING')
  const transactions = entries.flatMap((entry) => [
    '<STMTTRN>',
    el('TRNTYPE', entry.facts.kind === 'fee' ? 'FEE' : isCredit(entry) ? 'CREDIT' : 'DEBIT'),
    el('DTPOSTED', ofxDay),
    el('TRNAMT', decimalOf(sumOf([entry]), account, '.')),
    el('FITID', entry.ref),
    ...(entry.facts.party?.name === undefined ? [] : [el('NAME', xml(entry.facts.party.name))]),
    el('MEMO', xml(entry.facts.text)),
    '</STMTTRN>',
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>',
    el('CURDEF', account.currency) + el('BANKACCTFROM', from),
    `<BANKTRANLIST>${el('DTSTART', ofxDay)}${el('DTEND', ofxDay)}`,
    ...transactions,
    '</BANKTRANLIST>',
    el('LEDGERBAL', el('BALAMT', decimalOf(closingMinor, account, '.')) + el('DTASOF', ofxDay)),
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\n')
}

/** An element; nothing where there is nothing inside. */
function el(name: string, inside = ''): string {
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}

function xml(value = ''): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
