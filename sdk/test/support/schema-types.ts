/** JSON Schema as the gateway's OpenAPI document uses it. */
export interface Schema {
  /** A component: `#/components/schemas/NAME`. */
  $ref?: string
  const?: unknown
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  /** Only as `{}`: a value that cannot be. */
  not?: Schema
  properties?: Readonly<Record<string, Schema>>
  /** Beside properties, anyOf and oneOf hold nothing but this: of which fields one must be there. */
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  default?: unknown
}

interface Operation {
  operationId: string
  parameters?: readonly { in: 'path' | 'query'; name: string; required: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

export interface ApiDocument {
  components: { schemas: Components }
  paths: Record<string, Record<string, Operation>>
}

type Components = Readonly<Record<string, Schema>>

/** An operation of the document with TypeScript types for what goes in and out; undefined where nothing goes in. */
export interface OperationTypes {
  operationId: string
  /** `POST /api/v1/payments/{id}/cancel`. */
  route: string
  /** The path names what it is about: an id, or a currency. */
  hasId: boolean
  query: string | undefined
  body: string | undefined
  /** The request may be sent without a body. */
  mayOmitBody: boolean
  reply: string
}

/** Every operation below /api/v1. Throws for a part of a schema that it does not know, rather than let it pass. */
export function operationTypes(document: ApiDocument): OperationTypes[] {
  const typeIn = (schema: Schema) => typeOf(schema, document.components.schemas)
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const parameters = operation.parameters ?? []
        const query = parameters.filter((parameter) => parameter.in === 'query')
        return {
          operationId: operation.operationId,
          route: `${method.toUpperCase()} ${path}`,
          hasId: parameters.some((parameter) => parameter.in === 'path'),
          query: query.length === 0 ? undefined : typeIn(querySchema(query)),
          body: operation.requestBody && typeIn(jsonOf(operation.requestBody)),
          mayOmitBody: operation.requestBody !== undefined && operation.requestBody.required !== true,
          reply: typeIn(jsonOf(operation.responses['200'])),
        }
      }),
    )
}

function querySchema(parameters: readonly { name: string; required: boolean; schema: Schema }[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
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
export function typeOf(schema: Schema, components: Components): string {
  const of = (part: Schema) => typeOf(part, components)
  if (schema.$ref !== undefined) return of(componentOf(schema.$ref, components))
  if (schema.not) return 'never'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.properties && (schema.anyOf || schema.oneOf)) return alternativesType(schema, components)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map(of).join(' | ')
  if (typeof schema.type !== 'string' && schema.type) {
    return schema.type.map((type) => of({ ...schema, type })).join(' | ')
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
      if (schema.items) return `(${of(schema.items)})[]`
      break
    case 'object':
      return objectType(schema, components)
    case undefined:
      if (Object.keys(schema).length === 0) return 'unknown'
      break
  }
  throw new Error(`no type is known for ${JSON.stringify(schema)}`)
}

/** Throws for a reference to anything else than a component that is there. */
function componentOf(reference: string, components: Components): Schema {
  const component = components[reference.replace('#/components/schemas/', '')]
  if (component === undefined) throw new Error(`${reference} is no component`)
  return component
}

/** One object type for each alternative; of `oneOf` it leaves out what belongs to the others. */
function alternativesType({ anyOf, oneOf, ...schema }: Schema, components: Components): string {
  const alternatives = anyOf ?? oneOf ?? []
  const types = alternatives.map(({ required: wanted = [], ...rest }) => {
    if (Object.keys(rest).length > 0 || wanted.length === 0)
      throw new Error('an alternative is more than required names')
    const others = oneOf
      ? alternatives.flatMap(({ required = [] }) => required).filter((name) => !wanted.includes(name))
      : []
    const properties = { ...schema.properties, ...Object.fromEntries(others.map((name) => [name, { not: {} }])) }
    return objectType({ ...schema, properties, required: [...(schema.required ?? []), ...wanted] }, components)
  })
  return types.join(' | ')
}

function objectType({ properties, required = [], additionalProperties }: Schema, components: Components): string {
  if (!properties) {
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, components) : 'unknown'}>`
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, components)}`,
  )
  return `{ ${fields.join('; ')} }`
}
