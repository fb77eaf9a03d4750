/** A copy of a body with other values at some paths; undefined removes the field. */
export function withChange(body: object, change: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>
  for (const [path, value] of Object.entries(change)) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const holder = steps.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, copy)
    if (value === undefined) delete holder[last]
    else holder[last] = value
  }
  return copy
}
