import { type CurrencyCode, currencyDecimals } from '../../domain/currency.ts'
import { newestFirst } from './newest-first.ts'
import { eachWeek, weekOf, withWeeks } from './weeks.ts'

/** One amount in minor units of a currency with two decimals, and of one with none. */
export interface NominalAmount {
  two: bigint
  /** Undefined where it has decimals, so that no currency without them can hold it. */
  none: bigint | undefined
}

/** Amounts, both ends included. */
export interface AmountFilters {
  currency?: CurrencyCode
  amountFrom?: NominalAmount
  amountTo?: NominalAmount
  /** The service codes of currencies with two decimals and with none; needed where no currency is named. */
  codesByDecimals?: Readonly<Record<Decimals, readonly string[]>>
}

type Decimals = 'two' | 'none'

/** Gives a value its place in the statement. */
export type Place = (value: unknown) => string

/** The currencies without decimals, as a list of SQL. */
export const zeroDecimals = Object.entries(currencyDecimals)
  .filter(([, decimals]) => decimals === 0)
  .map(([code]) => `'${code}'`)
  .join(', ')

const hasDecimals: Readonly<Record<Decimals, string>> = {
  two: `t.currency not in (${zeroDecimals})`,
  none: `t.currency in (${zeroDecimals})`,
}

export function hasAmounts({ amountFrom, amountTo }: AmountFilters): boolean {
  return amountFrom !== undefined || amountTo !== undefined
}

export interface AmountPage {
  filters: AmountFilters
  /** As of `newestFirst`. */
  apart: readonly string[] | undefined
  /** Place of the page's limit. */
  limit: string
  /** Places of two instants: nothing of the page was created before the first, or after the second. */
  since: string
  until: string
  /** So many rows are walked over before the index of amounts is asked. */
  walkedMax: number
  place: Place
}

const newest = 'order by t.created_at desc, t.id desc'

/**
 * A page of transactions with certain amounts, newest first, which no plan can make slow. What passes the other filters
 * (`narrowed`) is walked over, newest first, as far as `walkedMax`: where many have such an amount the page is full long
 * before. Otherwise they are few, and found week by week in the index of amounts, newest first, until the page is full.
 * The point is `$1`.
 */
export function amountPage(columns: string, narrowed: readonly string[], page: AmountPage): string {
  const { filters, apart, limit, walkedMax, place } = page
  const walk = (walked: string) => newestFirst(walked, narrowed, { order: `${newest} limit ${walkedMax}`, apart })
  const kinds = decimalsOf(filters)
  const bounds = kinds.map((kind) => [kind, boundsOf(filters, kind, place)] as const)
  const hasAmount = bounds.map(([kind, conditions]) => `(${[hasDecimals[kind], ...conditions].join(' and ')})`)
  const isLeft = `(select count(*) from walked) < ${limit} and (select count(*) from (${walk('1')}) t) >= ${walkedMax}`
  const ways = bounds.map(([kind, conditions]) => {
    const codes = filters.currency === undefined ? place(filters.codesByDecimals?.[kind] ?? []) : undefined
    const hasCodes = `exists (select from transactions t where t.point_id = $1 and t.service_code = any (${codes}::text[]))`
    const weeks = `w.week between ${weekOf(page.since)} and ${weekOf(page.until)}`
    return `(${weekByWeek([...narrowed, hasDecimals[kind]], {
      conditions,
      within: `t.created_at between ${page.since}::timestamptz and ${page.until}::timestamptz`,
      when: [isLeft, ...(codes === undefined ? [] : [hasCodes]), weeks],
      limit,
    })})`
  })
  return `${withWeeks('t.point_id = $1').trimEnd()},
    walked as materialized (select t.id, t.created_at from (${walk('t.id, t.created_at, t.currency, t.amount_minor')}) t
      where ${hasAmount.join(' or ')} ${newest} limit ${limit}),
    found as materialized (select * from walked union ${ways.join(' union ')})
    select ${columns} from transactions t
    where t.point_id = $1 and t.id = any (array(select t.id from found t ${newest} limit ${limit})) ${newest}`
}

interface InWeeks {
  /** Of the amount; with point and week they lead into one index only, whatever the planner knows. */
  conditions: readonly string[]
  /** Of the entries of that index. */
  within: string
  when: readonly string[]
  limit: string
}

/**
 * Up to a page of ids by the index of amounts. Its entries hold the order of time: the rows behind them are looked at one
 * by one, the newest of a week first. The weeks come newest first and are a nested loop's outer side, so the limit ends
 * it at the week in which the page is full.
 */
function weekByWeek(narrowed: readonly string[], { conditions, within, when, limit }: InWeeks): string {
  const led = ['t.point_id = $1', 't.created_week = w.week', ...conditions].join(' and ')
  const entries = `select * from (select t.id, t.created_at from transactions t where ${led} offset 0) t
    where ${within} ${newest} offset 0`
  const rows = `select entry.id, entry.created_at from (${entries}) entry cross join lateral (
      select from transactions t where t.id = entry.id and ${narrowed.join(' and ')} offset 0) row
    order by entry.created_at desc, entry.id desc limit ${limit}`
  return `select t.id, t.created_at from ${eachWeek(rows)} where ${when.join(' and ')} limit ${limit}`
}

/** 1500 means as many pesos of Chile, which have no cents, as of Argentina: each kind of currency has its own bounds. */
function decimalsOf({ currency }: AmountFilters): readonly Decimals[] {
  if (currency === undefined) return ['two', 'none']
  return [currencyDecimals[currency] === 0 ? 'none' : 'two']
}

function boundsOf({ amountFrom, amountTo }: AmountFilters, kind: Decimals, place: Place): string[] {
  return [
    ...(amountFrom ? [`t.amount_minor >= ${place(minorOf(amountFrom, kind, 1n))}`] : []),
    ...(amountTo ? [`t.amount_minor <= ${place(minorOf(amountTo, kind, 0n))}`] : []),
  ]
}

/** What has cents lies between two whole amounts: a lower bound is the upper one of them. */
export function minorOf({ two, none }: NominalAmount, kind: Decimals, up: bigint): bigint {
  return kind === 'two' ? two : (none ?? two / 100n + up)
}
