import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type FieldCode, type FieldProblem, Problem } from '../domain/problem.ts'

interface Issue {
  code?: unknown
  origin?: unknown
}

/** Turns what zod found in path, query or a small body into the API's own list; undefined for any other error. */
export function fieldsOfQuery(error: unknown): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const fields = error.validation.map((one) => {
    const issue: Issue = { ...one.params, code: one.keyword }
    return field(one.instancePath.split('/').filter(Boolean).join('.'), issue, one.message ?? '')
  })
  return new Problem('validation_failed', { fields })
}

/** The same for a body that a route reads by itself. `issues` as zod reports them. */
export function fieldsOfIssues(
  issues: readonly { path: PropertyKey[]; message: string; code: string }[],
): FieldProblem[] {
  return issues.map((issue) => field(issue.path.map(String).join('.'), issue, issue.message))
}

function field(param: string, issue: Issue, words: string): FieldProblem {
  return { code: fieldCodeOf(issue, words), param, message: `${param} ${wordsOf(words)}` }
}

function fieldCodeOf(issue: Issue, words: string): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return words.includes('received undefined') ? 'required' : 'invalid_type'
    case 'invalid_value':
      return 'not_allowed'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'not_allowed'
    case 'too_small':
      return issue.origin === 'string' ? 'too_short' : 'not_allowed'
    default:
      return 'invalid_format'
  }
}

/** Zod's words say what was expected and never repeat the value. */
function wordsOf(words: string): string {
  const missing = /expected (\w+), received undefined/.exec(words)
  if (missing) return `is required: ${missing[1]}`
  return `is not accepted: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}
