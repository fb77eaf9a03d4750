/** Text that is safe to stand in a page as it is. Only `html` makes it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Html[]

/**
 * A piece of a page. Everything put in is escaped for text and for attributes in double quotes; pieces made by `html`
 * stay as they are; null, undefined and false vanish.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((all, string, index) => all + string + rendered(parts[index]), '')
  return new Html(text)
}

/** Our own markup from a constant or a library, never from a request. */
export function trustedHtml(text: string): Html {
  return new Html(text)
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return escaped(String(part))
}

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => replacements[char] ?? char)
}
