import type { PayType } from '../../domain/status.ts'

/**
 * A statement of a page of transactions `t`, newest first. The order of lists is indexed for pay-ins and payouts apart:
 * with `payTypes` it reads a page of each. `order` ends with the limit of the page.
 */
export function newestFirst(
  columns: string,
  conditions: readonly string[],
  { order, payTypes }: { order: string; payTypes: readonly PayType[] | undefined },
): string {
  const rows = (more: readonly string[]) =>
    `from transactions t where ${[...conditions, ...more].join(' and ')} ${order}`
  if (!payTypes) return `select ${columns} ${rows([])}`
  const pages = payTypes.map((payType) => `(select * ${rows([`t.pay_type = '${payType}'`])})`)
  return `select ${columns} from (${pages.join(' union all ')}) t ${order}`
}
