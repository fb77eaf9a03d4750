/** Who did something, as the audit log writes it. Nothing in it is a secret. */
export interface Actor {
  /** `Ana Paz <ana@shop.example>`, `api key Abc123Def456`. */
  name: string
  /** Whose people they belong to; null: the operator's. */
  merchantId: string | null
  /** The person's id; null for a program. */
  userId: string | null
  /** The address that the request came from; null where there was none. */
  origin: string | null
}
