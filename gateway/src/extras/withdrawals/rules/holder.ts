/** A document of a merchant, as two operators set it. */
export interface MerchantDocument {
  country: string
  type: string
  number: string
}

/** Whether the holder of an account is the merchant, by the fields of a payout to it. An account without a document proves nothing. */
export function isOwnAccount(
  details: Readonly<Record<string, string>>,
  country: string,
  documents: readonly MerchantDocument[],
): boolean {
  const { account_doc_id: number, account_doc_type: type } = details
  return documents.some(
    (own) => own.country === country && own.number === number && (type === undefined || own.type === type),
  )
}
