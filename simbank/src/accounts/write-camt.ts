import type { Movement } from './account.ts'
import { decimalOf, type StatementOfDays } from './statement.ts'

/** camt.053.001.02 of booked days, or camt.052.001.02 of a day that is not over, as ISO 20022 publishes them. */
export function writeCamt(statement: StatementOfDays): string {
  const { facts, from, to, openingMinor, closingMinor, movements, isIntraday } = statement
  const names = isIntraday
    ? { message: 'BkToCstmrAcctRpt', statement: 'Rpt', version: 'camt.052.001.02', closing: 'ITBD' }
    : { message: 'BkToCstmrStmt', statement: 'Stmt', version: 'camt.053.001.02', closing: 'CLBD' }
  const id = `${facts.number}-${from.replaceAll('-', '')}-${to.replaceAll('-', '')}-${movements.length}`
  const made = `${to}T23:59:59`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${names.version}"><${names.message}>`,
    `<GrpHdr><MsgId>${text(id.slice(-35))}</MsgId><CreDtTm>${made}</CreDtTm></GrpHdr>`,
    `<${names.statement}><Id>${text(id.slice(-35))}</Id><CreDtTm>${made}</CreDtTm>`,
    `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`,
    `<Acct><Id><Othr><Id>${text(facts.number)}</Id></Othr></Id><Ccy>${facts.currency}</Ccy><Nm>${text(facts.holder)}</Nm></Acct>`,
    balance(statement, { kind: 'OPBD', minor: openingMinor, day: from }),
    balance(statement, { kind: names.closing, minor: closingMinor, day: to }),
    ...movements.map((movement) => entry(statement, movement)),
    `</${names.statement}></${names.message}></Document>`,
    '',
  ].join('\n')
}

function balance(
  { facts }: StatementOfDays,
  { kind, minor, day }: { kind: string; minor: bigint; day: string },
): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amount(facts, minor)}<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

function amount({ currency, decimals }: StatementOfDays['facts'], minor: bigint): string {
  return `<Amt Ccy="${currency}">${decimalOf(minor, decimals, '.')}</Amt>`
}

function entry({ facts }: StatementOfDays, movement: Movement): string {
  const isCredit = movement.sign === 'C'
  const references =
    movement.end_to_end_id === undefined ? '' : `<EndToEndId>${text(movement.end_to_end_id)}</EndToEndId>`
  return [
    `<Ntry><NtryRef>${movement.number}</NtryRef>${amount(facts, BigInt(movement.amount_minor))}`,
    `<CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>${movement.reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>BOOK</Sts>`,
    `<BookgDt><Dt>${movement.booking_day}</Dt></BookgDt><ValDt><Dt>${movement.value_day}</Dt></ValDt>`,
    `<AcctSvcrRef>${movement.id}</AcctSvcrRef>`,
    `<BkTxCd><Prtry><Cd>${codeOf(movement)}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>`,
    `<Refs><AcctSvcrRef>${movement.id}</AcctSvcrRef>${references}</Refs>`,
    `<AmtDtls><TxAmt>${amount(facts, BigInt(movement.amount_minor))}</TxAmt></AmtDtls>${parties(movement)}`,
    `<RmtInf><Ustrd>${text(movement.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('')
}

/** The other party: who paid a credit, who was paid by a debit. */
function parties({ sign, party }: Movement): string {
  if (!party) return ''
  const role = sign === 'C' ? 'Dbtr' : 'Cdtr'
  const document =
    party.document === undefined ? '' : `<Id><PrvtId><Othr><Id>${text(party.document)}</Id></Othr></PrvtId></Id>`
  const account =
    party.account === undefined
      ? ''
      : `<${role}Acct><Id><Othr><Id>${text(party.account)}</Id></Othr></Id></${role}Acct>`
  return `<RltdPties><${role}><Nm>${text(party.name)}</Nm>${document}</${role}>${account}</RltdPties>`
}

/** The bank's own words of what a movement is, at most 35 characters. */
export function codeOf({ kind, sign }: Movement): string {
  if (kind === 'fee' || kind === 'tax' || kind === 'interest') return kind.toUpperCase()
  if (kind === 'payout_returned') return 'RETURN'
  return sign === 'C' ? 'TRANSFER-IN' : 'TRANSFER-OUT'
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
