import { z } from 'zod'
import { parseInstant } from '../values/timestamps.ts'

/** Contract section 5: at most 100 a page; where a list says nothing else, 20 are usual. */
const pageLengthMax = 100
const pageLengthUsual = 20

/** Our cursors have some 70 characters. */
const cursorLengthMax = 200

/** Items a page. */
export function limitField({ usual = pageLengthUsual, max = pageLengthMax } = {}) {
  return z.coerce.number().int().min(1).max(max).default(usual)
}

/** Where the page before ended; what it must be, the operation says. */
export const cursorField = z.string().min(1).max(cursorLengthMax).optional()

/** An instant of a query or body as text, for `startOf` and `parseInstant`. */
export const instant = z
  .string()
  .max(40)
  .refine((text) => parseInstant(text) !== undefined, {
    message: 'must be an ISO 8601 instant such as 2030-01-31T12:00:00Z',
  })

/** `parseInstant` reads a date alone as the end of its day; as a lower bound it means the beginning. */
export function startOf(text: string): Date | undefined {
  return parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : text)
}
