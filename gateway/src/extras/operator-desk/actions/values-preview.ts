import { emptyPreview, type Preview } from '../preview.ts'

/** What is proposed, value by value, beside what is set now. What is nested deeper is JSON text. */
export function valuesPreview(values: object, before: Readonly<Record<string, unknown>> = {}): Preview {
  const { action: _action, ...given }: Readonly<Record<string, unknown>> = { ...values }
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const settings = Object.entries(given)
    .filter(([, after]) => after !== undefined)
    .map(([name, after]) => ({
      name,
      before: before[name] === undefined ? null : text(before[name]),
      after: text(after),
    }))
  return { ...emptyPreview, settings }
}
