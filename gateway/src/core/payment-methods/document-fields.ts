import { checkDeclaredDocument, checkPayerDocument } from '../identifiers/documents.ts'
import { type Message, say } from '../texts/messages/say.ts'
import { choice } from './fields.ts'
import type { Field } from './payment-method.ts'

/** Documents with dots and dashes are much shorter; the longest normalised one has 20 characters. */
const documentLengthMax = 32

type PayerCountry = Parameters<typeof checkPayerDocument>[0]
type HolderCountry = Parameters<typeof checkDeclaredDocument>[0]

/** A tax number or identity document. Its format decides its type, because the spec has no type for payers. */
export function payerDocument(country: PayerCountry, description: Message, example: string): Field {
  return {
    description,
    example,
    maxLength: documentLengthMax,
    acceptsNumber: true,
    isDocument: true,
    check: (value) => checkPayerDocument(country, value),
  }
}

/** `account_doc_type`: the type as which `account_doc_id` is read. */
export function documentType(allowed: readonly [string, ...string[]]): Field {
  return choice(say('desc.kind_account_holder'), allowed)
}

/** `account_doc_id`, read as the type that `account_doc_type` declares; without a declared type the format decides. */
export function holderDocument(country: HolderCountry & PayerCountry, description: Message, example: string): Field {
  return {
    description,
    example,
    maxLength: documentLengthMax,
    acceptsNumber: true,
    isDocument: true,
    check(value, all) {
      const type = all['account_doc_type']
      return type === undefined ? checkPayerDocument(country, value) : checkDeclaredDocument(country, type, value)
    },
  }
}
