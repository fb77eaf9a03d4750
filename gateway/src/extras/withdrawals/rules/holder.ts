import { checkPixKey } from '../../../core/identifiers/br/pix-key.ts'

/** A document of a merchant, as two operators set it. */
export interface MerchantDocument {
  country: string
  type: string
  number: string
}

/**
 * What is known about the holder of an account: `own`, the merchant by one of its documents; `unnamed`, the account names
 * no document; `unrecorded`, the merchant has no document of this country; else `other`.
 */
export type Holder = 'own' | 'unnamed' | 'unrecorded' | 'other'

export function holderOf(
  details: Readonly<Record<string, string>>,
  country: string,
  documents: readonly MerchantDocument[],
): Holder {
  if (isOwnAccount(details, country, documents)) return 'own'
  if (details['account_doc_id'] === undefined) return 'unnamed'
  return documents.some((own) => own.country === country) ? 'other' : 'unrecorded'
}

/** Whether the holder of an account is the merchant, by the fields of a payout to it. An account without a document proves nothing. */
export function isOwnAccount(
  details: Readonly<Record<string, string>>,
  country: string,
  documents: readonly MerchantDocument[],
): boolean {
  const { account_doc_id: number, account_doc_type: type, account = '' } = details
  // A Pix key that is a tax number names its owner, whatever document is written beside it.
  const key = checkPixKey(account)
  if (country === 'BR' && (key.type === 'cpf' || key.type === 'cnpj') && key.normalised !== number) return false
  return documents.some(
    (own) => own.country === country && own.number === number && (type === undefined || own.type === type),
  )
}
