/** JSON Schema as the gateway's OpenAPI document uses it. */
export interface Schema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  default?: unknown
}

interface Operation {
  operationId: string
  parameters?: readonly { in: 'path' | 'query'; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** An operation of the document with TypeScript types for what goes in and out; undefined where nothing goes in. */
export interface OperationTypes {
  operationId: string
  /** `POST /api/v1/payments/{id}/cancel`. */
  route: string
  hasId: boolean
  query: string | undefined
  body: string | undefined
  reply: string
}

/** Every operation below /api/v1. Throws for a part of a schema that it does not know, rather than let it pass. */
export function operationTypes(document: ApiDocument): OperationTypes[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const parameters = operation.parameters ?? []
        const query = parameters.filter((parameter) => parameter.in === 'query')
        return {
          operationId: operation.operationId,
          route: `${method.toUpperCase()} ${path}`,
          hasId: parameters.some((parameter) => parameter.in === 'path' && parameter.name === 'id'),
          query: query.length === 0 ? undefined : queryType(query),
          body: operation.requestBody && typeOf(jsonOf(operation.requestBody)),
          reply: typeOf(jsonOf(operation.responses['200'])),
        }
      }),
    )
}

function queryType(parameters: readonly { name: string; required: boolean; schema: Schema }[]): string {
  return typeOf({
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  })
}

function jsonOf(part: { content: Record<string, { schema: Schema }> } | undefined): Schema {
  const schema = part?.content['application/json']?.schema
  if (schema === undefined) throw new Error('the document has no JSON schema here')
  return schema
}

/**
 * The TypeScript type of a schema. Objects that take any further name (requests: unknown names are ignored with a
 * warning) are written without it: the client's types are for finding misspelt names.
 */
export function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map(typeOf).join(' | ')
  if (typeof schema.type !== 'string' && schema.type) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  }
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      if (schema.items) return `(${typeOf(schema.items)})[]`
      break
    case 'object':
      return objectType(schema)
    case undefined:
      if (Object.keys(schema).length === 0) return 'unknown'
      break
  }
  throw new Error(`no type is known for ${JSON.stringify(schema)}`)
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${fields.join('; ')} }`
}
