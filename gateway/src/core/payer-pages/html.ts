/** Text that is safe in a page. Only `html` and `trustedHtml` make it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Html[]

/**
 * Builds a piece of a page. Values are escaped for text and for attributes in double quotes. Pieces made by `html` are
 * not escaped again. Null, undefined and false become empty text.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((all, string, index) => all + string + rendered(parts[index]), '')
  return new Html(text)
}

/** Markup from a constant or a library, never from a request. */
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
