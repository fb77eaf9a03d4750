/** Characters that a terminal obeys, or that turn or hide what is beside them, lone surrogates included. */
const obeyed = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * A text in which every character is seen: an escape sequence of a bank's text is printed and not obeyed. C0 controls are
 * their symbols (`\u241b`), others their code point (`{202e}`).
 */
export function visible(text: string): string {
  return text.replace(obeyed, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : `{${code.toString(16)}}`
  })
}

/** JSON with such characters escaped: they stand in strings only. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(obeyed, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
