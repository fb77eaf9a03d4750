import { minorOf, type NominalAmount } from '../../../../core/payments/rules/nominal-amount.ts'
import { newestFirst } from '../../../../core/payments/store/reads/newest-first.ts'
import { eachWeek, weekOf, withWeeks } from '../../../../core/processing/rules/weeks.ts'

/** Amount bounds, both inclusive. */
export interface AmountFilters {
  amountFrom?: NominalAmount
  amountTo?: NominalAmount
  /**
   * With amount bounds: the searched service codes (all, those of one currency, or one), by the decimals of their
   * currencies. Other codes are not searched.
   */
  codesByDecimals?: Readonly<Record<Decimals, readonly string[]>>
}

type Decimals = 'two' | 'none'

/** Adds a value to the statement and returns its placeholder. */
export type Place = (value: unknown) => string

export function hasAmounts({ amountFrom, amountTo }: AmountFilters): boolean {
  return amountFrom !== undefined || amountTo !== undefined
}

/** Whether the filters name a service that does not exist, such as one in another currency than its own. */
export function hasNoCodes({ codesByDecimals: codes }: AmountFilters): boolean {
  return (codes?.two ?? []).length + (codes?.none ?? []).length === 0
}

export interface AmountPage {
  filters: AmountFilters
  /** Placeholder of the page's limit. */
  limit: string
  /** Placeholders of two instants: every row of the page was created between them. */
  since: string
  until: string
  /** Rows that are scanned before the index of amounts is used. */
  walkedMax: number
  /** As in `newestFirst`, where an index finds few rows in their order; undefined: by service codes. */
  apart: readonly string[] | undefined
  place: Place
}

/** The other filters, as conditions of `t`. */
export interface Narrowed {
  /** On columns that the index `transactions_amounts` holds. */
  held: readonly string[]
  /** On other columns. */
  others: readonly string[]
}

const newest = 'order by t.created_at desc, t.id desc'
const heldColumns = ['id', 'created_at', 'currency', 'pay_type', 'service_code', 'status']
  .map((name) => `t.${name}`)
  .join(', ')

/**
 * A page of transactions with certain amounts, newest first, with a plan that does not depend on statistics. 1500 means
 * 1500 pesos of Chile, which have no cents, and of Argentina: currencies with and without decimals have separate bounds
 * and separate searches. Each search first scans the rows that pass the other filters, newest first, up to `walkedMax`.
 * If many rows have such an amount, the page is full long before. Otherwise few rows have it: the index of amounts
 * finds them week by week, newest first, until the page is full. At worst this reads the point's whole index. The point
 * is `$1`, and there are codes.
 */
export function amountPage(columns: string, narrowed: Narrowed, page: AmountPage): string {
  const { filters, limit, place } = page
  const kinds = (['two', 'none'] as const).flatMap((kind) => {
    const codes = filters.codesByDecimals?.[kind] ?? []
    return codes.length === 0 ? [] : [{ kind, codes: codes.map(place), bounds: boundsOf(filters, kind, place) }]
  })
  const found = kinds.map((each) => `select * from walked_${each.kind} union select * from behind_${each.kind}`)
  const parts = kinds.flatMap((each) => partsOf(narrowed, each, page))
  const ids = `array(select t.id from (${found.join(' union ')}) t ${newest} limit ${limit})`
  return `${[withWeeks('t.point_id = $1').trimEnd(), ...parts].join(', ')}
    select ${columns} from transactions t where t.point_id = $1 and t.id = any (${ids}) ${newest}`
}

interface Kind {
  kind: Decimals
  /** Placeholders of its service codes. */
  codes: readonly string[]
  bounds: readonly string[]
}

/** `walked_…` and `behind_…` of one kind: ids and times. */
function partsOf({ held, others }: Narrowed, { kind, codes, bounds }: Kind, page: AmountPage): string[] {
  const { limit, walkedMax } = page
  const ofCodes = `t.service_code in (${codes.join(', ')})`
  const walk = (columns: string) =>
    newestFirst(columns, ['t.point_id = $1', ofCodes, ...held, ...others], {
      order: `${newest} limit ${walkedMax}`,
      apart: page.apart ?? codes.map((code) => `t.service_code = ${code}`),
    })
  const isLeft = `(select count(*) from walked_${kind}) < ${limit} and (select count(*) from (${walk('1')}) t) >= ${walkedMax}`
  const behind = weekByWeek(others, {
    bounds,
    held: [ofCodes, ...held],
    when: [isLeft, `w.week between ${weekOf(page.since)} and ${weekOf(page.until)}`],
    limit,
  })
  return [
    `walked_${kind} as materialized (select t.id, t.created_at from (${walk('t.id, t.created_at, t.amount_minor')}) t
      where ${bounds.join(' and ')} ${newest} limit ${limit})`,
    `behind_${kind} as materialized (${behind})`,
  ]
}

interface InWeeks {
  /** Conditions on the amount. With point and week they match one index only, whatever the statistics say. */
  bounds: readonly string[]
  /** Conditions on the entries of that index. */
  held: readonly string[]
  when: readonly string[]
  limit: string
}

/**
 * Up to a page of ids by the index of amounts, whose entries hold the order of time. The weeks come newest first, and
 * the limit ends the loop at the week that fills the page. A lateral subquery can only be the inner side of a nested
 * loop, and the materialized weeks keep their order (`list-by-amounts.slow.test.ts`).
 */
function weekByWeek(others: readonly string[], { bounds, held, when, limit }: InWeeks): string {
  const led = ['t.point_id = $1', 't.created_week = w.week', ...bounds].join(' and ')
  const entries = `select * from (select ${heldColumns} from transactions t where ${led} offset 0) t
    where ${held.join(' and ')} ${newest}`
  const rows =
    others.length === 0
      ? `${entries} limit ${limit}`
      : `select entry.id, entry.created_at from (${entries} offset 0) entry cross join lateral (
          select from transactions t where t.id = entry.id and ${others.join(' and ')} offset 0) row
        order by entry.created_at desc, entry.id desc limit ${limit}`
  return `select t.id, t.created_at from ${eachWeek(rows)} where ${when.join(' and ')} limit ${limit}`
}

function boundsOf({ amountFrom, amountTo }: AmountFilters, kind: Decimals, place: Place): string[] {
  return [
    ...(amountFrom ? [`t.amount_minor >= ${place(minorOf(amountFrom, kind, 1n))}`] : []),
    ...(amountTo ? [`t.amount_minor <= ${place(minorOf(amountTo, kind, 0n))}`] : []),
  ]
}
