import type { Db } from '../../../../core/platform/database/database.ts'
import { placeCount, type ReferenceForm, referenceAt, symbols } from '../rules/references.ts'

/** What is looked for: a free place of an account at or after `place`, and what the point holds, up to `heldMax`. */
export interface PlaceSearch {
  accountId: string
  pointId: string
  form: ReferenceForm
  place: bigint
  heldMax: number
  /** What a payer made on the page of a payment link counts so often. */
  linkWeight: number
}

export interface FoundPlace {
  /** Null: all are in use. */
  place: bigint | null
  /** Seven-digit references of the point at this account, of orders that run and of those that ended lately. */
  held: number
}

const digits = 6
/** The place of a stored reference; its last character is the check. */
const placeOfStored: Readonly<Record<ReferenceForm, string>> = {
  numeric: `left(target_reference, ${digits})::bigint`,
  text: Array.from({ length: digits }, (_, at) => {
    const value = symbols.length ** (digits - 1 - at)
    return `(strpos('${symbols}', substr(target_reference, ${at + 2}, 1)) - 1) * ${value}::bigint`
  }).join(' + '),
}

/** The first place from `from` on that no reference has, by the index of references; the number of places where all are used. */
const firstFree = (form: ReferenceForm, from: { place: string; reference: string }) => `
      case when not exists (select from transactions where connector_account_id = $1 and target_reference = ${from.reference})
        then ${from.place} else (
          select used + 1 from (
            select ${placeOfStored[form]} as used, lead(${placeOfStored[form]}) over (order by target_reference) as next
            from transactions
            where connector_account_id = $1 and target_reference >= ${from.reference}
              and target_reference < '${form === 'text' ? 'Q' : 'A'}' and length(target_reference) = ${referenceAt(form, 0n).length}
            order by target_reference) taken
          where next is null or next > used + 1 limit 1) end`

const statements = {
  text: statementFor('text'),
  numeric: statementFor('numeric'),
  // Reads the rows besides the index.
  weighed: statementFor('numeric', 'greatest(count(*), count(payment_link_id) * $6)'),
} as const

function statementFor(form: ReferenceForm, held = 'count(*)'): string {
  const first = { place: '0', reference: `'${referenceAt(form, 0n)}'` }
  // Digits sort before letters: the counted ones are the seven digits only.
  return `select coalesce(nullif(${firstFree(form, { place: '$2::bigint', reference: '$3' })}, ${placeCount(form)}),
      nullif(${firstFree(form, first)}, ${placeCount(form)})) as place,
      (select ${held}::int from (select payment_link_id from transactions where connector_account_id = $1 and point_id = $4
        and target_reference < 'A' limit $5) counted) as held`
}

/**
 * One look-up. What it reads ends at the first gap: one entry of the index where few places are used, more where many are.
 */
export async function findFreePlace(db: Db, search: PlaceSearch): Promise<FoundPlace> {
  const { accountId, pointId, form, place, heldMax, linkWeight } = search
  const isWeighed = form === 'numeric' && linkWeight > 1
  const statement = isWeighed ? 'weighed' : form
  const found = await db.query<FoundPlace>({
    name: `find-free-${statement}-reference`,
    text: statements[statement],
    values: [accountId, place, referenceAt(form, place), pointId, heldMax, ...(isWeighed ? [linkWeight] : [])],
  })
  return found.rows[0] ?? { place: null, held: 0 }
}
