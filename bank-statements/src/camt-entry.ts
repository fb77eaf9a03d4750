import { decimalText, isCurrency, minorOf, shown, signed } from './amounts.ts'
import type { AccountDays } from './days.ts'
import {
  given,
  type LineDetail,
  type LineSign,
  type Movement,
  type Party,
  ReadingFault,
  type References,
  type StatementLine,
  shortText,
  statementLimits,
} from './statement.ts'
import { textDigest } from './text-lines.ts'
import { all, type Element, first, textAt } from './xml.ts'

export interface Entry {
  sign: LineSign
  minor: bigint
  currency: string
  lines: readonly Omit<StatementLine, 'position' | 'entry'>[]
  /** It holds what texts that are not escaped may have brought along, and a bank that escapes writes rarely. */
  isOdd: boolean
}

interface Money {
  sign: LineSign
  minor: bigint
  currency: string
}

type WholeEntry = Omit<Entry, 'isOdd'>

interface Detail extends Told {
  element: Element
  sign: LineSign
  money: Money | undefined
}

/**
 * Elements of a detail, in the order of the schema. A text that ends its detail and begins another one has to bring an amount
 * along, behind what stands before it.
 */
const inOrder =
  'Refs Amt CdtDbtInd AmtDtls Avlbty BkTxCd Chrgs Intrst RltdPties RltdAgts LclInstrm Purp RltdRmtInf RmtInf RltdDts RltdPric RltdQties FinInstrmId Tax RtrInf CorpActn SfkpgAcct CshDpst CardTx AddtlTxInf SplmtryData'.split(
    ' ',
  )

function isInOrder({ children }: Element): boolean {
  const places = children.map(({ name }) => inOrder.indexOf(name)).filter((place) => place >= 0)
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))
}

/** One `Ntry` as lines: one for each detail if their amounts add up to the entry's. */
export function entryOf(element: Element, days: AccountDays): Entry {
  const isOdd = element.holdsMarkup || !all(element, 'NtryDtls/TxDtls').every(isInOrder)
  return { ...wholeEntry(element, days), isOdd }
}

function wholeEntry(element: Element, days: AccountDays): WholeEntry {
  const sign = signOf(element)
  if (!sign) throw new ReadingFault(element.at, 'An entry says neither credit nor debit (CRDT, DBIT).')
  const money = { sign, ...amountOf(first(element, 'Amt') ?? element) }
  const found = all(element, 'NtryDtls/TxDtls')
  const shared = sharedOf(element)
  const details = found.map((detail) =>
    detailOf(detail, found.length > 1 ? { ...shared, bankRef: undefined } : shared, sign),
  )
  const inDoubt =
    holdsTwice(element) ||
    (details.length > 1 && details.some((each) => each.sign !== sign || each.money?.minor === 0n))
  const common = {
    inDoubt,
    bookingDay: dayOfElement(first(element, 'BookgDt/Dt', 'BookgDt/DtTm'), days),
    valueDay: dayOfElement(first(element, 'ValDt/Dt', 'ValDt/DtTm'), days),
    reversal: ['true', '1'].includes(textAt(element, 'RvslInd') ?? ''),
    booked: textAt(element, 'Sts/Cd', 'Sts', 'Sts/Prtry') === 'BOOK',
    currency: money.currency,
  }
  const amount = decimalText(money.minor, money.currency)
  const isWhole = addUp(details, money)
  const split = details.length > 1 && isWhole
  if (split) {
    const lines = details.map((detail) => ({
      ...common,
      ...movement(detail),
      sign: detail.sign,
      amount: decimalText(detail.money?.minor ?? 0n, money.currency),
      isSingle: true,
      details: [],
    }))
    return { ...money, lines }
  }
  const [only] = details
  const batch = Number(textAt(element, 'NtryDtls/Btch/NbOfTxs') ?? '1')
  const isOne = details.length === 1 && (only?.money === undefined || isWhole) && only?.sign === sign
  if (only && isOne) {
    return { ...money, lines: [{ ...common, ...movement(only), sign, amount, isSingle: !(batch > 1), details: [] }] }
  }
  if (details.length > statementLimits.detailsPerLine) {
    throw new ReadingFault(element.at, 'An entry has too many details that do not add up to its amount.')
  }
  const kept: LineDetail[] = details.map((detail) => ({
    ...detailPart(detail),
    sign: detail.sign,
    amount: detail.money && decimalText(detail.money.minor, detail.money.currency),
    currency: detail.money?.currency,
  }))
  const isSingle = details.length === 0 && !(batch > 1)
  return {
    ...money,
    lines: [{ ...common, ...movementOf(undefined, shared, sign), sign, amount, isSingle, details: kept }],
  }
}

