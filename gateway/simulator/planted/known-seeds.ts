/** Seeds whose runs are known to find a planted fault, so that looking for it again takes one run. */
export const knownSeeds: Readonly<Record<string, number>> = {
  'late-order-not-refused': 13,
  'resend-with-another-key': 20,
  'a2-silent-connection': 2,
  'missing-fence-check': 29,
  'outcome-without-lease': 2,
  'expiry-overtakes-unknown': 247,
  'callback-in-another-transaction': 8,
  'reservation-released-twice': 6,
}
