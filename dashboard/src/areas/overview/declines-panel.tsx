import { Text } from '@mantine/core'
import type { DeclineData, OverviewData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useMethodName } from '../../parts/values/method.tsx'
import { useStatusTexts } from '../../parts/values/tag.tsx'
import { ListLink, SeeAll } from './list-link.tsx'
import { Bar } from './methods-panel.tsx'
import classes from './overview.module.css'
import { firstDay } from './slot-labels.ts'
import { useDeclineTexts, useOverviewTexts } from './texts.ts'

/** More stand in the table of all. */
const rowsMax = 5

/** Methods that are named beside a reason. */
const methodsMax = 2

/** Why most of what did not complete did not. */
export function DeclinesPanel({ data }: { data: OverviewData }) {
  const { declines: texts } = useOverviewTexts()
  const all = data.declines.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel
      title={texts.title}
      explanation={texts.explanation}
      {...(all > 0 && { actions: <SeeAll table="declines" label={texts.seeAll} /> })}
    >
      {all === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <ul className={classes['bars']}>
          {data.declines.slice(0, rowsMax).map((decline) => (
            <DeclineRow
              key={keyOf(decline)}
              decline={decline}
              share={decline.count / all}
              from={firstDay(data)}
              hasBefore={data.volumes.some(({ previous }) => previous.count > 0)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface RowProps {
  decline: DeclineData
  /** Of all that did not complete, 0 to 1. */
  share: number
  from: string | undefined
  /** Whether there is a period to compare with. */
  hasBefore: boolean
}

function DeclineRow({ decline, share, from, hasBefore }: RowProps) {
  const { declines: texts, payTypes } = useOverviewTexts()
  const language = useLanguage()
  const why = useWhy()
  const methodNames = useMethodNames()
  return (
    <li>
      <div className={classes['barHead']}>
        <span>{why(decline)}</span>
        <strong className="pa-number">
          <DeclineLink decline={decline} from={from} />
        </strong>
      </div>
      <Bar share={share} tone="bad" />
      <div className={classes['barNote']}>
        <span>
          {payTypes[decline.pay_type]} · {methodNames(decline, methodsMax)}
        </span>
        {hasBefore && <span>{texts.before(formatCount(decline.previous_count, language))}</span>}
      </div>
    </li>
  )
}

function DeclineLink({ decline, from }: { decline: DeclineData; from: string | undefined }) {
  const { declines: texts } = useOverviewTexts()
  const language = useLanguage()
  const why = useWhy()
  const count = formatCount(decline.count, language)
  // What nobody paid in time is a status of its own.
  const filters = decline.reason === 'expired' ? { status: 'EXPIRED' } : { status: 'ERROR', reason: decline.reason }
  return (
    <ListLink payType={decline.pay_type} filters={{ ...filters, from }} label={texts.listOf(count, why(decline))}>
      {count}
    </ListLink>
  )
}

/** Every reason. */
export function DeclinesTable({ data }: { data: OverviewData }) {
  const { declines: texts, payTypes } = useOverviewTexts()
  const language = useLanguage()
  const why = useWhy()
  const methodNames = useMethodNames()
  const columns: readonly Column<DeclineData>[] = [
    { key: 'why', header: texts.why, isHead: true, render: why },
    { key: 'kind', header: texts.kind, render: ({ pay_type }) => payTypes[pay_type] },
    { key: 'methods', header: texts.methods, render: (row) => methodNames(row, Number.POSITIVE_INFINITY) },
    {
      key: 'count',
      header: texts.count,
      align: 'right',
      render: (row) => <DeclineLink decline={row} from={firstDay(data)} />,
    },
    {
      key: 'before',
      header: texts.countBefore,
      align: 'right',
      render: (row) => formatCount(row.previous_count, language),
    },
  ]
  return <DataTable caption={texts.title} columns={columns} rows={data.declines} rowKey={keyOf} />
}

function useWhy(): (decline: DeclineData) => string {
  const words = useDeclineTexts()
  const { reason: usual } = useStatusTexts()
  return ({ pay_type, reason }) => words[pay_type][reason] ?? usual[reason]
}

function useMethodNames(): (decline: DeclineData, most: number) => string {
  const name = useMethodName()
  const { declines: texts } = useOverviewTexts()
  return ({ methods }, most) => {
    const shown = methods.slice(0, most).map(({ service_code: code }) => `${name(code)} ${countryOf(code)}`.trim())
    const others = methods.length - shown.length
    return others > 0 ? texts.andOthers(shown.join(', '), others) : shown.join(', ')
  }
}

/** Service codes end in their country; those of cards in a currency. */
function countryOf(code: string): string {
  return /_([A-Z]{2})$/.exec(code)?.[1] ?? ''
}

function keyOf({ pay_type, reason }: DeclineData): string {
  return `${pay_type} ${reason}`
}
