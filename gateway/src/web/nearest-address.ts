import { nearestName, shownName } from '../values/refuse-faults.ts'

/** A route as it was registered: `/api/v1/payments/:id`. */
export interface Address {
  method: string
  url: string
}

/** A longer path is no misspelt address, and comparing it would cost more than it helps. */
const pathLengthMax = 200
const segmentsMax = 8

/**
 * The address of the merchant API that a wrong one probably means, with its method: `GET /api/v1/payments/{id}`. A
 * forgotten or doubled `/api/v1`, a misspelt segment, a missing `s`, and a first or last part left out are understood.
 * Undefined where none is near.
 */
export function nearestAddress(sent: Address, routes: readonly Address[]): string | undefined {
  if (sent.url.length > pathLengthMax) return undefined
  const wanted = segmentsOf(sent.url)
  if (wanted.length === 0 || wanted.length > segmentsMax) return undefined
  let best: { address: Address; price: number } | undefined
  for (const route of routes) {
    if (!route.url.startsWith('/api/v1/') || route.method === 'HEAD' || route.method === 'OPTIONS') continue
    const price = priceOf(wanted, segmentsOf(route.url))
    if (price === undefined) continue
    const whole = price + (route.method === sent.method ? 0 : methodPrice)
    if (!best || whole < best.price) best = { address: route, price: whole }
  }
  return best && `${best.address.method} ${best.address.url.replace(/:(\w+)/g, '{$1}')}`
}

/** Less than any difference of the path: a wrong method is a smaller mistake. */
const methodPrice = 0.5
const misspeltPrice = 1
const leftOutPrice = 2
/** More than anything that was written. */
const cutOffPrice = 10

/** The segments without `api` and `v1` in front, however often and in whichever version they were sent. */
function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/').filter(Boolean)
  while (segments[0] === 'api' || /^v\d+$/.test(segments[0] ?? '')) segments.shift()
  return segments
}

/** Of the whole address, of its end, or of all but its last part. Undefined where they are not alike. */
function priceOf(wanted: readonly string[], known: readonly string[]): number | undefined {
  const last = known.at(-1) ?? ''
  const isCutOff =
    known.length === wanted.length + 1 && !last.startsWith(':') && wanted.every((at, of) => at === known[of])
  return isCutOff ? cutOffPrice : priceOfEnd(wanted, known)
}

function priceOfEnd(wanted: readonly string[], known: readonly string[]): number | undefined {
  const leftOut = known.length - wanted.length
  if (leftOut < 0) return undefined
  const end = known.slice(leftOut)
  // An id alone says nothing about what it is the id of.
  if (end[0]?.startsWith(':') && leftOut > 0) return undefined
  let price = leftOut * leftOutPrice
  for (const [index, name] of end.entries()) {
    const of = segmentPrice(wanted[index] ?? '', name)
    if (of === undefined) return undefined
    price += of
  }
  return price
}

function segmentPrice(sent: string, known: string): number | undefined {
  if (sent === known) return 0
  if (known.startsWith(':')) return /\d/.test(sent) ? 0 : undefined
  const [short, full] = [sent, known].map((text) => text.replace(/[^a-z0-9]/g, ''))
  const stem = short?.replace(/s$/, '') ?? ''
  if (stem.length >= stemMin && full?.startsWith(stem)) return misspeltPrice
  return nearestName(shownName(sent), [known]) === undefined ? undefined : misspeltPrice
}

/** `payin` and `payins` mean `payin_hth`; fewer letters mean nothing. */
const stemMin = 4
