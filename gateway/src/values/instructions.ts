/** Where and how the payer pays. Wire names of the spec's Transaction resource, filled by the connector. */
export interface Instructions {
  targetAccount?: TargetAccount
  pixBrCode?: string
  clabe?: string
}

export interface TargetAccount {
  bank: string | null
  number: string | null
  type: string | null
  beneficiary: string | null
  docId: string | null
  reference: string | null
}

/** How the payer or beneficiary is reached; what a provider needs to know instead of our service codes. */
export type PaymentKind = 'deposit_account' | 'qr' | 'clabe' | 'pull' | 'wallet' | 'card' | 'transfer'
