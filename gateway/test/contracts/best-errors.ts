import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from './description.ts'

type Compile = (schema: Json) => ValidateFunction

/** More sentences about one value help nobody. */
const sentencesMax = 20
/** A branch whose word is another one was not meant. */
const otherWordWeight = 10
const knownFieldWeight = 0.1

/**
 * Errors of a value as sentences, `/valor/original must be string`. What all branches of a `oneOf` or `anyOf` say is replaced by
 * what the branch says that fits best: a description with sixty payment methods would say hundreds.
 */
export function bestErrors(errors: readonly ErrorObject[], compile: Compile): string[] {
  const sentences = reduced(errors, compile).map(sentenceOf)
  return [...new Set(sentences)].slice(0, sentencesMax)
}

/** The errors without those of branches that were not meant. Those of all branches stand before the error of their `oneOf`. */
function reduced(errors: readonly ErrorObject[], compile: Compile): ErrorObject[] {
  const kept: ErrorObject[] = []
  let index = errors.length - 1
  while (index >= 0) {
    const error = errors[index]
    index -= 1
    if (!error) continue
    const branches = error.keyword === 'oneOf' || error.keyword === 'anyOf' ? (error.schema as Json[]) : undefined
    if (!branches) {
      kept.unshift(error)
      continue
    }
    const passing = (error.params as { passingSchemas?: readonly number[] | null }).passingSchemas
    // As soon as two fit, the rest is not looked at.
    const tried = (passing ? branches.slice(0, (passing[1] ?? 0) + 1) : branches).map((branch) =>
      tryBranch(branch, error, compile),
    )
    index -= tried.reduce((sum, { raw }) => sum + raw, 0)
    const best = passing ? undefined : tried.toSorted((one, other) => one.score - other.score)[0]
    kept.unshift(...(best?.errors.length ? best.errors : [error]))
  }
  return withoutEchoes(kept)
}

function tryBranch(branch: Json, { data, instancePath }: ErrorObject, compile: Compile) {
  const validate = compile(branch)
  validate(data)
  const raw = validate.errors ?? []
  const errors = reduced(raw, compile).map((each) => ({ ...each, instancePath: instancePath + each.instancePath }))
  const otherWords = errors.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length
  const missing = new Set(errors.filter(({ keyword }) => keyword === 'required').map(({ params }) => params))
  const known = typeof data === 'object' && data !== null ? Object.keys(data).length - missing.size : 0
  return {
    raw: raw.length,
    errors,
    score: errors.length + otherWordWeight * otherWords - knownFieldWeight * known,
  }
}

/** A part that fails describes no field any more: that fields beside the failure are unknown then is no news. */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const others = errors.filter(({ keyword }) => keyword !== 'unevaluatedProperties')
  const isEcho = ({ keyword, instancePath, parentSchema }: ErrorObject) =>
    keyword === 'unevaluatedProperties' &&
    ['oneOf', 'anyOf', 'allOf', '$ref'].some((key) => parentSchema && key in parentSchema) &&
    others.some(({ instancePath: path }) => path === instancePath || path.startsWith(`${instancePath}/`))
  return errors.filter((error) => !isEcho(error))
}

function sentenceOf({ instancePath, keyword, params, message }: ErrorObject): string {
  const detail: Record<string, string> = {
    enum: `: ${String((params as { allowedValues?: unknown[] }).allowedValues?.join(', '))}`,
    unevaluatedProperties: `: ${(params as { unevaluatedProperty?: string }).unevaluatedProperty}`,
    additionalProperties: `: ${(params as { additionalProperty?: string }).additionalProperty}`,
  }
  return `${instancePath || '/'} ${message ?? keyword}${detail[keyword] ?? ''}`
}
