import type { z } from 'zod'
import { type Message, say, type Value } from '../texts/messages/say.ts'
import type { FieldCode, FieldProblem } from '../values/problem.ts'
import { nearestName, shownName } from '../values/refuse-faults.ts'
import { hard, soft } from './fields.ts'
import { isPlainText, mustBe } from './json-object.ts'
import type { Field, FieldFinding, FieldResult, Operation, Situation } from './payment-method.ts'
import { baseNames, fieldsOf, type Registry } from './registry.ts'
import type { BodySchema } from './request-schema.ts'
import type { Notes, Sent, SentField } from './sent-fields.ts'
import { holdsStrayCard } from './stray-card.ts'

/** Fields of other service codes are stored without a check. The limit is the widest field of any code except URLs. */
const foreignLengthMax = 255

export interface FieldRules {
  readonly serviceCode: string
  readonly operation: Operation
  readonly schema: BodySchema
  readonly checks: 'strict' | 'lenient'
  readonly situation: Situation
}

/**
 * Reads the fields of one operation: first the structure of each field, then its identifier check, then the rules over
 * several fields. Returns the normalised values of all fields with a valid structure, card data included.
 */
export function readFields(sent: Sent, rules: FieldRules, notes: Notes): Record<string, string> {
  const texts = readStructure(sent, rules, notes)
  const values: Record<string, string> = { ...texts }
  for (const [name, field] of fieldsOf(rules.operation)) {
    const value = texts[name]
    if (value === undefined) continue
    const result = field.check?.(value, texts, rules.situation)
    values[name] = result?.normalised ?? value
    if (!field.secret && !field.allowed && holdsStrayCard(name, value, result)) {
      const message = say('field.card_number', { field: sent.pathOf(name) })
      notes.problems.push({ code: 'invalid_format', param: sent.pathOf(name), message })
      continue
    }
    const isNumber = field.isDocument && typeof sent.fields.get(name)?.value === 'number'
    const findings = isNumber && result ? findingsOfNumber(result) : (result?.findings ?? [])
    for (const finding of findings) reportFinding({ name, finding, field }, { sent, rules, notes })
  }
  for (const finding of rules.operation.crossChecks?.flatMap((check) => check(values, rules.situation)) ?? []) {
    const isReported = notes.problems.some(({ param }) => param === sent.pathOf(finding.field))
    if (!isReported) reportFinding({ name: finding.field, finding }, { sent, rules, notes })
  }
  return values
}

/** Reads the sent fields of other service codes: text or number, stored as sent (contract section 2). */
export function readForeignFields(
  sent: Sent,
  { operation, registry }: { operation: Operation; registry: Registry },
  notes: Notes,
): Record<string, string> {
  const own = new Set<string>([...baseNames, ...fieldsOf(operation).map(([name]) => name)])
  const values: Record<string, string> = {}
  for (const [name, field] of sent.fields) {
    // A payout has no expired_at field, but the name is known from pay-ins.
    if (own.has(name) && !(name === 'expired_at' && operation.kind === 'transfer')) continue
    const fault = foreignFault(field.value)
    if (fault) notes.problems.push({ code: fault, param: field.path, message: structureMessage(fault, field) })
    else if (!registry.secretNames.has(name) && holdsStrayCard(name, String(field.value)))
      notes.warnings.push(strayCard(field.path))
    else values[name] = String(field.value).trim()
  }
  return values
}

/** The warning about a foreign field that may hold a card number: it is left out, so that it is not stored. */
function strayCard(param: string): FieldProblem {
  return { code: 'unusual', param, message: say('field.card_number_left_out', { field: param }) }
}

function readStructure(sent: Sent, rules: FieldRules, notes: Notes): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, field] of fieldsOf(rules.operation)) {
    const found = sent.fields.get(name)
    if (found === undefined) {
      const isAsked = Object.hasOwn(rules.operation.required, name) && !sent.isUnreadable(name)
      if (isAsked) notes.problems.push(requiredProblem(name, { field, sent, serviceCode: rules.serviceCode }))
      continue
    }
    const parsed = rules.schema.shape[name]?.safeParse(found.value)
    if (parsed?.success) texts[name] = String(parsed.data)
    else notes.problems.push(structureProblem({ field, found, issue: parsed?.error.issues[0] }))
  }
  return texts
}

