import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Wire } from '../support/world.ts'
import { follow } from './described-api.ts'

export interface CheckedRequest {
  method: string
  /** Below the address of the API, without a query. */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  /** Undefined: none. */
  body: Buffer | undefined
}

export interface CheckedAnswer {
  status: number
  type: string | undefined
  body: Buffer
}

/**
 * Checks calls by a provider's own OpenAPI description. What we send must be named in it, field by field, and patterns
 * take the whole text; answers may have more than it names, because providers add fields.
 */
export interface ContractCheck {
  /** What the description does not take. Empty where it takes all. */
  faultsOfRequest(request: CheckedRequest): string[]
  faultsOfAnswer(request: Pick<CheckedRequest, 'method' | 'path'>, answer: CheckedAnswer): string[]
  /** Operations and statuses that were checked, as `PUT /cob/{txid} 201`. */
  seen(): string[]
}

interface Found {
  template: string
  operation: Wire
  item: Wire
  values: Record<string, string>
}

export function contractCheck(description: Wire): ContractCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package's types and its module disagree about the default export.
  ;(formats as unknown as (to: Ajv2020) => void)(ajv)
  const compiled = new Map<string, ValidateFunction>()
  const check = (name: string, schema: () => Wire, value: unknown): string[] => {
    const known = compiled.get(name) ?? ajv.compile(schema() as AnySchema)
    compiled.set(name, known)
    return known(value) ? [] : (known.errors ?? []).slice(0, 5).map((each) => faultText(name, each))
  }
  const seen = new Set<string>()
  return {
    seen: () => [...seen].sort(),
    faultsOfRequest: (request) => {
      const found = operationAt(description, request)
      if (!found) return [`${request.method} ${request.path} is no operation`]
      const name = `${request.method} ${found.template}`
      const parameters = [...(found.item.parameters ?? []), ...(found.operation.parameters ?? [])].map((each) =>
        follow(description, each),
      )
      const closed = (schema: Wire) => closedSchema(description, schema)
      return [
        ...parameterFaults({ name, parameters, request, found }, (place, schema, value) =>
          check(place, () => closed(schema), value),
        ),
        ...requestBodyFaults(description, { name, found, request }, (place, schema, value) =>
          check(place, () => closed(schema), value),
        ),
        ...(/^Bearer \S+$/.test(request.headers['authorization'] ?? '') ? [] : [`${name}: no bearer token`]),
      ]
    },
    faultsOfAnswer: (request, answer) => {
      const found = operationAt(description, request)
      if (!found) return [`${request.method} ${request.path} is no operation`]
      const name = `${request.method} ${found.template} ${answer.status}`
      const response = follow(description, found.operation.responses[String(answer.status)])
      if (!response) return [`${name}: the status is not described`]
      seen.add(name)
      const content = Object.entries<Wire>(response.content ?? {})
      if (content.length === 0) return answer.body.length === 0 ? [] : [`${name}: has a body`]
      const described = content.find(([type]) => answer.type?.startsWith(type))?.[1]
      if (!described) return [`${name}: the type ${answer.type} is not described`]
      const value = parsed(answer.body)
      if (value === undefined) return [`${name}: is no JSON`]
      return check(name, () => openSchema(description, described.schema), value)
    },
  }
}

type Check = (place: string, schema: Wire, value: unknown) => string[]

function parameterFaults(
  asked: { name: string; parameters: Wire[]; request: CheckedRequest; found: Found },
  check: Check,
): string[] {
  const { name, parameters, request, found } = asked
  const named = parameters.filter((each) => each.in === 'query').map((each) => each.name)
  const unknown = [...request.query.keys()].filter((each) => !named.includes(each))
  const faults = parameters.flatMap((each) => {
    const given =
      each.in === 'path' ? found.values[each.name] : each.in === 'query' ? request.query.get(each.name) : undefined
    if (given === undefined || given === null) return each.required ? [`${name}: ${each.name} is missing`] : []
    const schema = each.schema ?? {}
    const value = /integer|number/.test(String(schema.type)) ? Number(given) : given
    return check(`${name} ${each.name}`, schema, value)
  })
  return [...unknown.map((each) => `${name}: the query has no ${each}`), ...faults]
}

function requestBodyFaults(
  description: Wire,
  asked: { name: string; found: Found; request: CheckedRequest },
  check: Check,
): string[] {
  const { name, found, request } = asked
  const wanted = follow(description, found.operation.requestBody)
  const json = wanted?.content?.['application/json']
  if (!json) return request.body === undefined || request.body.length === 0 ? [] : [`${name}: takes no body`]
  if (request.body === undefined) return [`${name}: the body is missing`]
  if (!request.headers['content-type']?.startsWith('application/json')) return [`${name}: the body is not called JSON`]
  const value = parsed(request.body)
  return value === undefined ? [`${name}: the body is no JSON`] : check(`${name} body`, json.schema, value)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

function faultText(name: string, error: { instancePath: string; message?: string; params: object }): string {
  return `${name}: ${error.instancePath || 'it'} ${error.message} ${JSON.stringify(error.params)}`
}

function operationAt(description: Wire, { method, path }: Pick<CheckedRequest, 'method' | 'path'>): Found | undefined {
  const given = path.split('/')
  // A path that is written out goes before one with a name in its place.
  const parts = ([template]: [string, Wire]) => template.split('{').length
  const paths = Object.entries<Wire>(description.paths).sort((one, other) => parts(one) - parts(other))
  for (const [template, item] of paths) {
    const names = template.split('/')
    if (names.length !== given.length) continue
    const values: Record<string, string> = {}
    const isSame = names.every((each, at) => {
      const value = given[at] ?? ''
      const name = /^\{(.+)\}$/.exec(each)?.[1]
      if (name === undefined) return each === value
      values[name] = decodeURIComponent(value)
      return value !== ''
    })
    const operation = item[method.toLowerCase()]
    if (isSame && operation) return { template, operation, item, values }
  }
  return undefined
}

const combiners = ['allOf', 'anyOf', 'oneOf']

/**
 * The schema with every `$ref` put in its place. `close`: no object has a property that is not named, and a pattern takes
 * the whole text. The parts of an `allOf` describe one object together, so only the whole is closed.
 */
function inlined(description: Wire, node: Wire, by: { close: boolean; isPart: boolean; depth: number }): Wire {
  if (by.depth > 40) return {}
  const schema = follow(description, node)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = (each: Wire, isPart: boolean) => inlined(description, each, { ...by, isPart, depth: by.depth + 1 })
  const made: Wire = {}
  for (const [name, value] of Object.entries<Wire>(schema)) {
    if (combiners.includes(name)) made[name] = value.map((each: Wire) => inside(each, true))
    else if (name === 'properties') {
      made[name] = Object.fromEntries(Object.entries<Wire>(value).map(([key, each]) => [key, inside(each, false)]))
    } else if (name === 'items' || name === 'additionalProperties') made[name] = inside(value, false)
    else if (!['example', 'examples', 'description', 'title', 'default', 'discriminator'].includes(name))
      made[name] = value
  }
  if (!by.close) return made
  if (typeof made.pattern === 'string') made.pattern = `^(?:${made.pattern})$`
  const isObject = made.properties !== undefined || combiners.some((each) => made[each] !== undefined)
  return isObject && !by.isPart ? { ...made, unevaluatedProperties: false } : made
}

function closedSchema(description: Wire, node: Wire): Wire {
  return inlined(description, node, { close: true, isPart: false, depth: 0 })
}

function openSchema(description: Wire, node: Wire): Wire {
  return inlined(description, node, { close: false, isPart: false, depth: 0 })
}
