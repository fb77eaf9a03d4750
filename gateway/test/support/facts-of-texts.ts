/**
 * What a text says beside its words: numbers, codes, names of fields and headers, quoted texts, addresses and parts. They
 * are the same in every language. Sorted, each once.
 */
export function factsOf(text: string): string[] {
  const found = [...text.matchAll(factShape)].map(([fact]) => fact.replace(/[.,:]+$/, ''))
  return [...new Set(found)].sort()
}

const factShape = new RegExp(
  [
    /\{\d\}/, // a part
    /https?:\/\/[\w./:-]*/, // an address
    /[\w.]+@[\w.]+\w/, // an e-mail address
    /--[a-z-]+/, // an option
    /(?:[A-Z][A-Za-z]*-)+[A-Z][a-z]+/, // a header
    /\b[a-z]+(?:_[a-z0-9…]+)+/, // a field, a code
    /\b[A-Z][A-Z0-9_-]+\b/, // a document, a format, a state
    /\+?\d+(?:[.:,^-]\d+)*/, // a number
    /\/[a-z]+(?:\/[\w*{}.-]+)*/, // a path
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
