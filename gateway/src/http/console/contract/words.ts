// The words of the API that the dashboard says in a person's language. Types only.
import type { CurrencyCode } from '../../../domain/currency.ts'
import type { Reason, Status } from '../../../domain/status.ts'

export type { CurrencyCode, Reason, Status }
