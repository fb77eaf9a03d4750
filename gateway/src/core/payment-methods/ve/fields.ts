import { documentType, holderDocument, payerDocument } from '../document-fields.ts'
import { choice } from '../fields.ts'

export const venezuelanPayerDocument = payerDocument('VE', 'CI or RIF of the payer with its letter', 'V-12.345.678')

export const venezuelanAccountType = choice('Kind of the target account', ['ACCOUNT_VENEZUELA'])

export const venezuelanDocumentType = documentType(['CI', 'RIF', 'PAS'])

export const venezuelanHolderDocument = holderDocument('VE', 'Document of the account holder', 'J-00002961-0')
