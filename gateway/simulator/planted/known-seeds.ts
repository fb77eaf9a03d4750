/** Seeds whose runs are known to find a planted fault, so that looking for it again takes one run. */
export const knownSeeds: Readonly<Record<string, number>> = {
  'late-order-not-refused': 77,
  'resend-with-another-key': 28,
  'a2-silent-connection': 6,
  'missing-fence-check': 13,
  'outcome-without-lease': 2,
  'expiry-overtakes-unknown': 77,
  'callback-in-another-transaction': 36,
  'reservation-released-twice': 29,
}
