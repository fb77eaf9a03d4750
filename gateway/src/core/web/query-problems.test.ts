import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { fieldsOfIssues } from './query-problems.ts'

const schema = z.object({
  url: z.string().min(1).max(10).nullish(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  count: z.number().int().optional(),
  status: z.enum(['active', 'paused']).optional(),
  reset: z.literal(true).optional(),
  id: z.uuid().optional(),
  amount: z.union([z.number(), z.string()]).optional(),
  scopes: z.array(z.string()).max(2).optional(),
  note: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  since: z
    .string()
    .refine((text) => text === 'now', { message: 'must be ISO 8601' })
    .optional(),
})

function faultsOf(body: object, shape: z.ZodType = schema): string[] {
  const read = shape.safeParse(body)
  return read.success ? [] : fieldsOfIssues(read.error.issues).map(({ code, message }) => `${code}: ${message}`)
}

test('messages say in words for merchants what a field must be, with its limits and choices', () => {
  for (const [body, words] of [
    [{ url: 7 }, 'invalid_type: url must be text'],
    [{ url: '' }, 'too_short: url has at least 1 character'],
    [{ url: 'x'.repeat(11) }, 'too_long: url has at most 10 characters'],
    [{ limit: 'many' }, 'invalid_type: limit must be a number'],
    [{ limit: 0 }, 'not_allowed: limit is at least 1'],
    [{ limit: 101 }, 'not_allowed: limit is at most 100'],
    [{ count: 1.5 }, 'invalid_type: count must be a whole number'],
    [{ status: 'asleep' }, 'not_allowed: status must be one of active, paused'],
    [{ reset: false }, 'not_allowed: reset must be true'],
    [{ id: '7' }, 'invalid_format: id must be a UUID'],
    [{ amount: {} }, 'invalid_format: amount is missing or has a form that is not allowed'],
    [{ scopes: ['a', 'b', 'c'] }, 'not_allowed: scopes has at most 2 entries'],
    [{ note: 'A B' }, 'invalid_format: note has characters or a form that are not allowed'],
    [{ since: 'then' }, 'invalid_format: since must be ISO 8601'],
  ] as const) {
    assert.deepEqual(faultsOf(body), [words])
  }
  assert.deepEqual(faultsOf({}, z.object({ reference: z.string() })), ['required: reference is required: text'])
})

test('no message repeats the sent value or mentions patterns and unions', () => {
  const secret = 'value-4111111111111111'
  for (const name of Object.keys(schema.shape)) {
    for (const value of [secret, { secret }, [secret, secret, secret]]) {
      for (const { message } of fieldsOfIssues(schema.safeParse({ [name]: value }).error?.issues ?? [])) {
        assert.doesNotMatch(String(message), /4111|pattern|input|union|invalid|expected|\/\^/i, name)
      }
    }
  }
})
