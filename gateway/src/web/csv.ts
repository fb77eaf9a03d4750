/** A cell: text from anywhere, or what we wrote ourselves and know to be a number or an instant. Null is empty. */
export type Cell = string | { exact: string } | null

/** Tells spreadsheets that the file is UTF-8; without it they read the letters of another century. */
export const byteOrderMark = '\uFEFF'

/**
 * Where a spreadsheet could begin a formula: one of `= + - @`, or its full-width form, at the start of the text or behind a
 * `;`, a comma, a tab or a line end, also behind blanks, quotes and characters without a shape. A spreadsheet that takes
 * another separator than the comma, or does not know quotes, cuts a text there. The apostrophe goes right before the operator:
 * a line end between them would be cut as well.
 */
const formulaStart =
  /(?:^|[;,\t\r\n\v\f\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}\p{Z}"']*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/**
 * One line (RFC 4180). Every text is quoted, so that a `;` in it ends no cell where `;` separates; a text that could run as
 * a formula gets an apostrophe in each place where one could begin.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.exact
  return `"${cell.replace(formulaStart, "$&'").replaceAll('"', '""')}"`
}
