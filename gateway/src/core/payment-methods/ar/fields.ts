import { checkAlias, checkCbu } from '../../identifiers/ar/accounts.ts'
import { say } from '../../texts/messages/say.ts'
import { accountField, bank } from '../account-fields.ts'
import { payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, softly } from '../fields.ts'

export const cbuOrAliasType = choice(say('desc.what_account_holds'), ['CBU', 'ALIAS'])

/** The CBU, CVU or alias, as declared by `account_type`. */
export const cbuOrAlias = accountField(say('desc.cbu_cvu_digits'), '2850590940090418135201', (value, all) => {
  // An unreadable account_type is a problem of its own; then the format decides.
  const type = all['account_type'] ?? (/[A-Za-z]/.test(value) ? 'ALIAS' : 'CBU')
  return type === 'ALIAS' ? checkAlias(value) : checkCbu(value)
})

export const payerCuit = payerDocument('AR', say('desc.cuit_cuil_cdi'), '20-26756539-3')

/** Fields that an Argentine transfer does not need; if sent, they are checked. */
export const transferExtras = {
  account_bank: bank('AR', '285'),
  account_doc_id: softly(payerDocument('AR', say('desc.cuit_dni_account'), '20-26756539-3')),
  account_beneficiary: accountBeneficiary,
}
