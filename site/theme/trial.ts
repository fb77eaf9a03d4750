/** Where the form sends a request; empty values of the query are left out. */
export function requestUrl(
  { path, query }: { path: string; query: readonly string[] },
  values: Readonly<Record<string, string>>,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams(query.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  return search.size === 0 ? address : `${address}?${search}`
}

/** A live key would move real money from a page for reading. */
export function isTestKey(text: string): boolean {
  return /^pas_test_\w+$/.test(text)
}

/** JSON on several lines; every other text as it is. */
export function jsonOrText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
