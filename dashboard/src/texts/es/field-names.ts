// What fields of requests are called, by their name in the API.

import type { FieldName } from '../en/field-names.ts'

export const fieldNames: Readonly<Record<FieldName, string>> = {
  amount: 'Monto',
  reference: 'Su referencia',
  expired_at: 'Vence',
  account: 'Cuenta',
  account_bank: 'Banco',
  account_beneficiary: 'Beneficiario',
  account_doc_id: 'Documento del titular',
  account_doc_type: 'Tipo de documento',
  account_inter_bank_code: 'Código de cuenta interbancario (CCI)',
  account_phone: 'Número de celular',
  account_state: 'Región de la cuenta',
  account_type: 'Tipo de cuenta',
  payer_address: 'Domicilio del pagador',
  payer_card_exp_month: 'Mes de vencimiento',
  payer_card_exp_year: 'Año de vencimiento',
  payer_card_holder_name: 'Nombre en la tarjeta',
  payer_card_number: 'Número de tarjeta',
  payer_card_security_code: 'Código de seguridad',
  payer_card_type: 'Marca de la tarjeta',
  payer_city: 'Ciudad del pagador',
  payer_country_iso: 'País del pagador',
  payer_doc_id: 'Documento del pagador',
  payer_email: 'Correo del pagador',
  payer_ip_address: 'Dirección IP del pagador',
  payer_lastname: 'Apellido del pagador',
  payer_name: 'Nombre del pagador',
  payer_phone: 'Teléfono del pagador',
  payer_state_iso_code: 'Estado o provincia del pagador',
  payer_zip_code: 'Código postal del pagador',
  url_handler_redirect: 'Dirección de regreso a su tienda',
}

/** Kinds of account, by their value in the API. Others are called as they are written. */
export const accountTypes: Readonly<Record<string, string>> = {
  CC: 'Cuenta corriente',
  SVGS: 'Cuenta de ahorro',
  VISTA: 'Cuenta vista',
  RUT: 'Cuenta RUT',
  SLRY: 'Cuenta sueldo',
  EFE: 'Efectivo',
  ACCOUNT_PARAGUAY: 'Cuenta bancaria',
  ACCOUNT_ECUADOR: 'Cuenta bancaria',
  ACCOUNT_COLOMBIA: 'Cuenta bancaria',
  ACCOUNT_VENEZUELA: 'Cuenta bancaria',
}
