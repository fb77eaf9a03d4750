// What fields of requests are called, by their name in the API.

import type { FieldName } from '../en/field-names.ts'

export const fieldNames: Readonly<Record<FieldName, string>> = {
  amount: 'Valor',
  reference: 'Sua referência',
  expired_at: 'Expira',
  account: 'Conta',
  account_bank: 'Banco',
  account_beneficiary: 'Beneficiário',
  account_doc_id: 'Documento do titular',
  account_doc_type: 'Tipo de documento',
  account_inter_bank_code: 'Código de conta interbancária (CCI)',
  account_phone: 'Número de celular',
  account_state: 'Região da conta',
  account_type: 'Tipo de conta',
  payer_address: 'Endereço do pagador',
  payer_card_exp_month: 'Mês de vencimento',
  payer_card_exp_year: 'Ano de vencimento',
  payer_card_holder_name: 'Nome no cartão',
  payer_card_number: 'Número do cartão',
  payer_card_security_code: 'Código de segurança',
  payer_card_type: 'Bandeira do cartão',
  payer_city: 'Cidade do pagador',
  payer_country_iso: 'País do pagador',
  payer_doc_id: 'Documento do pagador',
  payer_email: 'E-mail do pagador',
  payer_ip_address: 'Endereço IP do pagador',
  payer_lastname: 'Sobrenome do pagador',
  payer_name: 'Nome do pagador',
  payer_phone: 'Telefone do pagador',
  payer_state_iso_code: 'Estado do pagador',
  payer_zip_code: 'CEP do pagador',
  url_handler_redirect: 'Endereço de volta à sua loja',
}

/** Kinds of account, by their value in the API. Others are called as they are written. */
export const accountTypes: Readonly<Record<string, string>> = {
  CC: 'Conta-corrente',
  SVGS: 'Conta-poupança',
  VISTA: 'Conta à vista',
  RUT: 'Conta RUT',
  SLRY: 'Conta-salário',
  EFE: 'Dinheiro',
  ACCOUNT_PARAGUAY: 'Conta bancária',
  ACCOUNT_ECUADOR: 'Conta bancária',
  ACCOUNT_COLOMBIA: 'Conta bancária',
  ACCOUNT_VENEZUELA: 'Conta bancária',
}