export function signOf(element: Element): LineSign | undefined {
  const text = textAt(element, 'CdtDbtInd')
  if (text === 'CRDT') return 'C'
  if (text === 'DBIT') return 'D'
  if (text === undefined) return undefined
  throw new ReadingFault(element.at, `"${shown(text)}" is neither CRDT nor DBIT.`)
}

function amountOf(element: Element): { minor: bigint; currency: string } {
  if (element.name === 'Ntry') throw new ReadingFault(element.at, 'An entry has no amount.')
  const { currency } = element
  if (currency === undefined || !isCurrency(currency)) throw new ReadingFault(element.at, 'An amount has no currency.')
  const minor = minorOf(element.text.trim().replace(/^\+/, ''), currency)
  if (typeof minor === 'string') throw new ReadingFault(element.at, minor)
  return { minor, currency }
}

function dayOfElement(element: Element | undefined, days: AccountDays): string | undefined {
  const text = given(element?.text)
  if (!element || text === undefined) return undefined
  const day = days.iso(text)
  if (day === undefined) throw new ReadingFault(element.at, `"${shown(text)}" is no day.`)
  return day
}

function addUp(details: readonly Detail[], entry: Money): boolean {
  let sum = 0n
  for (const { money } of details) {
    if (!money || money.currency !== entry.currency) return false
    sum += signed(money.sign, money.minor)
  }
  return details.length > 0 && sum === signed(entry.sign, entry.minor)
}

function detailOf(element: Element, shared: Shared, entrySign: LineSign): Detail {
  const sign = signOf(element) ?? entrySign
  const amount = first(element, 'Amt', 'AmtDtls/TxAmt/Amt')
  const money = amount && { sign, ...amountOf(amount) }
  return { element, sign, money, ...movementOf(element, shared, sign) }
}

type Told = Movement & Pick<StatementLine, 'bankFields' | 'textDigest'>

function movement({ refs, text, party, code, returnCode, bankFields, textDigest: digest }: Told): Told {
  return { refs, text, party, code, returnCode, bankFields, textDigest: digest }
}

function detailPart({ refs, text, party, code, returnCode }: Movement): Movement {
  return { refs, text, party, code, returnCode }
}

/** Elements that stand once beside each other. A text of a payer that leaves its element has to begin one of them again. */
const singles = new Set(
  'Amt CdtDbtInd RvslInd Sts BookgDt ValDt AcctSvcrRef BkTxCd AddtlNtryInf Refs AmtDtls TxAmt RltdPties RmtInf RtrInf AddtlTxInf EndToEndId InstrId TxId MsgId PmtInfId ClrSysRef Dbtr Cdtr DbtrAcct CdtrAcct UltmtDbtr UltmtCdtr Pty Nm PstlAdr IBAN CdtrRefInf Rsn'.split(
    ' ',
  ),
)

function holdsTwice({ children }: Element): boolean {
  const seen = new Set<string>()
  for (const child of children) {
    if (seen.has(child.name) && singles.has(child.name)) return true
    seen.add(child.name)
    if (holdsTwice(child)) return true
  }
  return false
}

/** What an entry says about all its details. */
interface Shared {
  /** Entries of several payments: it would be the same for all. */
  bankRef: string | undefined
  entryRef: string | undefined
  batchId: string | undefined
  messageId: string | undefined
  text: string | undefined
  code: string | undefined
}

function sharedOf(entry: Element): Shared {
  const text = textAt(entry, 'AddtlNtryInf')
  return {
    bankRef: textAt(entry, 'AcctSvcrRef'),
    entryRef: textAt(entry, 'NtryRef'),
    batchId: textAt(entry, 'NtryDtls/Btch/PmtInfId'),
    messageId: textAt(entry, 'NtryDtls/Btch/MsgId'),
    text,
    code: codeOf(first(entry, 'BkTxCd')),
  }
}

