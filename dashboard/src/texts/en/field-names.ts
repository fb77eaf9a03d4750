// What fields of requests are called, by their name in the API.

export const fieldNames = {
  amount: 'Amount',
  reference: 'Your reference',
  expired_at: 'Expires',
  account: 'Account',
  account_bank: 'Bank',
  account_beneficiary: 'Beneficiary',
  account_doc_id: 'Document of the holder',
  account_doc_type: 'Kind of document',
  account_inter_bank_code: 'Interbank account code (CCI)',
  account_phone: 'Mobile number',
  account_state: 'Region of the account',
  account_type: 'Kind of account',
  payer_address: 'Payer’s address',
  payer_card_exp_month: 'Month of expiry',
  payer_card_exp_year: 'Year of expiry',
  payer_card_holder_name: 'Name on the card',
  payer_card_number: 'Card number',
  payer_card_security_code: 'Security code',
  payer_card_type: 'Card brand',
  payer_city: 'Payer’s city',
  payer_country_iso: 'Payer’s country',
  payer_doc_id: 'Payer’s document',
  payer_email: 'Payer’s e-mail',
  payer_ip_address: 'Payer’s IP address',
  payer_lastname: 'Payer’s last name',
  payer_name: 'Payer’s name',
  payer_phone: 'Payer’s phone',
  payer_state_iso_code: 'Payer’s state',
  payer_zip_code: 'Payer’s postal code',
  url_handler_redirect: 'Return address of your shop',
} as const satisfies Readonly<Record<string, string>>

export type FieldName = keyof typeof fieldNames

/** Kinds of account, by their value in the API. Others are called as they are written. */
export const accountTypes: Readonly<Record<string, string>> = {
  CC: 'Checking account',
  SVGS: 'Savings account',
  VISTA: 'Sight account',
  RUT: 'RUT account',
  SLRY: 'Salary account',
  EFE: 'Cash',
  ACCOUNT_PARAGUAY: 'Bank account',
  ACCOUNT_ECUADOR: 'Bank account',
  ACCOUNT_COLOMBIA: 'Bank account',
  ACCOUNT_VENEZUELA: 'Bank account',
}
