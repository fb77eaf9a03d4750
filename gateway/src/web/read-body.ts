import type { z } from 'zod'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { shownName } from '../values/refuse-faults.ts'
import { requireBody } from './json-body.ts'
import { fieldsOfIssues } from './query-problems.ts'

/** More warnings have no use. */
const unknownNamesMax = 10

/**
 * Parses the body of a small route, with a warning for each unknown name. Throws `validation_failed` with all wrong
 * fields.
 */
export function readBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): { body: z.output<Schema>; warnings: FieldProblem[] } {
  const sent = requireBody(body)
  const read = schema.safeParse(sent)
  if (!read.success) throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
  return { body: read.data, warnings: unknownNames(sent, Object.keys(schema.shape)) }
}

function unknownNames(sent: Readonly<Record<string, unknown>>, known: readonly string[]): FieldProblem[] {
  const unknown = Object.keys(sent).filter((name) => !known.includes(name))
  return unknown.slice(0, unknownNamesMax).map((name) => {
    const shown = shownName(name)
    const message = `${shown} is not known here and was ignored: known are ${known.join(', ')}`
    return { code: 'unknown_field', param: shown, message }
  })
}
