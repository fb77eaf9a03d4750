/** How the payer pays. The connector fills the wire names of the spec's Transaction resource. */
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

/** The kind of payment. Connectors see this kind and never a service code. */
export type PaymentKind = 'deposit_account' | 'qr' | 'clabe' | 'pull' | 'wallet' | 'card' | 'transfer'
