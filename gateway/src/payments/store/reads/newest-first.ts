/** Pay-ins and payouts apart, for `newestFirst`. */
export const eachPayType = [`t.pay_type = 'payin'`, `t.pay_type = 'payout'`] as const

/**
 * A statement of a page of transactions `t`, newest first. The order of lists is indexed for pay-ins and payouts, service
 * codes and statuses apart: with `apart`, of which everything passes one, it reads a page of each. `order` ends with the
 * limit of the page.
 */
export function newestFirst(
  columns: string,
  conditions: readonly string[],
  { order, apart }: { order: string; apart: readonly string[] | undefined },
): string {
  const rows = (more: readonly string[]) =>
    `from transactions t where ${[...conditions, ...more].join(' and ')} ${order}`
  if (!apart) return `select ${columns} ${rows([])}`
  const pages = apart.map((condition) => `(select * ${rows([condition])})`)
  return `select ${columns} from (${pages.join(' union all ')}) t ${order}`
}
