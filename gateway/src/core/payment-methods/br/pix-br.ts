import { brCodeAmountMinorMax } from '../../identifiers/br/br-code.ts'
import { checkPixKey, checkPixKeyOwner } from '../../identifiers/br/pix-key.ts'
import { checkPayerDocument } from '../../identifiers/documents.ts'
import { say } from '../../texts/messages/say.ts'
import { payerDocument } from '../document-fields.ts'
import { accountBeneficiary, payerName } from '../fields.ts'
import { type CrossCheck, type Field, paymentMethod } from '../payment-method.ts'

/**
 * Pix keys have at most 77 characters (Pix API of the Banco Central do Brasil, `chave`); the rest allows separators.
 */
const pixKeyLengthMax = 100

const pixKey: Field = {
  description: say('desc.pix_key_cpf'),
  example: '390.533.447-05',
  maxLength: pixKeyLengthMax,
  check: checkPixKey,
}

const holderCpf = payerDocument('BR', say('desc.cpf_cnpj_key'), '390.533.447-05')

export const pixBr = paymentMethod({
  code: 'PIX_BR',
  name: 'PIX, Brazil',
  country: 'BR',
  currency: 'BRL',
  amountMinorMax: brCodeAmountMinorMax,
  payin: {
    kind: 'qr',
    expiresAfterHours: 24,
    callbackAmount: true,
    required: { payer_doc_id: payerDocument('BR', say('desc.cpf_cnpj_payer'), '390.533.447-05') },
    optional: { payer_name: payerName },
    example: { service_code: 'PIX_BR', amount: 99.9, reference: 'order-1003', payer_doc_id: '390.533.447-05' },
    rejects: [
      {
        because: 'the check digits of this CPF are wrong',
        change: { payer_doc_id: '231.002.999-00' },
        field: 'payer_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'a CPF has 11 digits: a JSON number has lost the leading zero',
        change: { payer_doc_id: 1234567890 },
        field: 'payer_doc_id',
        code: 'use_a_string',
      },
      {
        because: 'a JSON number beyond 2^53-1 has already lost digits',
        change: { payer_doc_id: 2 ** 53 },
        field: 'payer_doc_id',
        code: 'use_a_string',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: { account: pixKey, account_doc_id: holderCpf },
    optional: { account_beneficiary: accountBeneficiary },
    crossChecks: [keyBelongsToHolder],
    example: {
      service_code: 'PIX_BR',
      amount: 99.9,
      reference: 'prize-2003',
      account: '390.533.447-05',
      account_doc_id: '390.533.447-05',
    },
    rejects: [
      {
        because: 'this is none of the kinds of PIX key',
        change: { account: '+5551' },
        field: 'account',
        code: 'invalid_format',
      },
      {
        because: 'the check digits of this CNPJ are wrong',
        change: { account_doc_id: '16.727.230.0001-98', account: '+5511999998888' },
        field: 'account_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
    ],
  },
})

/** A key that is a tax number should be the holder's own; a difference is flagged (contract section 2). */
function keyBelongsToHolder(all: Parameters<CrossCheck>[0]): ReturnType<CrossCheck> {
  const { account, account_doc_id: document } = all
  if (account === undefined || document === undefined) return []
  const finding = checkPixKeyOwner(checkPixKey(account), checkPayerDocument('BR', document))
  return finding ? [{ ...finding, field: 'account' }] : []
}
