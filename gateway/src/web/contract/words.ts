import type { CurrencyCode } from '../../values/currency.ts'
import type { Reason, Status } from '../../values/status.ts'

// The words of the API that the dashboard says in a person's language. Types only.

export type { CurrencyCode, Reason, Status }
