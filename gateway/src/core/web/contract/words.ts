import type { CurrencyCode } from '../../values/currency.ts'
import type { Reason, Status } from '../../values/status.ts'

// API values that the dashboard translates. Types only.

export type { CurrencyCode, Reason, Status }

/** The creator of an item: a key with its name, a person, or the point's own credentials. */
export interface ActorData {
  kind: 'key' | 'person' | 'point'
  /** The key's public id; null for people and the point. */
  key_id: string | null
  name: string
}