function movementOf(detail: Element | undefined, shared: Shared, sign: LineSign): Told {
  const texts = [
    ...all(detail, 'RmtInf/Ustrd').map(({ text }) => text),
    ...all(detail, 'RmtInf/Strd').flatMap((each) => [
      textAt(each, 'CdtrRefInf/Ref', 'CdtrRefInf/CdtrRef'),
      ...all(each, 'AddtlRmtInf').map(({ text }) => text),
    ]),
    textAt(detail, 'AddtlTxInf'),
    shared.text,
  ]
  const text = texts.filter((each) => given(each) !== undefined).join(' ')
  const { party, bankParts } = partyOf(detail, sign)
  const returnCode = textAt(detail, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/RtrRsn/Cd')
  return {
    refs: referencesOf(detail, shared),
    text: shortText(text),
    textDigest: textDigest([text, party.account ?? '']),
    party,
    code: codeOf(first(detail, 'BkTxCd')) ?? shared.code,
    returnCode,
    bankFields: [...bankParts, ...(returnCode === undefined ? [] : (['return_code'] as const)), 'ids'],
  }
}

function referencesOf(detail: Element | undefined, shared: Shared): References {
  const refs = first(detail, 'Refs')
  return {
    bankRef: textAt(refs, 'AcctSvcrRef') ?? shared.bankRef,
    entryRef: shared.entryRef,
    endToEndId: named(textAt(refs, 'EndToEndId')),
    txId: named(textAt(refs, 'TxId')),
    instructionId: named(textAt(refs, 'InstrId')),
    clearingRef: textAt(refs, 'ClrSysRef'),
    uetr: textAt(refs, 'UETR'),
    batchId: named(textAt(refs, 'PmtInfId') ?? shared.batchId),
    messageId: textAt(refs, 'MsgId') ?? shared.messageId,
    mandateId: textAt(refs, 'MndtId'),
    chequeNumber: textAt(refs, 'ChqNb'),
    customerRef: textAt(refs, 'Prtry/Ref'),
  }
}

function named(text: string | undefined): string | undefined {
  return text === undefined || /^not\s?provided$/i.test(text) ? undefined : text
}

/**
 * The other side: of a credit the debtor, of a debit the creditor. The ultimate one is what a payer types, also at a bank that
 * escapes.
 */
function partyOf(
  detail: Element | undefined,
  sign: LineSign,
): { party: Party; bankParts: ('name' | 'document' | 'account')[] } {
  const parties = first(detail, 'RltdPties')
  const role = sign === 'C' ? 'Dbtr' : 'Cdtr'
  const person = first(parties, `${role}/Pty`, role)
  const typed = first(parties, `Ultmt${role}/Pty`, `Ultmt${role}`)
  const ids = [
    'Id/PrvtId/Othr/Id',
    'Id/OrgId/Othr/Id',
    'Id/PrvtId/OthrId/Id',
    'Id/OrgId/PrtryId/Id',
    'Id/OrgId/TaxIdNb',
  ]
  const account = `${role}Acct/Id`
  const ofBank: Party = {
    name: textAt(parties, `${role}/Pty/Nm`, `${role}/Nm`),
    document: textAt(person, ...ids),
    account: textAt(
      parties,
      `${account}/IBAN`,
      `${account}/Othr/Id`,
      `${account}/PrtryAcct/Id`,
      `${account}/BBAN`,
    )?.replace(/\s/g, ''),
  }
  return {
    party: {
      name: ofBank.name ?? textAt(typed, 'Nm') ?? textAt(parties, `${role}/Agt/FinInstnId/Nm`),
      document: person ? ofBank.document : textAt(typed, ...ids),
      account: ofBank.account,
    },
    bankParts: (['name', 'document', 'account'] as const).filter((part) => ofBank[part] !== undefined),
  }
}

/** `PMNT/RCDT/ESCT`, or what the bank calls it. */
function codeOf(element: Element | undefined): string | undefined {
  const domain = [textAt(element, 'Domn/Cd'), textAt(element, 'Domn/Fmly/Cd'), textAt(element, 'Domn/Fmly/SubFmlyCd')]
  const code = domain.filter((part) => part !== undefined).join('/')
  return code === '' ? textAt(element, 'Prtry/Cd') : code
}
