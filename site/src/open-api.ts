/** The parts of OpenAPI 3.1 and JSON Schema that the pages show. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> }
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses?: Readonly<Record<string, Reply>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

export interface Reply {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

type Content = Readonly<
  Record<
    string,
    {
      readonly schema?: Schema
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>
    }
  >
>

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
}

/** An operation with where it stands. */
export interface PlacedOperation extends Operation {
  /** Upper case. */
  readonly method: string
  readonly path: string
  readonly id: string
}

const httpMethods = ['get', 'put', 'post', 'delete', 'patch']

/** The operations of the document in its order, or those of its webhooks. */
export function operationsOf(paths: OpenApi['paths']): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => httpMethods.includes(method))
      .map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        id: operation.operationId ?? `${method}-${path.replace(/\W+/g, '-')}`,
      })),
  )
}

/** The body's JSON schema and its first example; undefined where the operation has no JSON body. */
export function bodyOf({ requestBody }: Operation): { schema: Schema; example: unknown } | undefined {
  const content = requestBody?.content['application/json']
  if (content?.schema === undefined) return undefined
  const first = Object.values(content.examples ?? {})[0]?.value
  return { schema: content.schema, example: first ?? content.example }
}
