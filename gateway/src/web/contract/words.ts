// The words of the API that the dashboard says in a person's language. Types only.

import type { Reason, Status } from '../../processing/rules/status.ts'
import type { CurrencyCode } from '../../values/currency.ts'

export type { CurrencyCode, Reason, Status }
