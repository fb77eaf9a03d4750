import { Stack, Text, Title } from '@mantine/core'
import type { OperatorOverviewData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import { formatAmountWithCode, formatCompact, formatCount, formatShare } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Sparkline } from '../../parts/charts.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { useStatusTexts } from '../../parts/values/tag.tsx'
import { Change } from '../overview/change.tsx'
import classes from './figure.module.css'
import { useOperatorTexts } from './texts.ts'

type Volume = OperatorOverviewData['volumes'][number]
type MerchantVolume = OperatorOverviewData['merchants'][number]

/** One currency of a direction. */
interface Row {
  currency: Volume['currency']
  volumes: readonly Volume[]
}

const directions = ['payin', 'payout', 'refund'] as const
const order: readonly Volume['status'][] = ['COMPLETED', 'PENDING', 'ERROR', 'EXPIRED']

/** What was made today: a table for each direction with a row for each currency, and the busiest merchants. */
export function VolumesPanel({ overview }: { overview: OperatorOverviewData }) {
  const texts = useOperatorTexts()
  const tables = directions.map((direction) => ({ direction, rows: rowsOf(overview.volumes, direction) }))
  const shown = tables.filter(({ rows }) => rows.length > 0)
  return (
    <Panel title={texts.todayTitle} explanation={overview.volumes_at_least ? texts.atLeast : texts.volumes.explanation}>
      {shown.length === 0 && <Text size="sm">{texts.noVolumes}</Text>}
      <Stack gap="lg">
        {shown.map(({ direction, rows }) => (
          <section key={direction} aria-label={texts.payTypes[direction]}>
            <Title order={3} size="h5" mb="xs">
              {texts.payTypes[direction]}
            </Title>
            <Volumes caption={texts.payTypes[direction]} rows={rows} isCompared={!overview.volumes_at_least} />
          </section>
        ))}
        {overview.merchants.length > 0 && <Merchants merchants={overview.merchants} />}
      </Stack>
    </Panel>
  )
}

/** The busiest currency first. What was made yesterday alone counts, too: nothing is what has to be seen. */
function rowsOf(volumes: readonly Volume[], direction: Volume['pay_type']): readonly Row[] {
  const own = volumes.filter(({ pay_type, transactions, yesterday }) => {
    return pay_type === direction && transactions + yesterday.transactions > 0
  })
  return [...new Set(own.map(({ currency }) => currency))]
    .map((currency) => ({ currency, volumes: own.filter((each) => each.currency === currency) }))
    .toSorted((one, other) => countOf(other) - countOf(one))
}

function countOf({ volumes }: Row): number {
  return volumes.reduce((sum, { transactions }) => sum + transactions, 0)
}

function completedOf({ volumes }: Row): Pick<Volume, 'amount' | 'yesterday'> {
  const found = volumes.find(({ status }) => status === 'COMPLETED')
  return found ?? { amount: '0', yesterday: { transactions: 0, amount: '0' } }
}

interface VolumesProps {
  caption: string
  rows: readonly Row[]
  isCompared: boolean
}

function Volumes({ caption, rows, isCompared }: VolumesProps) {
  const { volumes: texts, currency, reviewQueueTotal: total } = useOperatorTexts()
  const { status: statusTexts } = useStatusTexts()
  const language = useLanguage()
  const statuses = order.filter((status) => rows.some(({ volumes }) => volumes.some((each) => each.status === status)))
  const compared: readonly Column<Row>[] = [
    { key: 'change', header: texts.change, line: 'below', render: (row) => <Compared row={row} /> },
    { key: 'trend', header: texts.trend, render: (row) => <Hours row={row} /> },
  ]
  const columns: readonly Column<Row>[] = [
    { key: 'currency', header: currency, line: 'first', render: (row) => <strong>{row.currency}</strong> },
    {
      key: 'completed',
      header: texts.completed,
      line: 'end',
      isLineOnly: true,
      render: (row) => <Amount value={completedOf(row).amount} currency={row.currency} />,
    },
    {
      key: 'total',
      header: texts.all,
      line: 'mark',
      isLineOnly: true,
      render: (row) => total(formatCount(countOf(row), language)),
    },
    { key: 'all', header: texts.all, align: 'right', render: (row) => formatCount(countOf(row), language) },
    ...statuses.map(
      (status): Column<Row> => ({
        key: status,
        header: statusTexts[status],
        align: 'right',
        render: ({ volumes }) => <Cell volume={volumes.find((each) => each.status === status)} />,
      }),
    ),
    ...(isCompared ? compared : []),
  ]
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={(row) => row.currency} />
}

