import { randomBytes } from 'node:crypto'
import { comparableNumber } from '@pasarela/bank-statements'
import { bankOfAccount } from '../../core/identifiers/accounts.ts'
import type { PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import type { Db } from '../../core/platform/database/database.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import type { SecretBox } from '../../core/platform/secret-box.ts'
import { connectorCredentialsPlace, insertConnectorAccount } from '../../core/processing/store/connector-accounts.ts'
import { countries, isCountry } from '../../core/values/country.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import type { CheckedDeposit } from './check-deposit-account.ts'
import {
  addNumbers,
  type BankAccountRow,
  findBankAccount,
  findByNumbers,
  insertBankAccount,
} from './store/bank-accounts.ts'

export interface WantedBankAccount {
  environment: Environment
  method: PaymentMethod
  deposit: CheckedDeposit
  /** The bank account that the operator names. Undefined: the one with the deposit's number, or a new one. */
  bankAccountId: string | undefined
  now: Date
}

/** What settlement and statements go by: the bank account and its connector account. */
export type FoundBankAccount = Pick<BankAccountRow, 'id' | 'connector_account_id'>

/**
 * The bank account of a deposit account, made where none has its number. Needs `lockConnectorSetUp`. Throws
 * `validation_failed` where the named account does not exist or differs in environment or currency, or where a number
 * belongs to another account.
 */
export async function bankAccountFor(
  tx: Db,
  secretBox: SecretBox,
  wanted: WantedBankAccount,
): Promise<FoundBankAccount> {
  const numbers = numbersOf(wanted.deposit)
  const { environment } = wanted
  const { currency } = wanted.method
  const known =
    wanted.bankAccountId === undefined
      ? onlyOne(await findByNumbers(tx, { environment, currency, numbers }), wanted)
      : await named(tx, wanted, wanted.bankAccountId)
  const account = known ?? (await makeBankAccount(tx, secretBox, wanted))
  const taken = await addNumbers(tx, { id: account.id, environment, currency }, numbers)
  if (taken.length > 0)
    throw refused('number', `${taken.join(', ')} belongs to another bank account: see pasarela bank list`)
  return account
}

/** The forms by which the deposit account can be found again. */
function numbersOf({ number, extra }: CheckedDeposit): string[] {
  const texts = [number, extra['pix_key'], extra['phone'], extra['clabe']]
  return [...new Set(texts.flatMap((text) => (text ? (comparableNumber(text) ?? []) : [])))]
}

function onlyOne(found: readonly BankAccountRow[], { method, deposit }: WantedBankAccount): BankAccountRow | undefined {
  const [only] = found
  if (found.length > 1) {
    throw refused('bank_account_id', 'the numbers belong to several bank accounts: name the one that is meant')
  }
  const isElsewhere = only && (only.country !== method.country || mayBeElsewhere(only, deposit))
  if (isElsewhere) {
    const where = `${only.bank_name ?? 'another bank'}, ${only.country}`
    throw refused('number', `this number belongs to an account at ${where}: name the bank account`)
  }
  return only
}

/** Two banks of a country may have the same plain number. A CBU, a CLABE, a CCI and every alias say whose they are. */
function mayBeElsewhere({ country, bank_name: bankName }: BankAccountRow, { number, bank }: CheckedDeposit): boolean {
  const digits = number === null ? undefined : comparableNumber(number)
  const isPlain = digits !== undefined && /^\d+$/.test(digits) && bankOfAccount(country, digits) === undefined
  return isPlain && differ(bankName, bank)
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.trim().toLowerCase() !== other.trim().toLowerCase()
}

async function named(tx: Db, { environment, method }: WantedBankAccount, id: string): Promise<BankAccountRow> {
  const found = isUuid(id) ? await findBankAccount(tx, id) : undefined
  if (found?.kind !== 'bank') throw refused('bank_account_id', 'there is no such bank account')
  if (found.environment !== environment || found.currency !== method.currency || found.country !== method.country) {
    const { country, currency } = found
    throw refused(
      'bank_account_id',
      `this account is a ${found.environment} account in ${country}, ${currency}; ${method.code} needs a ${environment} account in ${method.country}, ${method.currency}`,
    )
  }
  return found
}

async function makeBankAccount(tx: Db, secretBox: SecretBox, wanted: WantedBankAccount): Promise<FoundBankAccount> {
  const { environment, method, deposit, now } = wanted
  if (!isCountry(method.country)) throw refused('service_code', `${method.code} belongs to no country`)
  const connectorAccountId = uuidV7(now)
  const id = uuidV7(now)
  // The key permutes the references of the account's orders.
  const credentials = JSON.stringify({ reference_key: randomBytes(16).toString('hex') })
  const place = connectorCredentialsPlace(connectorAccountId)
  const { bank, number, beneficiary, docId } = deposit
  await insertConnectorAccount(tx, {
    id: connectorAccountId,
    connector: 'own-account',
    environment,
    name: [bank, number ?? deposit.extra['pix_key']].filter(Boolean).join(' ') || beneficiary,
    credentialsBox: secretBox.seal(credentials, place),
  })
  await insertBankAccount(tx, {
    id,
    connectorAccountId,
    environment,
    country: method.country,
    currency: method.currency,
    bankName: bank,
    holder: beneficiary,
    holderDocument: docId,
    timeZone: countries[method.country].timeZone,
  })
  return { id, connector_account_id: connectorAccountId }
}

function refused(param: string, message: string): Problem {
  return new Problem('validation_failed', { fields: [{ code: 'not_allowed', param, message }] })
}
