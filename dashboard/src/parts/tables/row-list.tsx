import { useHotkeys } from '@mantine/hooks'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './row-list.module.css'
import type { Column, DataTableProps } from './table-types.ts'

/** Longer lists draw only the rows near the screen. */
const drawnWholeMax = 200

/** Rows drawn above and below the screen. Also the step in which the drawn part moves. */
const spare = 20

/** Used until a row can be measured; pixels. */
const rowHeightUsual = 44

/** A list of single lines that scrolls with the page. The link in a row covers all of it; `j` and `k` go from link to link. */
export function RowList<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, rowHeight } = useDrawn(body, rows.length)
  useRowKeys(body, { count: rows.length, rowHeight })
  const gap = (count: number) =>
    count > 0 && (
      <tr style={{ height: count * rowHeight }}>
        <td colSpan={columns.length} />
      </tr>
    )
  return (
    <table className={classes['list']} aria-rowcount={rows.length + 1}>
      <caption className="pa-unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={column.align} style={{ width: column.width }}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {gap(first)}
        {rows.slice(first, last).map((row, place) => (
          <ListRow key={rowKey(row)} row={row} index={first + place} columns={columns as readonly Column<unknown>[]} />
        ))}
        {gap(rows.length - last)}
      </tbody>
    </table>
  )
}

interface ListRowProps {
  row: unknown
  index: number
  columns: readonly Column<unknown>[]
}

const ListRow = memo(function ListRow({ row, index, columns }: ListRowProps) {
  return (
    <tr data-index={index} aria-rowindex={index + 2}>
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
})

type Body = RefObject<HTMLTableSectionElement | null>

/** Which rows are drawn: all of a short list, else those near the screen. */
function useDrawn(body: Body, count: number): { first: number; last: number; rowHeight: number } {
  const [drawn, setDrawn] = useState({ first: 0, last: drawnWholeMax, rowHeight: rowHeightUsual })
  useLayoutEffect(() => {
    const look = () => {
      const rowHeight = body.current?.querySelector<HTMLElement>('[data-index]')?.offsetHeight || rowHeightUsual
      const above = Math.max(0, -(body.current?.getBoundingClientRect().top ?? 0))
      const first = Math.max(0, Math.floor(above / rowHeight / spare) - 1) * spare
      const last = first + Math.ceil(window.innerHeight / rowHeight) + 3 * spare
      setDrawn((before) =>
        before.first === first && before.last === last && before.rowHeight === rowHeight
          ? before
          : { first, last, rowHeight },
      )
    }
    if (count > drawnWholeMax) look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [body, count])
  if (count <= drawnWholeMax) return { first: 0, last: count, rowHeight: drawn.rowHeight }
  const last = Math.min(count, drawn.last)
  return { first: Math.min(drawn.first, last), last, rowHeight: drawn.rowHeight }
}

/** `j` and `k` put the focus at the next and the last row's link, which Enter follows. */
function useRowKeys(body: Body, { count, rowHeight }: { count: number; rowHeight: number }): void {
  const at = useRef(-1)
  const wanted = useRef<number>(undefined)
  const focus = (index: number): boolean => {
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    const link = row?.querySelector('a')
    if (!row || !link) return false
    link.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
    return true
  }
  const move = (step: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]')
    const from = focused && body.current?.contains(focused) ? Number(focused.dataset['index']) : at.current
    const index = Math.min(count - 1, Math.max(0, from + step))
    at.current = index
    if (focus(index)) return
    // The row is drawn once the page has scrolled to it.
    wanted.current = index
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    window.scrollTo({ top: top + index * rowHeight - window.innerHeight / 2 })
  }
  useEffect(() => {
    if (wanted.current !== undefined && focus(wanted.current)) wanted.current = undefined
  })
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ])
}
