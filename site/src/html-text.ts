const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '{': '&#123;',
  '}': '&#125;',
  '|': '&#124;',
}

/** Escapes a text for HTML within Markdown. Vue would read braces, and Markdown a bar within a table. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"{}|]/g, (character) => entities[character] ?? character)
}

/** Like `escapeText`, with `code` marks where the text has backquotes. One line. */
export function inlineText(text: string): string {
  return escapeText(text.replace(/\s+/g, ' ').trim()).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** A code that a line may break behind its underscores and slashes, and not within a word. HTML stays as it is. */
export function breakableCode(html: string): string {
  return html.replace(/(?<=[\w}][_/?=])(?=[\w{])/g, '<wbr>')
}

/** A fence of Markdown; the text may hold anything but three backquotes. */
export function fence(language: string, text: string, label = ''): string {
  return `\`\`\`${language}${label === '' ? '' : ` [${label}]`}\n${text.trimEnd()}\n\`\`\``
}
