import type { CardPayinRequest } from './card-payin-requests.ts'
import type { Amount, Digits } from './values.ts'

interface PayinBasics {
  amount: Amount
  /** Your own unique id of the transaction. Sent again with the same content it never creates a second one. */
  reference: string
  /** Your own notes: at most 20 keys of 40 characters, values of 200. */
  metadata?: Record<string, string>
  /** ISO 8601, UTC where no zone is given. */
  expired_at?: string
}

/** The payer is known by document; the name may be added. */
interface ByDocument extends PayinBasics {
  payer_doc_id: Digits
  payer_name?: string
}

/** The payer is known by name; the document may be added. */
interface ByName extends PayinBasics {
  payer_name: string
  payer_doc_id?: Digits
}

/** Both are needed. */
interface ByDocumentAndName extends PayinBasics {
  payer_doc_id: Digits
  payer_name: string
}

/** Bank transfer, Argentina. The document: CUIT, CUIL, CDI or DNI. */
interface BtAr extends ByDocument {
  service_code: 'BT_AR'
}

/** DEBIN, Argentina: the gateway pulls from the payer's account, who has to agree. */
interface DebinAr extends PayinBasics {
  service_code: 'DEBIN_AR'
  account_type: 'CBU' | 'ALIAS'
  /** CBU or CVU of 22 digits, or the alias. */
  account: string
  payer_doc_id?: Digits
  payer_name?: string
}

/** Bank transfer, Chile. The document: RUT. */
interface BtCl extends ByDocument {
  service_code: 'BT_CL'
}

/** PIX, Brazil. The document: CPF or CNPJ. */
interface PixBr extends ByDocument {
  service_code: 'PIX_BR'
}

/** Bank transfers of Peru, Paraguay and Uruguay. */
interface TransferByName extends ByName {
  service_code: 'BT_PE' | 'BT_PY' | 'BT_UY'
}

/** Yape, Peru; bank transfers of Ecuador, Colombia and Venezuela; PagoMovil, Venezuela. */
interface TransferByBoth extends ByDocumentAndName {
  service_code: 'YP_PE' | 'BT_EC' | 'BT_CO' | 'BT_VE' | 'PM_VE'
}

/** SPEI, Mexico. */
interface SpeiMx extends PayinBasics {
  service_code: 'SPEI_MX'
  payer_doc_id?: Digits
  payer_name?: string
}

/** A pay-in by bank transfer or a local method. What each code needs in detail: `listServices`. */
export type LocalPayinRequest = BtAr | DebinAr | BtCl | PixBr | TransferByName | TransferByBoth | SpeiMx

export type PayinRequest = LocalPayinRequest | CardPayinRequest
