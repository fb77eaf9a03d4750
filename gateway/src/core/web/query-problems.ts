import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isKey, Message, say, type Value } from '../texts/messages/say.ts'
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
  params?: unknown
}

/** An issue for `superRefine` whose message has values. */
export function issueSaying(said: Message) {
  return { code: 'custom', message: String(said), params: { said } } as const
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
  const what = messageFor(issue, message)
  const code = fieldCodeOf(issue, message)
  if (what === undefined) return { code, param, message: `${param || 'the body'} ${message}` }
  return {
    code,
    param,
    message: param === '' ? say('query.body', { what }) : say('query.field', { field: param, what }),
  }
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
const kinds: Readonly<Record<string, Message>> = {
  string: say('kind.text'),
  number: say('json.number'),
  int: say('kind.whole_number'),
  boolean: say('kind.boolean'),
  object: say('json.object'),
  array: say('kind.list'),
}

/** Zod's default messages. They are written for the authors of schemas, not for merchants. */
const zodDefault = /^(Invalid|Too (big|small)|Unrecognized)\b/

/** What is expected, never the sent value. Undefined for a schema's own message that is no key: it is English only. */
function messageFor(issue: Issue, message: string): Message | undefined {
  const said = (issue.params as { said?: unknown } | undefined)?.said
  if (said instanceof Message) return said
  if (!zodDefault.test(message)) return isKey(message) ? new Message(message, {}) : undefined
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[String(issue.expected)] ?? say('kind.other')
      return message.includes('received undefined') ? say('query.required', { kind }) : say('query.must_be', { kind })
    }
    case 'invalid_value':
      return say('query.must_be', { kind: listed(Array.isArray(issue.values) ? issue.values : []) })
    case 'too_big':
      return limited('at_most', issue, issue.maximum)
    case 'too_small':
      return limited('at_least', issue, issue.minimum)
    case 'invalid_format':
      return say(issue.format === 'uuid' ? 'query.uuid' : 'query.form')
    default:
      return say('query.missing_or_form')
  }
}

function limited(bound: 'at_most' | 'at_least', { origin }: Issue, limit: unknown): Message {
  const count = String(limit)
  if (origin === 'number') return say(`query.${bound}`, { count })
  const isOne = Number(limit) === 1
  if (origin === 'string') return say(`query.${isOne ? 'character' : 'characters'}_${bound}`, { count })
  return say(`query.${isOne ? 'entry' : 'entries'}_${bound}`, { count })
}

function listed(values: readonly unknown[]): Value {
  return values.length > 1 ? say('field.one_of', { allowed: values.map(String).join(', ') }) : String(values[0])
}
