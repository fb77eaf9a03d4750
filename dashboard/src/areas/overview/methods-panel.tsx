import { Text } from '@mantine/core'
import type { MethodData, OverviewData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { formatCount, formatShare } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { CountryMark, useMethodName } from '../../parts/values/method.tsx'
import { ListLink, SeeAll } from './list-link.tsx'
import classes from './overview.module.css'
import { firstDay } from './slot-labels.ts'
import { useOverviewTexts } from './texts.ts'

const outcomes = [
  ['completed', 'COMPLETED'],
  ['failed', 'ERROR'],
  ['expired', 'EXPIRED'],
  ['pending', 'PENDING'],
] as const

/** More stand in the table of all. */
const rowsMax = 5

/** A change of a share that is worth a word. */
const changeMin = 0.01

/** The methods of which most did not complete. */
export function MethodsPanel({ data }: { data: OverviewData }) {
  const { methods, volume } = useOverviewTexts()
  const shown = data.methods
    .filter(({ success_share }) => success_share !== null)
    .toSorted((one, other) => endedBadly(other) - endedBadly(one) || usesOf(other) - usesOf(one))
    .slice(0, rowsMax)
  return (
    <Panel
      title={methods.title}
      explanation={methods.explanation}
      actions={<SeeAll table="methods" label={methods.seeAll} />}
    >
      {shown.length === 0 ? (
        <Text c="dimmed">{data.methods.length === 0 ? volume.nothing : methods.noneEnded}</Text>
      ) : (
        <ul className={classes['bars']}>
          {shown.map((method) => (
            <MethodRow key={keyOf(method)} method={method} from={firstDay(data)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function MethodRow({ method, from }: { method: MethodData; from: string | undefined }) {
  const { methods, payTypes } = useOverviewTexts()
  const name = useMethodName()
  const language = useLanguage()
  const { pay_type: payType, service_code: code, success_share: share, previous_success_share: before } = method
  const failed = endedBadly(method)
  const change = share !== null && before !== null ? share - before : 0
  return (
    <li>
      <div className={classes['barHead']}>
        <span>
          <CountryMark country={method.country} />{' '}
          <ListLink payType={payType} filters={{ service_code: code, from }}>
            {name(code)}
          </ListLink>
        </span>
        <strong className="pa-number">{formatShare(share ?? 0, language)}</strong>
      </div>
      <Bar share={share ?? 0} tone="good" />
      <div className={classes['barNote']}>
        <span>
          {payTypes[payType]} ·{' '}
          {failed === 0
            ? methods.allCompleted(formatCount(method.completed, language))
            : methods.notCompleted(formatCount(failed, language), formatCount(failed + method.completed, language))}
        </span>
        {Math.abs(change) >= changeMin && (
          <span className={classes['change']} data-more={change > 0 || undefined}>
            <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span>{' '}
            {methods.before(formatShare(before ?? 0, language))}
          </span>
        )}
      </div>
    </li>
  )
}

/** A share for the eye; beside it stands what it says. */
export function Bar({ share, tone }: { share: number; tone: 'good' | 'bad' }) {
  return (
    <span className={classes['bar']} aria-hidden="true">
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share * 100} height={1} fill={`var(--pa-chart-${tone === 'good' ? 2 : 3})`} />
      </svg>
    </span>
  )
}

/** How what was created in the range ended, of every service code. */
export function MethodsTable({ data }: { data: OverviewData }) {
  const { methods } = useOverviewTexts()
  const columns = useColumns(firstDay(data))
  return <DataTable caption={methods.title} columns={columns} rows={data.methods} rowKey={keyOf} />
}

function useColumns(from: string | undefined): readonly Column<MethodData>[] {
  const { methods, payTypes } = useOverviewTexts()
  const name = useMethodName()
  const language = useLanguage()
  const shareText = (share: number | null) => (share === null ? methods.noneEnded : formatShare(share, language))
  return [
    {
      key: 'method',
      header: methods.method,
      isHead: true,
      render: (row) => (
        <>
          <CountryMark country={row.country} />{' '}
          <ListLink payType={row.pay_type} filters={{ service_code: row.service_code, from }}>
            {name(row.service_code)}
          </ListLink>
          <Text size="xs" c="dimmed">
            {payTypes[row.pay_type]} · {row.service_code}
          </Text>
        </>
      ),
    },
    { key: 'success', header: methods.success, align: 'right', render: (row) => shareText(row.success_share) },
    {
      key: 'before',
      header: methods.successBefore,
      align: 'right',
      render: (row) => (row.previous_success_share === null ? '–' : shareText(row.previous_success_share)),
    },
    ...outcomes.map(([name, status]) => ({
      key: name,
      header: methods[name],
      align: 'right' as const,
      render: (row: MethodData) => {
        const count = formatCount(row[name], language)
        if (row[name] === 0) return count
        return (
          <ListLink
            payType={row.pay_type}
            filters={{ status, service_code: row.service_code, from }}
            label={methods.listOf(count, `${row.service_code}, ${methods[name]}`)}
          >
            {count}
          </ListLink>
        )
      },
    })),
  ]
}

function endedBadly({ failed, expired }: MethodData): number {
  return failed + expired
}

function usesOf({ completed, failed, expired, pending }: MethodData): number {
  return completed + failed + expired + pending
}

function keyOf({ pay_type, service_code }: MethodData): string {
  return `${pay_type} ${service_code}`
}
