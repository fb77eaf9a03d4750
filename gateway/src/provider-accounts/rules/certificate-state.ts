const dayMs = 86_400_000

/** Days before the end of a certificate from which on its operators are warned, and from which on it is critical. */
export const certificateWarningDays = 30
export const certificateCriticalDays = 7

export type CertificateState = 'valid' | 'warning' | 'critical' | 'expired'

/** Whole days until the certificate ends; negative after its end. */
export function daysLeft(notAfter: Date, now: Date): number {
  return Math.floor((notAfter.getTime() - now.getTime()) / dayMs)
}

export function certificateState(days: number): CertificateState {
  if (days < 0) return 'expired'
  if (days < certificateCriticalDays) return 'critical'
  return days < certificateWarningDays ? 'warning' : 'valid'
}
