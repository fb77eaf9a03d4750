import { documentType, holderDocument } from '../document-fields.ts'
import { choice } from '../fields.ts'

export const peruvianAccountType = choice('Kind of the target account', ['CC', 'SVGS', 'EFE'])

export const peruvianDocumentType = documentType(['RUC', 'DNI', 'PAS', 'CE'])

export const peruvianHolderDocument = holderDocument('PE', 'Document of the account holder', '20512333797')
