import type { Amount, Digits } from './values.ts'

interface PayoutBasics {
  amount: Amount
  /** Your own unique id of the transaction. Sent again with the same content it never pays twice. */
  reference: string
  /** Your own notes: at most 20 keys of 40 characters, values of 200. */
  metadata?: Record<string, string>
}

/** An account whose holder need not be named. */
interface HolderOptional {
  account_bank?: string
  account_doc_id?: Digits
  account_beneficiary?: string
}

/** An account at a bank, with its holder. */
interface HolderRequired {
  /** Name or code of the bank. */
  account_bank: string
  account: string
  account_doc_id: Digits
  account_beneficiary: string
}

/** A wallet behind a document; bank and name may be added. */
interface Wallet {
  account: string
  account_doc_id: Digits
  account_phone?: string
  account_bank?: string
  account_beneficiary?: string
}

/** Argentina: bank transfer, and DEBIN as an immediate transfer. */
interface PayoutAr extends PayoutBasics, HolderOptional {
  service_code: 'BT_AR' | 'DEBIN_AR'
  account_type: 'CBU' | 'ALIAS'
  /** CBU or CVU of 22 digits, or the alias. */
  account: string
}

interface PayoutCl extends PayoutBasics, HolderRequired {
  service_code: 'BT_CL'
  account_type: 'CC' | 'SVGS' | 'VISTA' | 'RUT' | 'SLRY'
  account_doc_type: 'RUT' | 'RUN' | 'PAS' | 'CE'
  payer_name?: string
}

interface PayoutPe extends PayoutBasics, HolderRequired {
  service_code: 'BT_PE'
  account_type: 'CC' | 'SVGS' | 'EFE'
  account_doc_type: 'RUC' | 'DNI' | 'PAS' | 'CE'
  /** Region of the account, by name or ISO 3166-2 code. */
  account_state: string
  /** CCI of 20 digits. */
  account_inter_bank_code: string
  payer_name?: string
}

/** Yape, Peru. */
interface PayoutYape extends PayoutBasics, Wallet {
  service_code: 'YP_PE'
  account_type: 'CC' | 'SVGS' | 'EFE'
  account_doc_type: 'RUC' | 'DNI' | 'PAS' | 'CE'
}

interface PayoutPy extends PayoutBasics, HolderRequired {
  service_code: 'BT_PY'
  account_type: 'ACCOUNT_PARAGUAY'
  account_doc_type: 'CI' | 'PAS' | 'CRP' | 'CRC' | 'RUC' | 'DNI'
}

interface PayoutUy extends PayoutBasics {
  service_code: 'BT_UY'
  account_bank: string
  account: string
  account_beneficiary: string
  account_type?: 'CC' | 'SVGS'
  account_doc_type?: 'CI' | 'RUT' | 'PAS'
  account_doc_id?: Digits
}

interface PayoutEc extends PayoutBasics, HolderRequired {
  service_code: 'BT_EC'
  account_type: 'ACCOUNT_ECUADOR'
  account_doc_type: 'CI' | 'CIE' | 'PAS' | 'RUC'
}

interface PayoutCo extends PayoutBasics, HolderRequired {
  service_code: 'BT_CO'
  account_type: 'ACCOUNT_COLOMBIA'
  account_doc_type: 'CC' | 'CE' | 'PAS' | 'NIT'
}

interface PayoutVe extends PayoutBasics, HolderRequired {
  service_code: 'BT_VE'
  account_type: 'ACCOUNT_VENEZUELA'
  account_doc_type: 'CI' | 'RIF' | 'PAS'
}

/** PagoMovil, Venezuela. */
interface PayoutPagoMovil extends PayoutBasics, Wallet {
  service_code: 'PM_VE'
  account_type: 'ACCOUNT_VENEZUELA'
  account_doc_type: 'CI' | 'RIF' | 'PAS'
}

interface PayoutMx extends PayoutBasics, HolderOptional {
  service_code: 'SPEI_MX'
  account_type: 'CLABE'
  account: string
}

/** PIX, Brazil. */
interface PayoutBr extends PayoutBasics {
  service_code: 'PIX_BR'
  /** The PIX key. */
  account: string
  account_doc_id: Digits
  account_beneficiary?: string
}

/** A payout by bank transfer or a local method. What each code needs in detail: `listServices`. */
export type PayoutRequest =
  | PayoutAr
  | PayoutCl
  | PayoutPe
  | PayoutYape
  | PayoutPy
  | PayoutUy
  | PayoutEc
  | PayoutCo
  | PayoutVe
  | PayoutPagoMovil
  | PayoutMx
  | PayoutBr
