/** Headers of node:http, Express and Fastify, or of a `Request` of the Fetch standard. */
export type CallbackHeaders =
  | { readonly [name: string]: string | readonly string[] | undefined }
  | { get(name: string): string | null }

/** The value of a header; undefined when it is missing or stands there more than once. `name` in lower case. */
export function headerOf(headers: CallbackHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? only : undefined
}
