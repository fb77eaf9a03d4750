/** How the payer or beneficiary is reached; what a provider needs to know instead of our service codes. */
export type PaymentKind = 'deposit_account' | 'qr' | 'clabe' | 'pull' | 'wallet' | 'card' | 'transfer'
