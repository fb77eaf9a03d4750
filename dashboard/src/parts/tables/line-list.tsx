import classes from './line-list.module.css'
import type { Column, DataTableProps } from './table-types.ts'

/** A list on a phone, two lines a row: what it is and how much, then how, when and its state. Its `RowLink` covers the row. */
export function LineList<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <ul className={classes['lines']} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes['row']}>
          <Line row={row} columns={columns} start="first" end="end" />
          <Line row={row} columns={columns} start="below" end="mark" />
          {columns.map(({ key, line, render }) => {
            const note = line === 'note' && render(row)
            return (
              note && (
                <div key={key} className={classes['note']}>
                  {note}
                </div>
              )
            )
          })}
        </li>
      ))}
    </ul>
  )
}

type Place = Exclude<NonNullable<Column<unknown>['line']>, 'note'>

function Line<Row>({
  row,
  columns,
  start,
  end,
}: {
  row: Row
  columns: readonly Column<Row>[]
  start: Place
  end: Place
}) {
  const at = (place: Place) => columns.filter(({ line }) => line === place)
  if (at(start).length + at(end).length === 0) return null
  return (
    <div className={classes[start]}>
      <span className={classes['start']}>
        {at(start).map(({ key, render }) => (
          <span key={key} className={classes['part']}>
            {render(row)}
          </span>
        ))}
      </span>
      {at(end).map(({ key, render }) => (
        <span key={key}>{render(row)}</span>
      ))}
    </div>
  )
}
