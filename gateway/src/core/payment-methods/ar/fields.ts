import { checkAlias, checkCbu } from '../../identifiers/ar/accounts.ts'
import { accountField, bank } from '../account-fields.ts'
import { payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, softly } from '../fields.ts'

export const cbuOrAliasType = choice('What account holds: a CBU (or CVU), or an alias', ['CBU', 'ALIAS'])

/** The CBU, CVU or alias, as declared by `account_type`. */
export const cbuOrAlias = accountField(
  'CBU or CVU (22 digits), or the alias',
  '2850590940090418135201',
  (value, all) => {
    // An unreadable account_type is a problem of its own; then the format decides.
    const type = all['account_type'] ?? (/[A-Za-z]/.test(value) ? 'ALIAS' : 'CBU')
    return type === 'ALIAS' ? checkAlias(value) : checkCbu(value)
  },
)

export const payerCuit = payerDocument(
  'AR',
  'CUIT, CUIL or CDI of the payer (11 digits); a DNI is taken too',
  '20-26756539-3',
)

/** Fields that an Argentine transfer does not need; if sent, they are checked. */
export const transferExtras = {
  account_bank: bank('AR', '285'),
  account_doc_id: softly(payerDocument('AR', 'CUIT or DNI of the account holder', '20-26756539-3')),
  account_beneficiary: accountBeneficiary,
}
