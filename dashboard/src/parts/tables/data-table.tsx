import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import type { PagesResult } from '../../app/reading.ts'
import { narrow } from '../../app/theme.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { EmptyState, ErrorState, LoadingState } from '../states.tsx'
import classes from './data-table.module.css'
import { LineList } from './line-list.tsx'
import { RowList } from './row-list.tsx'
import type { DataTableProps } from './table-types.ts'

/** A single line needs more room. */
const narrowForLines = '(max-width: 74.99em)'

/** A table; on narrow screens two lines a row, or cards. Links stand in its cells, so that the keyboard finds them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery(props.isList ? narrowForLines : narrow, false, { getInitialValueInEffect: false })
  if (isNarrow) return props.columns.some(({ line }) => line) ? <LineList {...props} /> : <Cards {...props} />
  const columns = props.columns.filter(({ isLineOnly }) => !isLineOnly)
  return props.isList ? <RowList {...props} columns={columns} /> : <WideTable {...props} columns={columns} />
}

function WideTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keyboard
    <section className={classes['frame']} aria-label={caption} tabIndex={0}>
      <table className={classes['table']}>
        <caption className="pa-unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cards<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const heads = columns.filter((column) => column.isHead)
  const lines = columns.filter((column) => !column.isHead && !column.isWideOnly)
  return (
    <ul className={classes['cards']} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes['card']}>
          {heads.length > 0 && (
            <Group justify="space-between" gap="xs">
              {heads.map((column) => (
                <div key={column.key}>{column.render(row)}</div>
              ))}
            </Group>
          )}
          <dl className={classes['lines']}>
            {lines.map((column) => (
              <div key={column.key} className={classes['line']}>
                <dt>{column.header}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

export interface PagedListProps<Row> {
  pages: PagesResult<Row>
  isFiltered?: boolean
  onClearFilters?: () => void
  /** Shown where nothing matches a search, instead of a plain sentence. */
  noMatch?: ReactNode
  /** Shown instead of the table where nothing exists at all. */
  empty: ReactNode
  /** The rows that are there. */
  children: (rows: readonly Row[]) => ReactNode
}

export interface PagedTableProps<Row>
  extends Omit<DataTableProps<Row>, 'rows'>,
    Omit<PagedListProps<Row>, 'children'> {}

/** A keyset list as a table. */
export function PagedTable<Row>({ pages, isFiltered, onClearFilters, noMatch, empty, ...table }: PagedTableProps<Row>) {
  return (
    <PagedList
      {...{ pages, noMatch, empty }}
      isFiltered={isFiltered ?? false}
      {...(onClearFilters && { onClearFilters })}
    >
      {(rows) => <DataTable {...table} rows={rows} />}
    </PagedList>
  )
}

/** A keyset list with all its states: loading, error, empty, nothing matches, full, and "show more". */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { pages, isFiltered, onClearFilters, noMatch, empty, children } = props
  const { parts } = useShellTexts()
  const language = useLanguage()
  if (pages.isPending && !pages.error) return <LoadingState />
  if (pages.error && pages.items.length === 0) return <ErrorState error={pages.error} onRetry={pages.retry} />
  if (pages.items.length === 0 && isFiltered) {
    if (noMatch !== undefined) return noMatch
    return (
      <EmptyState title={parts.noMatchTitle} explanation={parts.noMatch}>
        {onClearFilters && (
          <Button variant="default" onClick={onClearFilters}>
            {parts.clearFilters}
          </Button>
        )}
      </EmptyState>
    )
  }
  if (pages.items.length === 0) return empty
  const count = formatCount(pages.items.length, language)
  return (
    <div aria-busy={pages.isFetching}>
      {children(pages.items)}
      {pages.error && <ErrorState error={pages.error} onRetry={pages.retry} />}
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {pages.hasMore ? parts.shown(count) : parts.allShown(count)}
        </Text>
        {pages.hasMore && (
          <Button variant="default" loading={pages.isFetching} onClick={pages.loadMore}>
            {parts.more}
          </Button>
        )}
      </Group>
    </div>
  )
}
