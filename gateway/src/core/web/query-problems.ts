import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type FieldCode, type FieldProblem, Problem } from '../values/problem.ts'

/** The properties of zod's issues that are used here. */
interface Issue {
  code?: unknown
  origin?: unknown
  expected?: unknown
  format?: unknown
  values?: unknown
  minimum?: unknown
  maximum?: unknown
}

/**
 * Converts zod's issues about path, query or a small body to the API's list of faults. Undefined for any other error.
 */
export function fieldsOfQuery(error: unknown): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const fields = error.validation.map((one) => {
    const issue: Issue = { ...one.params, code: one.keyword }
    return field(one.instancePath.split('/').filter(Boolean).join('.'), issue, one.message ?? '')
  })
  return new Problem('validation_failed', { fields })
}

/** The same for a body that a route parses itself. `issues` as zod reports them. */
export function fieldsOfIssues(
  issues: readonly { path: PropertyKey[]; message: string; code: string }[],
): FieldProblem[] {
  return issues.map((issue) => field(issue.path.map(String).join('.'), issue, issue.message))
}

function field(param: string, issue: Issue, message: string): FieldProblem {
  return { code: fieldCodeOf(issue, message), param, message: `${param || 'the body'} ${messageFor(issue, message)}` }
}

function fieldCodeOf(issue: Issue, message: string): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return message.includes('received undefined') ? 'required' : 'invalid_type'
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

/** Names of zod's types for merchants. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** Zod's default messages. They are written for the authors of schemas, not for merchants. */
const zodDefault = /^(Invalid|Too (big|small)|Unrecognized)\b/

/** What is expected, never the sent value. A schema's own message is kept. */
function messageFor(issue: Issue, message: string): string {
  if (!zodDefault.test(message)) return message
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[String(issue.expected)] ?? 'of another type'
      return message.includes('received undefined') ? `is required: ${kind}` : `must be ${kind}`
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
