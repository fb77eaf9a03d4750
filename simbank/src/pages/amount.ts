/** `1,050.00` for integer text in minor units; exact for any length. */
export function formatMinor(amountMinor: string, decimals: number): string {
  const digits = amountMinor.padStart(decimals + 1, '0')
  const major = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === 0 ? major : `${major}.${digits.slice(-decimals)}`
}
