/** A schema of an OpenAPI document, as far as promises are read from it. */
interface Schema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
  [limit: string]: unknown
}

type Content = Readonly<Record<string, { schema?: Schema }>>

interface Operation {
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface ApiDocument {
  paths: Paths
  webhooks: Paths
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** `in`: clients send it. `out`: they receive it. */
type Direction = 'in' | 'out'

const lowerLimits = ['minLength', 'minimum', 'minItems']
const upperLimits = ['maxLength', 'maximum', 'maxItems']
const otherLimits = ['pattern', 'format']

/**
 * What clients may rely on, a line each. `may`: an operation, a field, a type or a value that is there. `must`: what a client has
 * to obey where it sends. Descriptions and examples promise nothing.
 */
export function promisesOf({ paths, webhooks, components }: ApiDocument): ReadonlySet<string> {
  const lines = new Set<string>()
  const used: [string, Direction][] = []
  const reader = { lines, use: (name: string, direction: Direction) => void used.push([name, direction]) }
  for (const [path, item] of Object.entries(paths).filter(([each]) => each.startsWith('/api/'))) {
    for (const [method, operation] of Object.entries(item)) {
      readOperation(reader, `${method.toUpperCase()} ${path}`, operation)
    }
  }
  for (const [name, item] of Object.entries(webhooks)) {
    for (const { requestBody } of Object.values(item)) readContent(reader, `told ${name}`, requestBody?.content, 'out')
  }
  const seen = new Set<string>()
  for (const [name, direction] of used) {
    const schema = components.schemas[name]
    if (!schema || seen.has(`${direction} ${name}`)) continue
    seen.add(`${direction} ${name}`)
    readSchema(reader, { place: `${direction} ${name}`, schema, direction })
  }
  return lines
}

interface Reader {
  lines: Set<string>
  use(component: string, direction: Direction): void
}

function readOperation(reader: Reader, name: string, { parameters = [], requestBody, responses }: Operation): void {
  reader.lines.add(`may ${name}`)
  for (const { in: where, name: parameter, required, schema } of parameters) {
    const place = `${name} ${where} ${parameter}`
    if (required) reader.lines.add(mustLine(place, 'be sent'))
    readSchema(reader, { place, schema, direction: 'in' })
  }
  readContent(reader, `${name} body`, requestBody?.content, 'in')
  for (const [status, { content }] of Object.entries(responses)) {
    reader.lines.add(`may ${name} ${status}`)
    readContent(reader, `${name} ${status}`, content, 'out')
  }
}

function readContent(reader: Reader, place: string, content: Content | undefined, direction: Direction): void {
  const { schema } = content?.['application/json'] ?? {}
  if (schema) readSchema(reader, { place, schema, direction })
}

interface Placed {
  place: string
  schema: Schema
  direction: Direction
}

function readSchema(reader: Reader, { place, schema, direction }: Placed): void {
  const { lines } = reader
  lines.add(`may ${place}`)
  const component = schema.$ref?.split('/').at(-1)
  if (component) {
    lines.add(`may ${place} is ${component}`)
    reader.use(component, direction)
  }
  for (const type of [schema.type ?? []].flat()) lines.add(typeLine({ place, direction }, type))
  const values = schema.const === undefined ? schema.enum : [schema.const]
  for (const value of values ?? []) lines.add(`may ${place} = ${JSON.stringify(value)}`)
  if (values && direction === 'in') lines.add(mustLine(place, 'be one of its values'))
  for (const limit of direction === 'in' ? [...lowerLimits, ...upperLimits, ...otherLimits] : []) {
    if (schema[limit] !== undefined) lines.add(mustLine(place, limit, String(schema[limit])))
  }
  readParts(reader, { place, schema, direction })
}

/** Clients may send each of the types, and have to read all of them. */
function typeLine({ place, direction }: Pick<Placed, 'place' | 'direction'>, type: string): string {
  return direction === 'in' ? `may ${place} is a ${type}` : mustLine(place, 'read', type)
}

function mustLine(place: string, ...demand: readonly string[]): string {
  return ['must', place, ...demand].join('\t')
}

function readParts(reader: Reader, { place, schema, direction }: Placed): void {
  const { items, oneOf = [], anyOf = [], properties = {}, required = [], additionalProperties } = schema
  if (items) readSchema(reader, { place: `${place}[]`, schema: items, direction })
  for (const [index, branch] of [...oneOf, ...anyOf].entries()) {
    const name = String(branch.$ref?.split('/').at(-1) ?? branch.type ?? index)
    if (direction === 'out') reader.lines.add(mustLine(place, 'read', name))
    readSchema(reader, { place: `${place}<${name}>`, schema: branch, direction })
  }
  for (const [name, field] of Object.entries(properties)) {
    readSchema(reader, { place: `${place}.${name}`, schema: field, direction })
  }
  for (const name of required) {
    const field = `${place}.${name}`
    reader.lines.add(direction === 'in' ? mustLine(field, 'be sent') : `may ${field} is always there`)
  }
  if (typeof additionalProperties === 'object') {
    readSchema(reader, { place: `${place}.*`, schema: additionalProperties, direction })
  }
}

/** What clients that keep to `kept` would stumble over today. Empty: there are only additions. */
export function brokenPromises(kept: ReadonlySet<string>, today: ReadonlySet<string>): readonly string[] {
  const gone = [...kept].filter((line) => line.startsWith('may ') && !today.has(line))
  const limits = new Map([...kept].filter((line) => line.startsWith('must')).map((line) => [kindOf(line), line]))
  const demanded = [...today].filter((line) => {
    if (!line.startsWith('must') || kept.has(line)) return false
    const [, place = '', demand = '', value] = line.split('\t')
    const isNew = !kept.has(`may ${demand === 'be sent' ? holderOf(place) : place}`)
    return !isNew && !isWider(demand, limits.get(kindOf(line))?.split('\t')[3], value)
  })
  return [...gone.map((line) => `gone: ${line}`), ...demanded.map((line) => `demanded: ${line.replaceAll('\t', ' ')}`)]
}

/** Place and demand without its value. */
function kindOf(line: string): string {
  return line.split('\t').slice(0, 3).join('\t')
}

/** What holds a field; of a parameter its operation. */
function holderOf(place: string): string {
  const dot = place.lastIndexOf('.')
  return dot > place.lastIndexOf(' ') ? place.slice(0, dot) : place.split(' ').slice(0, 2).join(' ')
}

function isWider(demand: string, before: string | undefined, now: string | undefined): boolean {
  if (before === undefined) return false
  if (upperLimits.includes(demand)) return Number(now) >= Number(before)
  return lowerLimits.includes(demand) && Number(now) <= Number(before)
}
