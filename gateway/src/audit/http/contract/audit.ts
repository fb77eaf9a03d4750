// What the dashboard reads of /console/audit. Types only.

/** `GET /console/audit` */
export interface AuditPageData {
  /** Newest first. */
  items: readonly AuditItemData[]
  next_cursor: string | null
}

export interface AuditItemData {
  id: string
  created_at: string
  actor: string
  /** `noun.verb` */
  action: string
  /** The action in words of the language asked for. */
  said: string
  result: 'done' | 'refused'
  point_id: string | null
  object_id: string | null
  merchant_id: string | null
  /** The address that it came from. */
  origin: string | null
  detail: Readonly<Record<string, unknown>>
  /** The number of its seal in the chain; null: it is sealed within seconds. */
  seal: number | null
}

/** `GET /console/audit/verify` */
export interface AuditVerdictData {
  holds: boolean
  seals: number
  rows: number
  /** Sealed rows of old months that were dropped as a whole. */
  dropped: number
  breaks: readonly { chain: string; number: number | null; audit_id: string; what: string }[]
  /** To be kept elsewhere: the ends prove later that nothing was cut off. */
  heads: readonly { chain: string; number: number; hash: string }[]
}
