/** Markup that is safe to send: made only by `html`, which escapes every value that is not markup itself. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Template tag: values are escaped, `Html` is taken as it is, lists are joined, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1]) + part))
}

type Value = string | number | Html | undefined | readonly Html[]

function render(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
