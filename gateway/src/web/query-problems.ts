import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type FieldCode, type FieldProblem, Problem } from '../values/problem.ts'

/** What zod reports beside its own words, as far as it is used here. */
interface Issue {
  code?: unknown
  origin?: unknown
  expected?: unknown
  format?: unknown
  values?: unknown
  minimum?: unknown
  maximum?: unknown
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
  return { code: fieldCodeOf(issue, words), param, message: `${param || 'the body'} ${wordsOf(issue, words)}` }
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

/** Zod's types as a merchant calls them. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** What zod says where a schema brings no words of its own: written for whoever wrote the schema. */
const zodsOwn = /^(Invalid|Too (big|small)|Unrecognized)\b/

/** What is expected, never the value that was sent. A schema's own words stand as they are. */
function wordsOf(issue: Issue, words: string): string {
  if (!zodsOwn.test(words)) return words
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[String(issue.expected)] ?? 'of another type'
      return words.includes('received undefined') ? `is required: ${kind}` : `must be ${kind}`
    }
    case 'invalid_value':
      return `must be ${listed(Array.isArray(issue.values) ? issue.values : [])}`
    case 'too_big':
      return issue.origin === 'number' ? `is at most ${issue.maximum}` : `has at most ${counted(issue, issue.maximum)}`
    case 'too_small':
      return issue.origin === 'number'
        ? `is at least ${issue.minimum}`
        : `has at least ${counted(issue, issue.minimum)}`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : 'has characters or a form that are not allowed'
    default:
      return 'is missing or has a form that is not allowed'
  }
}

function counted({ origin }: Issue, count: unknown): string {
  const units = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries']
  return `${count} ${units[Number(count) === 1 ? 0 : 1]}`
}

function listed(values: readonly unknown[]): string {
  return values.length > 1 ? `one of ${values.map(String).join(', ')}` : String(values[0])
}
