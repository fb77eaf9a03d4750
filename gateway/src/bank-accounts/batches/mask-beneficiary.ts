/** What people compare before they approve a payment. Everything else of a beneficiary is masked. */
const shownDetails = new Set(['account_beneficiary', 'account_type', 'account_bank'])

const shownLength = 4

/** The end of an account's number, key or document. One that is short is masked whole. */
export function masked(value: string): string {
  const shown = value.length >= 2 * shownLength ? value.slice(-shownLength) : ''
  return `${'X'.repeat(value.length - shown.length)}${shown}`
}

/** Details of a payout by which nobody can pay it. */
export function maskedDetails(details: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, shownDetails.has(name) ? value : masked(value)]),
  )
}
