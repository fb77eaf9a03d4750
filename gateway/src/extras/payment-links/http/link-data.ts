import { amountNumber } from '../../../core/values/money.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { type PaymentLinkRow, statusOf } from '../rules/payment-link.ts'

/** The path of a link's page below the gateway's address. */
export const linkPath = '/pay/links'

/** One link in replies. Amounts in the units of the currency. */
export function linkData(link: PaymentLinkRow, publicUrl: string) {
  const { amount_min_minor: min, amount_max_minor: max, currency } = link
  const isFixed = min === max
  return {
    payment_link_id: link.id,
    reference: link.reference,
    url: `${publicUrl}${linkPath}/${link.token}`,
    title: link.title,
    amount: isFixed ? amountNumber(min, currency) : null,
    amount_min: isFixed ? null : amountNumber(min, currency),
    amount_max: isFixed ? null : amountNumber(max, currency),
    currency,
    service_codes: link.service_codes && [...link.service_codes],
    uses_max: link.uses_max,
    uses: link.uses,
    status: statusOf(link),
    metadata: link.metadata ?? undefined,
    expired_at: isoMicrosecondsOrNull(link.expired_at),
    created_at: isoMicroseconds(link.created_at),
    updated_at: isoMicroseconds(link.updated_at),
  }
}
