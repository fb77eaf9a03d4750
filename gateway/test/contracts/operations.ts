import { at, type Description, follow, isObject, type Json } from './description.ts'
import { type Check, DescriptionSchemas } from './description-schemas.ts'

/** A request as it arrived. `path` is below the base path, without the query; `body` is its text, empty for none. */
export interface ContractRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** An answer as it goes out: `body` is its text. */
export interface PlayedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** One method of one path. */
export interface Operation {
  /** `PUT /cob/{txid}`. */
  name: string
  /** What is wrong with a request, one sentence each. */
  checkRequest(request: ContractRequest): string[]
  checkAnswer(answer: PlayedAnswer): string[]
}

export interface Operations {
  /** The operation of a request; a sentence where the description has no such path, or the path no such method. */
  find(method: string, path: string): Operation | string
  /** The check of what the provider sends by itself, by its name in `callbacks`. */
  callback(name: string): Check
}

interface Parameter {
  name: string
  in: string
  required: boolean
  types: readonly string[]
  check: Check
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

const readBefore = new WeakMap<Description, Operations>()

/** Everything that a description says can be called, ready to check requests and answers; compiled once for each description. */
export function readOperations(description: Description): Operations {
  const operations = readBefore.get(description) ?? newOperations(description)
  readBefore.set(description, operations)
  return operations
}

function newOperations(description: Description): Operations {
  const { document } = description
  const schemas = new DescriptionSchemas(description)
  const paths = Object.entries(at(document, 'paths') ?? {})
    .map(([template, item]) => ({ template, item: item as Json, pattern: patternOf(template) }))
    // A literal segment wins over a parameter.
    .sort((one, other) => one.template.split('{').length - other.template.split('{').length)
  const made = new Map<string, Operation>()
  return {
    find: (method, path) => {
      const fitting = paths.filter(({ pattern }) => pattern.test(path))
      if (fitting.length === 0) return `the description has no path ${path}`
      const found = fitting.find(({ item }) => item[method.toLowerCase()] !== undefined)
      if (!found || !methods.includes(method.toLowerCase())) return `${fitting[0]?.template} has no ${method}`
      const name = `${method.toUpperCase()} ${found.template}`
      const operation = made.get(name) ?? readOperation({ document, schemas, name, ...found })
      made.set(name, operation)
      return operation
    },
    callback: (name) => {
      const bodies = paths.flatMap(({ item }) => Object.values(item).map((each) => at(each, 'callbacks', name)))
      const requests = bodies.filter(isObject).flatMap((each) => Object.values(each).map((item) => at(item, 'post')))
      const body = follow(document, at(requests[0], 'requestBody'))
      return schemas.check(at(body, 'content', 'application/json', 'schema'), 'received')
    },
  }
}

interface Place {
  document: Json
  schemas: DescriptionSchemas
  name: string
  pattern: RegExp
  item: Json
}

function readOperation(place: Place): Operation {
  const { document, schemas, name, pattern, item } = place
  const operation = item[name.split(' ')[0]?.toLowerCase() ?? ''] as Json
  const parameters = [item['parameters'] ?? [], operation['parameters'] ?? []].flat().map((each): Parameter => {
    const found = follow(document, each) as Json
    const schema = found['schema'] ?? at(Object.values(found['content'] ?? {})[0], 'schema')
    return {
      name: String(found['name']),
      in: String(found['in']),
      required: found['required'] === true,
      types: schemas.typesOf(schema),
      check: schemas.check(schema, 'sent'),
    }
  })
  const checkBody = bodyCheck(place, operation)
  const answers = answerChecks(place, operation)
  return {
    name,
    checkRequest: (request) => [
      ...checkParameters(parameters, request, pattern),
      ...missingSecurity(document, operation, request),
      ...checkBody(request),
    ],
    checkAnswer: (answer) => {
      const check = [String(answer.status), `${Math.floor(answer.status / 100)}XX`, 'default']
        .map((status) => answers.get(status))
        .find((each) => each !== undefined)
      return check ? check(answer) : [`answers ${answer.status}, which the description does not have`]
    },
  }
}

function checkParameters(parameters: readonly Parameter[], request: ContractRequest, pattern: RegExp): string[] {
  const inPath = pattern.exec(request.path)?.groups ?? {}
  const queryNames = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const unknown = [...new Set(request.query.keys())].filter((name) => !queryNames.includes(name))
  const faults = parameters.flatMap((parameter) => {
    const { name, required, types, check } = parameter
    const given = valuesOf(parameter, request, inPath)
    if (given.length === 0) return required ? [`${parameter.in} parameter ${name} is missing`] : []
    if (given.length > 1 && !types.includes('array')) return [`${parameter.in} parameter ${name} stands twice`]
    const value = types.includes('array') ? given : typed(given[0] ?? '', types)
    return check(value).map((sentence) => `${parameter.in} parameter ${name}: ${sentence}`)
  })
  return [...faults, ...unknown.map((name) => `query parameter ${name} is not described`)]
}

function valuesOf({ in: place, name }: Parameter, request: ContractRequest, inPath: Record<string, string>): string[] {
  if (place === 'query') return request.query.getAll(name)
  const value = place === 'path' ? inPath[groupOf(name)] : request.headers[name.toLowerCase()]
  if (value === undefined) return []
  return place === 'path' ? [decodeURIComponent(String(value))] : [value].flat()
}

/** The text of a parameter as the JSON value that its schema speaks of. */
function typed(text: string, types: readonly string[]): unknown {
  if (types.includes('string')) return text
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text
}

/** Credentials that the description demands by a header: one of its alternatives must be there whole. */
function missingSecurity(document: Json, operation: Json, { headers }: ContractRequest): string[] {
  const alternatives = (operation['security'] ?? document['security'] ?? []) as Json[]
  const missing = alternatives.map((alternative) =>
    Object.keys(alternative).filter((scheme) => {
      const {
        type,
        name,
        in: place,
        scheme: kind,
      } = (at(document, 'components', 'securitySchemes', scheme) ?? {}) as Json
      if (type === 'apiKey') return place === 'header' && headers[String(name).toLowerCase()] === undefined
      if (type === 'mutualTLS') return false
      const wanted = type === 'http' ? String(kind) : 'bearer'
      return !new RegExp(`^${wanted} +\\S`, 'i').test(String(headers['authorization'] ?? ''))
    }),
  )
  if (missing.length === 0 || missing.some((each) => each.length === 0)) return []
  return [`credentials are missing: ${missing.map((each) => each.join(' and ')).join(', or ')}`]
}

function bodyCheck({ document, schemas }: Place, operation: Json): (request: ContractRequest) => string[] {
  const described = follow(document, operation['requestBody'])
  if (!isObject(described)) return ({ body }) => (body === '' ? [] : ['request body: there must be none'])
  const content = contentChecks(schemas, described, 'sent')
  return ({ body, headers }) => {
    if (body === '') return described['required'] === true ? ['request body: is missing'] : []
    return checkContent(content, { body, headers }).map((sentence) => `request body: ${sentence}`)
  }
}

function answerChecks({ document, schemas }: Place, operation: Json): Map<string, Operation['checkAnswer']> {
  return new Map(
    Object.entries(operation['responses'] ?? {}).map(([status, given]) => {
      const described = follow(document, given) as Json
      const content = contentChecks(schemas, described, 'received')
      const check = (answer: PlayedAnswer) =>
        content.size === 0
          ? []
          : checkContent(content, answer).map((sentence) => `answer ${answer.status}: ${sentence}`)
      return [status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(), check]
    }),
  )
}

function contentChecks(schemas: DescriptionSchemas, described: Json, direction: 'sent' | 'received') {
  const content = Object.entries(described['content'] ?? {})
  return new Map(content.map(([type, media]) => [type, schemas.check(at(media, 'schema') ?? true, direction)]))
}

function checkContent(
  content: ReadonlyMap<string, Check>,
  { body, headers }: Pick<PlayedAnswer, 'body' | 'headers'>,
): string[] {
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase()
  const check = content.get(type ?? '')
  if (!check) return [`its type is ${type || 'not said'}, not ${[...content.keys()].join(' or ')}`]
  if (type === 'application/x-www-form-urlencoded') return check(Object.fromEntries(new URLSearchParams(body)))
  if (!/[/+]json$/.test(type ?? '')) return check(body)
  try {
    return check(JSON.parse(body))
  } catch {
    return ['is no JSON']
  }
}

const groupOf = (name: string) => `p_${name.replaceAll(/\W/g, '_')}`

/** `/cob/{txid}` as a pattern with a named group for each parameter. */
function patternOf(template: string): RegExp {
  const parts = template
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${groupOf(part.slice(1, -1))}>[^/]+)` : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${parts.join('')}$`)
}
