/** A cell: text from anywhere, or what we wrote ourselves and know to be a number or an instant. Null is empty. */
export type Cell = string | { exact: string } | null

/** Tells spreadsheets that the file is UTF-8; without it they read the letters of another century. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet takes as the beginning of a formula, or as a step into the next cell where one could begin. */
const formulaStart = /^[=+\-@\t\r\n]/

/** One line (RFC 4180). Text that could run as a formula in a spreadsheet gets an apostrophe in front. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.exact
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
