import type { PayState } from '../../../core/texts/texts.ts'
import type { Closed } from '../use-payment-link.ts'

interface PageTexts {
  choose: string
  amount: string
  between(least: string, most: string): string
  data: string
  select: string
  check: string
  needed: string
  go: string
  closed: Readonly<Record<Closed, PayState>>
}

/** What the page of a link says besides what all payer pages say. */
export const en: PageTexts = {
  choose: 'How do you want to pay?',
  amount: 'Amount',
  between: (least, most) => `Between ${least} and ${most}`,
  data: 'Your details',
  select: 'Choose…',
  check: 'Please check what is marked.',
  needed: 'Please fill this in.',
  go: 'Continue to the payment',
  closed: {
    closed: { title: 'This link takes no payments now', body: (shop) => `Ask ${shop} whether it opens again.` },
    used_up: {
      title: 'All places are taken',
      body: (shop) => `A place may become free within an hour. Otherwise ask ${shop}.`,
    },
    expired: { title: 'This link has ended', body: (shop) => `Ask ${shop} for a new one.` },
  },
}
