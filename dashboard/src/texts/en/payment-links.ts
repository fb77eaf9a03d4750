import type { LinkStatus } from '../../../../gateway/src/extras/payment-links/http/contract/payment-links.ts'

/** Payment links: the list, making one, and one of them with what came in. */
export const paymentLinks = {
  title: 'Payment links',
  explanation: 'One address that many customers pay at, each with a payment of their own.',
  empty: 'No payment links yet',
  emptyWords:
    'A payment link is a page of yours with a title and an amount. Send it, post it or print it as a QR code: whoever opens it can pay, and each payment appears here.',
  make: 'Make a link',
  makeExplanation: 'Three fields are enough. Afterwards you get the address to send.',
  none: 'Your role may not make payment links here.',
  name: 'Title',
  reference: 'Reference',
  wholeReference: 'The whole reference of a link',
  amount: 'Amount',
  status: 'Status',
  created: 'Created',
  back: 'All payment links',
  between: (least: string, most: string) => `${least} to ${most}`,
  uses: { one: '1 used', other: (uses: string) => `${uses} used` },
  usesOf: (uses: string, most: string) => `${uses} of ${most} used`,
  statuses: { active: 'Active', paused: 'Paused', used_up: 'Used up', expired: 'Ended' } satisfies Record<
    LinkStatus,
    string
  >,
  closed: {
    paused: 'Its page takes no payers now. What they began goes on.',
    used_up: 'All places are taken. A place that nobody pays for becomes free after an hour.',
    expired: 'Its time is over. Make a new one if it is still wanted.',
  } satisfies Record<Exclude<LinkStatus, 'active'>, string>,
  /** The beginning of a proposed reference: capital letters without accents. */
  referenceWord: 'LINK',
  /** By field. */
  hints: {
    title: 'What is paid, as your customers read it. No web address',
    currency: 'It decides how your customers can pay',
    reference: 'Proposed by us. Its payments carry it with eight symbols more',
    amount_min: 'Instead of an amount: your customers choose one, from here',
    amount_max: 'Up to here',
    uses_max: 'How many can pay. Without a number: as many as come',
    expired_at: 'The last day on which it can be opened',
    service_codes: 'Without a choice: all of the currency but DEBIN',
  },
  summary: 'Summary',
  expires: 'Ends',
  never: 'Never',
  methods: 'Methods',
  allMethods: 'All of the currency',
  cameIn: 'What came in',
  payments: 'Payments of this link',
  whoPaid: 'Who paid',
  payer: 'Payer',
  paid: { one: '1 paid', other: (count: string) => `${count} paid` },
  pause: 'Pause',
  resume: 'Resume',
  paused: 'The link is paused.',
  resumed: 'The link takes payers again.',
  pauseTitle: 'Pause this link?',
  pauseText: 'Its page takes no payers until you resume it. Payments that were begun can still be paid.',
  resumeTitle: 'Resume this link?',
  resumeText: 'Its page takes payers again, at the same address.',
  message: (title: string, amount: string, url: string) => `${title}: ${amount}. Pay here: ${url}`,
}
