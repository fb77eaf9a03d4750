type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end' | 'nothing'

const blank = /[ \t\n\r]*/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
const plainCharacters = /[^"\\\p{Cc}]*/uy
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * The offset of the first character that is invalid in JSON (RFC 8259). The text's length if it ends too early;
 * undefined if it is valid. One pass without recursion.
 */
export function jsonFaultOffset(text: string): number | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = skip(blank, text, 0)
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = step(text, at, { expected, open })
    if (typeof next === 'number') return next
    if (char === '{' || char === '[') open.push(char)
    if (char === '}' || char === ']') open.pop()
    expected = next.expected === 'comma or end' && open.length === 0 ? 'nothing' : next.expected
    at = skip(blank, text, next.at)
  }
  return expected === 'nothing' ? undefined : text.length
}

/** Reads one token. Returns its end and what may follow, or the offset of the fault. */
function step(
  text: string,
  at: number,
  state: { expected: Expected; open: readonly ('{' | '[')[] },
): { at: number; expected: Expected } | number {
  const { expected, open } = state
  const char = text[at]
  switch (expected) {
    case 'colon':
      return char === ':' ? { at: at + 1, expected: 'value' } : at
    case 'name':
    case 'name or }':
      if (char === '}' && expected === 'name or }') return { at: at + 1, expected: 'comma or end' }
      return char === '"' ? after(endOfString(text, at), 'colon') : at
    case 'comma or end': {
      const innermost = open.at(-1)
      if (char === ',') return { at: at + 1, expected: innermost === '{' ? 'name' : 'value' }
      return char === (innermost === '{' ? '}' : ']') ? { at: at + 1, expected: 'comma or end' } : at
    }
    case 'value':
    case 'value or ]':
      if (char === ']' && expected === 'value or ]') return { at: at + 1, expected: 'comma or end' }
      if (char === '{') return { at: at + 1, expected: 'name or }' }
      if (char === '[') return { at: at + 1, expected: 'value or ]' }
      return char === '"' ? after(endOfString(text, at), 'comma or end') : after(endOfScalar(text, at), 'comma or end')
    case 'nothing':
      return at
  }
}

/** A positive `end` is the end of the token. A fault is the bitwise complement of its offset. */
function after(end: number, expected: Expected): { at: number; expected: Expected } | number {
  return end >= 0 ? { at: end, expected } : ~end
}

function endOfScalar(text: string, at: number): number {
  const end = skip(scalar, text, at)
  return end > at ? end : ~at
}

function endOfString(text: string, at: number): number {
  let end = skip(plainCharacters, text, at + 1)
  while (text[end] === '\\') {
    const afterEscape = skip(escapeSequence, text, end)
    if (afterEscape === end) return ~end
    end = skip(plainCharacters, text, afterEscape)
  }
  return text[end] === '"' ? end + 1 : ~end
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
