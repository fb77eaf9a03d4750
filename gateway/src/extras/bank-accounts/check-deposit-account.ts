import { bankOfAccount, checkAccount } from '../../core/identifiers/accounts.ts'
import { checkAlias } from '../../core/identifiers/ar/accounts.ts'
import { fittedToBrCode, writeStaticBrCode } from '../../core/identifiers/br/br-code.ts'
import type { Checked } from '../../core/identifiers/checked.ts'
import { checkPayerDocument } from '../../core/identifiers/documents.ts'
import { checkMobile, checkPhone } from '../../core/identifiers/phones.ts'
import type { PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import { type Country, isCountry } from '../../core/values/country.ts'
import type { FieldProblem } from '../../core/values/problem.ts'
import { lineFaults, nameFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'

export interface DepositInput {
  serviceCode: string
  bank?: string | undefined
  /** CBU, CVU or alias, CLABE, CCI or account number, by the code's country. */
  number?: string | undefined
  /** Account type as payers see it, e.g. `CBU` or `Cuenta corriente`. */
  type?: string | undefined
  beneficiary: string
  docId?: string | undefined
  /** PIX_BR. */
  pixKey?: string | undefined
  /** PIX_BR: the receiver's city. */
  city?: string | undefined
  /** Wallets: the mobile number that receives. */
  phone?: string | undefined
  /** The bank account that the deposit account belongs to. Undefined: the one with its number, or a new one. */
  bankAccountId?: string | undefined
  /** The test point whose payers deposit there, for trials. Undefined: every live point. */
  onlyPointId?: string | undefined
}

export interface CheckedDeposit {
  serviceCode: string
  bank: string | null
  number: string | null
  type: string | null
  beneficiary: string
  docId: string | null
  extra: Readonly<Record<string, string>>
}

export interface DepositCheck {
  deposit: CheckedDeposit
  faults: readonly FieldProblem[]
  warnings: readonly FieldProblem[]
}

type DepositField = 'beneficiary' | 'number' | 'bank' | 'type' | 'docId' | 'pixKey' | 'city' | 'phone'

/** Of each kind of payment that needs no call to a provider, as the payer deposits to a known account: what it must have. */
const requiredFields: Readonly<Record<string, readonly DepositField[]>> = {
  deposit_account: ['beneficiary', 'number'],
  clabe: ['beneficiary', 'number'],
  qr: ['beneficiary', 'pixKey', 'city'],
  wallet: ['beneficiary', 'phone'],
}
const optionalFields: readonly DepositField[] = ['number', 'bank', 'type', 'docId']

/** The fields of a deposit account of a service code, the required ones first; none if payers cannot deposit with it. */
export function depositFieldsOf(method: PaymentMethod): readonly { name: DepositField; required: boolean }[] {
  const required = requiredFields[method.payin?.kind ?? '']
  if (!required || !countryOf(method)) return []
  const optional = optionalFields.filter((name) => !required.includes(name))
  return [...required.map((name) => ({ name, required: true })), ...optional.map((name) => ({ name, required: false }))]
}

const beneficiaryLengthMax = 200
const bankLengthMax = 200
const typeLengthMax = 60
const numberLengthMax = 100

/**
 * Checks an account of the operator as strictly as a live request, because payers send money to it. Lists every fault.
 */
export function checkDeposit(method: PaymentMethod | undefined, input: DepositInput): DepositCheck {
  const kind = method?.payin?.kind
  const country = countryOf(method)
  if (!method || !kind || !country || depositFieldsOf(method).length === 0) return refusedCode(method, input)
  const found: Findings = { faults: nameFaults(input.beneficiary, 'beneficiary', beneficiaryLengthMax), warnings: [] }
  for (const [param, value, max] of [
    ['bank', input.bank, bankLengthMax],
    ['type', input.type, typeLengthMax],
  ] as const) {
    if (value !== undefined) found.faults.push(...nameFaults(value, param, max))
  }
  const docId = take(found, 'doc_id', input.docId, (raw) => checkPayerDocument(country, raw))
  const phone = kind === 'wallet' ? readPhone(found, country, input.phone) : undefined
  const pix = kind === 'qr' ? readPix(found, input) : {}
  const number = readNumber(found, country, input.number)
  if (number === undefined && (kind === 'deposit_account' || kind === 'clabe')) {
    found.faults.push({
      code: 'required',
      param: 'number',
      message: say('account.needs_number', { code: method.code }),
    })
  }
  const deposit: CheckedDeposit = {
    serviceCode: method.code,
    bank: input.bank ?? (number === undefined ? undefined : bankOfAccount(country, number)?.name) ?? null,
    number: number ?? phone ?? null,
    type: input.type ?? null,
    beneficiary: input.beneficiary.trim(),
    docId: docId ?? null,
    extra: { ...pix, ...(phone ? { phone } : {}), ...(kind === 'clabe' && number ? { clabe: number } : {}) },
  }
  return { deposit, ...found }
}

interface Findings {
  faults: FieldProblem[]
  warnings: FieldProblem[]
}

/** Runs a check if a value was given: errors become faults, suspicions become warnings. */
function take(
  found: Findings,
  param: string,
  raw: string | undefined,
  check: (raw: string) => Checked,
): string | undefined {
  if (raw === undefined) return undefined
  const checked = check(raw)
  for (const { severity, code, message } of checked.findings) {
    const list = severity === 'hard' ? found.faults : found.warnings
    list.push({ code, param, message })
  }
  return checked.normalised
}

/** With a PIX key the account number is only shown, so any text is valid. */
function readNumber(found: Findings, country: Country, raw: string | undefined): string | undefined {
  if (raw === undefined || country !== 'BR') return take(found, 'number', raw, (number) => checkNumber(country, number))
  found.faults.push(...lineFaults(raw, 'number', numberLengthMax))
  return raw.trim()
}

function checkNumber(country: Country, raw: string): Checked {
  return country === 'AR' && /[A-Za-z]/.test(raw) ? checkAlias(raw) : checkAccount(country, raw)
}

function readPhone(found: Findings, country: Country, raw: string | undefined): string | undefined {
  if (raw === undefined) {
    found.faults.push({ code: 'required', param: 'phone', message: say('account.wallet_number') })
  }
  return take(found, 'phone', raw, (phone) =>
    country === 'PE' || country === 'VE' ? checkMobile(country, phone) : checkPhone(phone, country),
  )
}

/** Builds a trial Pix code, so that a value without a form in the code is refused here and not at the first pay-in. */
function readPix(found: Findings, input: DepositInput): Record<string, string> {
  const { pixKey, city } = input
  if (pixKey === undefined) found.faults.push({ code: 'required', param: 'pix_key', message: say('account.pix_key') })
  if (city === undefined) found.faults.push({ code: 'required', param: 'city', message: say('account.pix_city') })
  const key = take(found, 'pix_key', pixKey, (raw) => checkAccount('BR', raw))
  if (key === undefined || city === undefined || found.faults.length > 0) return {}
  try {
    writeStaticBrCode({ key, ...fittedToBrCode(input.beneficiary, city), amountMinor: 1n, txid: 'P0000000' })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    found.faults.push({
      code: 'invalid_format',
      param: 'pix_key',
      message: `no PIX code can be made: ${error.message}`,
    })
  }
  return { pix_key: key, city }
}

function refusedCode(method: PaymentMethod | undefined, input: DepositInput): DepositCheck {
  const message = method
    ? say('account.no_deposit', { code: method.code })
    : say('account.unknown_service', { service_code: input.serviceCode })
  const deposit = {
    serviceCode: input.serviceCode,
    bank: null,
    number: null,
    type: null,
    beneficiary: '',
    docId: null,
    extra: {},
  }
  return {
    deposit,
    faults: [{ code: method ? 'not_allowed' : 'unknown_service_code', param: 'service_code', message }],
    warnings: [],
  }
}

function countryOf(method: PaymentMethod | undefined): Country | undefined {
  return method && isCountry(method.country) ? method.country : undefined
}
