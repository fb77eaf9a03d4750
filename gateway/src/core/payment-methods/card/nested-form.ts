/**
 * The path of each field in the nested form of a card pay-in (the request structure of the spec's example).
 * `expired_at` is an addition to the spec: it is accepted beside amount and reference, and at the top of the body.
 */
export const nestedPaths: Readonly<Record<string, string>> = {
  payer_name: 'customerDetails.payer_name',
  payer_lastname: 'customerDetails.payer_lastname',
  payer_email: 'customerDetails.contactDetails.payer_email',
  payer_phone: 'customerDetails.contactDetails.payer_phone',
  payer_address: 'customerDetails.contactDetails.payer_address',
  payer_city: 'customerDetails.contactDetails.payer_city',
  payer_state_iso_code: 'customerDetails.contactDetails.payer_state_iso_code',
  payer_country_iso: 'customerDetails.contactDetails.payer_country_iso',
  payer_zip_code: 'customerDetails.contactDetails.payer_zip_code',
  amount: 'transactionDetails.paymentDetails.amount',
  reference: 'transactionDetails.paymentDetails.reference',
  expired_at: 'transactionDetails.paymentDetails.expired_at',
  payer_ip_address: 'transactionDetails.paymentDetails.payer_ip_address',
  payer_card_number: 'transactionDetails.cardDetails.payer_card_number',
  payer_card_type: 'transactionDetails.cardDetails.payer_card_type',
  payer_card_holder_name: 'transactionDetails.cardDetails.payer_card_holder_name',
  payer_card_security_code: 'transactionDetails.cardDetails.payer_card_security_code',
  payer_card_exp_month: 'transactionDetails.cardDetails.expiration.payer_card_exp_month',
  payer_card_exp_year: 'transactionDetails.cardDetails.expiration.payer_card_exp_year',
  url_handler_redirect: 'urls.url_handler_redirect',
}

/** The top-level objects of the nested form. */
export const nestedRoots: readonly string[] = ['customerDetails', 'transactionDetails', 'urls']

/** Every object of the nested form by its path. */
export const nestedObjects: ReadonlySet<string> = new Set(Object.values(nestedPaths).flatMap(objectsAbove))

/** Whether a field is inside this object. */
export function standsBelow(path: string, objectPath: string): boolean {
  return path.startsWith(`${objectPath}.`)
}

function objectsAbove(path: string): string[] {
  const steps = path.split('.').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'))
}