function requiredProblem(name: string, context: { field: Field; sent: Sent; serviceCode: string }): FieldProblem {
  const { field, sent, serviceCode } = context
  const misspelt = sent.unknownNames.find((unknown) => nearestName(unknown, [name]) !== undefined)
  const { description } = field
  const what = field.allowed
    ? say('field.required_one_of', { what: description, allowed: oneOf(field.allowed) })
    : description
  const required = say('field.required_for', { field: sent.pathOf(name), service: serviceCode, what })
  const message =
    misspelt === undefined ? required : say('field.required_misspelt', { what: required, sent: shownName(misspelt) })
  return { code: 'required', param: sent.pathOf(name), message }
}

function structureProblem({
  field,
  found,
  issue,
}: {
  field: Field
  found: SentField
  issue: z.core.$ZodIssue | undefined
}): FieldProblem {
  const code = structureCode(issue, found.value)
  return { code, param: found.path, message: structureMessage(code, found, field) }
}

function structureCode(issue: z.core.$ZodIssue | undefined, value: unknown): FieldCode {
  if (value === Infinity || value === -Infinity) return 'use_a_string'
  if (issue?.code === 'too_big') return 'too_long'
  return issue?.code === 'custom' ? (issue.params?.['code'] as FieldCode) : 'invalid_type'
}

function foreignFault(value: unknown): FieldCode | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'use_a_string' : undefined
  if (typeof value !== 'string') return 'invalid_type'
  if (value.trim().length > foreignLengthMax) return 'too_long'
  return isPlainText(value.trim()) ? undefined : 'invalid_format'
}

/** The message names the field as it was sent, reason and remedy, never the value. */
function structureMessage(code: FieldCode, { path: name, value }: SentField, field?: Field): Message {
  switch (code) {
    case 'invalid_type': {
      const expected = !field || field.acceptsNumber ? 'json.string_or_number' : 'json.string'
      return mustBe(name, say(expected), value)
    }
    case 'use_a_string':
      return say('field.beyond_double', { field: name })
    case 'not_allowed':
      return say('field.must_be', { field: name, what: oneOf(field?.allowed ?? []) })
    case 'too_long':
      return say('field.too_long', {
        field: name,
        length: String(value).trim().length,
        max: field?.maxLength ?? foreignLengthMax,
      })
    default:
      return typeof value === 'number'
        ? say('field.whole_number', { field: name })
        : say('field.control_characters', { field: name })
  }
}

/** Length, alphabet and form of an identifier. They are wrong on a test point too. */
const shapeCodes: ReadonlySet<FieldCode> = new Set<FieldCode>([
  'invalid_format',
  'too_long',
  'too_short',
  'use_a_string',
])

/** A document from a JSON number: valid as its digits stand, or refused. A number is never taken for a passport. */
function findingsOfNumber({ type, findings }: FieldResult): readonly FieldFinding[] {
  const fault = findings.find(({ code }) => code === 'invalid_format' || code === 'invalid_check_digit')
  const why = type === 'PAS' ? say('id.passport_number') : fault?.message
  if (why !== undefined) return [hard('use_a_string', why)]
  return [...findings, soft('unusual', say('field.sent_as_number', { what: say('id.digits_as_sent') }))]
}

function reportFinding(
  { name, finding, field }: { name: string; finding: FieldFinding; field?: Field },
  { sent, rules, notes }: { sent: Sent; rules: FieldRules; notes: Notes },
): void {
  const sentNumber = finding.severity === 'hard' && typeof sent.fields.get(name)?.value === 'number'
  const found = say('field.found', { field: sent.pathOf(name), what: finding.message })
  const message = sentNumber ? say('field.sent_as_number', { what: found }) : found
  const problem = { code: finding.code, param: sent.pathOf(name), message }
  if (finding.severity === 'soft') notes.warnings.push(problem)
  else if (rules.checks === 'strict' || field?.hardEverywhere || shapeCodes.has(finding.code))
    notes.problems.push(problem)
  else notes.warnings.push({ ...problem, message: say('field.live_refuses', { what: message }) })
}

function oneOf(allowed: readonly string[]): Value {
  return allowed.length === 1 ? `${allowed[0]}` : say('field.one_of', { allowed: allowed.join(', ') })
}

/** `Full name` becomes `full name`; abbreviations such as `CPF` stay. */
