/** A cell: text of any origin, or `exact`: a number or an instant that the gateway wrote. Null is empty. */
export type Cell = string | { exact: string } | null

/** Marks the file as UTF-8. Without it, spreadsheets show accented letters wrongly. */
export const byteOrderMark = '\uFEFF'

/**
 * Positions where a spreadsheet could start a formula: one of `= + - @`, or its full-width form, at the start of the
 * text or after a `;`, a comma, a tab or a line end, also after spaces, quotes and control characters. A spreadsheet
 * with another separator, or without quote support, splits a text there. The apostrophe is inserted directly before the
 * operator, because a line end between them would split the text too.
 */
const formulaStart = /(?:^|[;,\t\r\n\v\f\u0085\u2028\u2029])[\s\p{Cc}\p{Z}"']*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/**
 * Zero width and marks of writing direction. A cell leaves them out: a name with them would look like another one, and
 * isolating marks around it would be characters of the cell, with which no search and no comparison finds it.
 */
const invisible = /\p{Cf}/gu

/**
 * One line (RFC 4180). Every text is quoted, so that a `;` in it does not split the cell where `;` is the separator. A
 * text that could start a formula gets an apostrophe at each such position.
 */
export function csvLine(cells: readonly Cell[], separator: ',' | ';' = ','): string {
  return `${cells.map(cellText).join(separator)}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.exact
  return `"${cell.replace(invisible, '').replace(formulaStart, "$&'").replaceAll('"', '""')}"`
}