/** How many, and below it how much; the exact amount stands in its title. */
function Cell({ volume }: { volume: Volume | undefined }) {
  const language = useLanguage()
  if (!volume || volume.transactions === 0) return '–'
  return (
    <span title={formatAmountWithCode(volume.amount, volume.currency, { language })}>
      {formatCount(volume.transactions, language)}
      <Text component="span" display="block" size="xs" c="dimmed">
        {formatCompact(Number(volume.amount), language)}
      </Text>
    </span>
  )
}

/** What was completed beside yesterday; where nothing was completed then, the number of transactions is told. */
function Compared({ row }: { row: Row }) {
  const { volumes: texts } = useOperatorTexts()
  const language = useLanguage()
  const { amount, yesterday } = completedOf(row)
  const before = Number(yesterday.amount)
  if (before > 0) return <Change now={Number(amount)} before={before} than={texts.than} />
  const made = row.volumes.reduce((sum, each) => sum + each.yesterday.transactions, 0)
  return texts.yesterday(formatCount(made, language))
}

function Hours({ row: { currency, volumes } }: { row: Row }) {
  const { volumes: texts } = useOperatorTexts()
  const language = useLanguage()
  const [first = [], ...others] = volumes.map(({ by_hour }) => by_hour)
  const values = first.map((count, hour) => others.reduce((sum, each) => sum + (each[hour] ?? 0), count))
  const [least, most] = [Math.min(...values), Math.max(...values)].map((count) => formatCount(count, language))
  return (
    <div className={classes['spark']}>
      <Sparkline label={texts.spark(currency, least ?? '', most ?? '')} values={values} />
    </div>
  )
}

function Merchants({ merchants }: { merchants: readonly MerchantVolume[] }) {
  const { volumes: texts, merchant, payTypes, reviewQueueTotal: total } = useOperatorTexts()
  const language = useLanguage()
  const counts = [
    ['payins', payTypes.payin],
    ['payouts', payTypes.payout],
    ['refunds', payTypes.refund],
  ] as const
  const all = ({ payins, payouts, refunds }: MerchantVolume) => total(formatCount(payins + payouts + refunds, language))
  const share = ({ completed, ended }: MerchantVolume) => (ended === 0 ? '–' : formatShare(completed / ended, language))
  const columns: readonly Column<MerchantVolume>[] = [
    {
      key: 'merchant',
      header: merchant,
      line: 'first',
      render: ({ merchant_id: merchantId, name }) => (
        <TextLink to="/operator/merchants/$merchantId" params={{ merchantId }}>
          {name}
        </TextLink>
      ),
    },
    { key: 'all', header: texts.all, line: 'below', isLineOnly: true, render: all },
    ...counts.map(
      ([key, header]): Column<MerchantVolume> => ({
        key,
        header,
        align: 'right',
        render: (row) => formatCount(row[key], language),
      }),
    ),
    { key: 'share', header: texts.completed, align: 'right', render: share },
    {
      key: 'shareLine',
      header: texts.completed,
      line: 'end',
      isLineOnly: true,
      render: (row) => texts.share(share(row)),
    },
  ]
  return (
    <section aria-label={texts.merchants}>
      <Title order={3} size="h5" mb="xs">
        {texts.merchants}
      </Title>
      <DataTable caption={texts.merchants} columns={columns} rows={merchants} rowKey={(row) => row.merchant_id} />
    </section>
  )
}
