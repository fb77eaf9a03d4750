/** A position after every transaction. */
export const theEnd = { createdAt: new Date('9999-01-01T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** One condition for pay-ins and one for payouts, for `newestFirst`. */
export const eachPayType = [`t.pay_type = 'payin'`, `t.pay_type = 'payout'`] as const

/**
 * A statement for a page of transactions `t`, newest first. The indexes in this order are per pay type, service code or
 * status. With `apart`, conditions of which every row meets one, the statement reads one page per condition. `order`
 * ends with the limit of the page.
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
