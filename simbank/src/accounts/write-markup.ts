import { type AccountEntry, type AccountFacts, decimalOf, isCredit, type Statement, sumOf } from './account.ts'

/** camt.053 of a day; camt.052 of one that may not be over, whose closing balance is an interim one. */
export function writeCamt(statement: Statement, isIntraday: boolean): string {
  const { account, day, entries, openingMinor, closingMinor } = statement
  const [version, message, name, closing] = isIntraday
    ? ['camt.052.001.08', 'BkToCstmrAcctRpt', 'Rpt', 'ITBD']
    : ['camt.053.001.08', 'BkToCstmrStmt', 'Stmt', 'CLBD']
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
    `</${name}></${message}></Document>\n`,
  ].join('\n')
}

function camtEntry(account: AccountFacts, entry: AccountEntry): string {
  const { kind, party, text, end_to_end_id: named = 'NOTPROVIDED' } = entry.facts
  const role = isCredit(entry) ? 'Dbtr' : 'Cdtr'
  const codes = { deposit: 'PMNT RCDT ATXN', debit: 'PMNT ICDT AUTT', return: 'PMNT ICDT RRTN', fee: 'ACMT MDOP CHRG' }
  const [domain, family, sub] = codes[kind].split(' ')
  const amount = money(account, sumOf([entry]))
  const document = el('Id', el('PrvtId', el('Othr', el('Id', xml(party?.document)))))
  const person = el(role, el('Pty', el('Nm', xml(party?.name)) + document))
  const number = el(`${role}Acct`, el('Id', el('Othr', el('Id', party?.account))))
  const back = kind === 'return' ? el('RtrInf', el('Rsn', el('Cd', 'AC04'))) : ''
  const details = el('RltdPties', person + number) + el('RmtInf', el('Ustrd', xml(text))) + back
  const day = el('BookgDt', el('Dt', entry.day)) + el('ValDt', el('Dt', entry.day))
  const code = el('BkTxCd', el('Domn', el('Cd', domain) + el('Fmly', el('Cd', family) + el('SubFmlyCd', sub))))
  return [
    `${amount}${el('Sts', el('Cd', 'BOOK'))}${day}${el('AcctSvcrRef', entry.ref)}${code}`,
    el('NtryDtls', el('TxDtls', el('Refs', el('EndToEndId', named)) + amount + details)),
  ].join('')
}

function money(account: AccountFacts, minor: bigint): string {
  const amount = decimalOf(minor < 0n ? -minor : minor, account, '.')
  return `<Amt Ccy="${account.currency}">${amount}</Amt>${el('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT')}`
}

/** OFX 2 of a day, each element of an entry in a line of its own. It says no opening balance, and nothing marks a return. */
export function writeOfx({ account, day, entries, closingMinor }: Statement): string {
  const ofxDay = day.replaceAll('-', '')
  const from = el('BANKID', 'SIMBANK') + el('ACCTID', account.number) + el('ACCTTYPE', 'CHECKING')
  const transactions = entries.map((entry) => {
    const type = entry.facts.kind === 'fee' ? 'FEE' : isCredit(entry) ? 'CREDIT' : 'DEBIT'
    const bank = [el('TRNTYPE', type), el('DTPOSTED', ofxDay), el('TRNAMT', decimalOf(sumOf([entry]), account, '.'))]
    const texts = [el('FITID', entry.ref), el('NAME', xml(entry.facts.party?.name)), el('MEMO', xml(entry.facts.text))]
    return ['<STMTTRN>', ...bank, ...texts, '</STMTTRN>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${el('CURDEF', account.currency)}${el('BANKACCTFROM', from)}`,
    `<BANKTRANLIST>${el('DTSTART', ofxDay)}${el('DTEND', ofxDay)}`,
    ...transactions,
    `</BANKTRANLIST>${el('LEDGERBAL', el('BALAMT', decimalOf(closingMinor, account, '.')) + el('DTASOF', ofxDay))}`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  ].join('\n')
}

/** An element; nothing where there is nothing inside. */
function el(name: string, inside = ''): string {
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}

function xml(value = ''): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
