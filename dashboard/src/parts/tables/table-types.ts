import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Names the column in code; also its React key. */
  key: string
  header: string
  render: (row: Row) => ReactNode
  /** Right for amounts and counts. */
  align?: 'left' | 'right'
  /** On narrow screens, where a row is a card: its head instead of a line with its name. */
  isHead?: boolean
  /** Left out on narrow screens. */
  isWideOnly?: boolean
  /** On narrow screens, where a row is two lines: its place there; `note` is a third line of the rows in which it says something. Where one column has a place, those without are left out. */
  line?: 'first' | 'end' | 'below' | 'mark' | 'note'
  /** Left out of tables. */
  isLineOnly?: boolean
  /** Of a list of single lines: the column's width in CSS. Without it, an equal share of what is left. */
  width?: string
}

export interface DataTableProps<Row> {
  /** What the table lists; read by screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A list of single lines, each opened by the `RowLink` in one of its cells, instead of a table in a frame. */
  isList?: boolean
}
