import { z } from 'zod'
import type { Key } from '../texts/messages/say.ts'
import { parseInstant } from '../values/timestamps.ts'

/** Contract section 5: at most 100 items per page. The default of most lists is 20. */
const pageLengthMax = 100
const pageLengthUsual = 20

/** Cursors have about 70 characters. */
const cursorLengthMax = 200

/** Items per page. */
export function limitField({ usual = pageLengthUsual, max = pageLengthMax } = {}) {
  return z.coerce.number().int().min(1).max(max).default(usual)
}

/** The `next_cursor` of the previous page. The use case validates it. */
export const cursorField = z.string().min(1).max(cursorLengthMax).optional()

/** An instant as text, for `startOf` and `parseInstant`. */
export const instant = z
  .string()
  .max(40)
  .refine((text) => parseInstant(text) !== undefined, {
    message: 'query.instant' satisfies Key,
  })

/** Parses a lower bound. A date alone means the start of its day, unlike in `parseInstant`. */
export function startOf(text: string): Date | undefined {
  return parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : text)
}
