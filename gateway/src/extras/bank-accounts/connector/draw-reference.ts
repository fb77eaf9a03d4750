import type { DrawContext, DrawnReference, Order } from '../../../core/connectors/connector.ts'
import { placeOf, type ReferenceForm, referenceAt } from './rules/references.ts'
import { findFreePlace } from './store/free-places.ts'

/** Up to this many held references are counted at each look-up. The count of more is kept for a while, as is a full account. */
const countedMax = 1_000
const keptMs = 10_000
/** All payment links of a point hold at most this part of its share: whoever has an address draws there. */
const partOfLinks = 5
/** Points and accounts that are kept. Beyond it they are looked up anew. */
const keptMax = 10_000

/**
 * Draws the references of own accounts: the first free one at or after the place that the order's number leads to. A point
 * holds at most `perPoint` of the seven-digit ones. Nothing is written: who writes the order may find it taken, and draws again.
 */
export function referenceDrawer(perPoint: number, nowMs = () => performance.now()) {
  const kept = new Map<string, { held: number; untilMs: number }>()
  const keep = (name: string, held: number) => {
    if (kept.size >= keptMax) kept.clear()
    kept.set(name, { held, untilMs: nowMs() + keptMs })
  }
  const recall = (name: string) => {
    const known = kept.get(name)
    return known && nowMs() < known.untilMs ? known : undefined
  }
  return async (order: Order, { account, db, isOfLink = false }: DrawContext): Promise<DrawnReference> => {
    const form = formOf(order)
    const linkWeight = isOfLink ? partOfLinks : 1
    const [ofPoint, ofAccount] = [`${account.id} ${form} ${order.pointId} ${linkWeight}`, `${account.id} ${form}`]
    const overShare = { kind: 'over_share', max: Math.ceil(perPoint / linkWeight) } as const
    const known = recall(ofPoint)
    if (known && known.held >= perPoint) return overShare
    if (recall(ofAccount)) return { kind: 'full' }
    const { place, held } = await findFreePlace(db, {
      accountId: account.id,
      pointId: order.pointId,
      form,
      place: placeOf(form, referenceKey(account.credentials), order.sequence),
      heldMax: known || form === 'text' ? 0 : perPoint,
      linkWeight,
    })
    if (known) known.held += linkWeight
    else if (held > countedMax) keep(ofPoint, held + linkWeight)
    if (held >= perPoint) return overShare
    if (place !== null) return { kind: 'drawn', reference: referenceAt(form, place) }
    keep(ofAccount, 0)
    return { kind: 'full' }
  }
}

/** SPEI has a numeric reference of seven digits. Other rails take text. */
function formOf({ kind, payType, country }: Order): ReferenceForm {
  return kind === 'clabe' || (payType !== 'payin' && country === 'MX') ? 'numeric' : 'text'
}

function referenceKey(credentials: string): string {
  return (JSON.parse(credentials) as { reference_key: string }).reference_key
}
