import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import type { AlertData, AlertKind, AlertListData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import type { OverviewData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { formatAmountWithCode, formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { narrow } from '../../app/theme.ts'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { grouped } from '../alerts/alert-groups.tsx'
import { useAlertsTexts } from '../alerts/texts.ts'
import { pageOf } from '../payments/page-of.ts'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

/** The server counts no further. */
const countMax = 100

/** More stand on the page of alerts. */
const alertsMax = 3

/** Alerts about what somebody of the merchant should look into, beside what the overview counts itself. */
const alertKinds: readonly AlertKind[] = [
  'key_expiring',
  'cards_guessed',
  'authentication_failing',
  'second_final_state',
  'payment_reversed',
  'paid_late',
]

interface Need {
  key: string
  isUrgent: boolean
  title: string
  note?: ReactNode
  link?: ReactNode
}

/** What waits for somebody of the merchant, the urgent first; undefined where nothing does. */
export function useNeeds(data: OverviewData | undefined): readonly Need[] {
  const alerts = useAlertNeeds()
  const approvals = useApprovalNeeds(data)
  const callbacks = useCallbackNeeds(data)
  const review = useReviewNeeds(data)
  return [...callbacks, ...approvals, ...alerts, ...review].toSorted(
    (one, other) => Number(other.isUrgent) - Number(one.isUrgent),
  )
}

/** On narrow screens one line with a count. */
export function NeedsYou({ needs }: { needs: readonly Need[] }) {
  const { needs: texts } = useOverviewTexts()
  const language = useLanguage()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const id = useId()
  const title = (
    <h2 id={id} className={classes['sectionTitle']}>
      {texts.title}
      {isNarrow && ` (${formatCount(needs.length, language)})`}
    </h2>
  )
  const list = <NeedList needs={needs} />
  return (
    <section aria-labelledby={id} className={classes['needs']}>
      {isNarrow ? (
        <details>
          <summary>{title}</summary>
          {list}
        </details>
      ) : (
        <>
          {title}
          {list}
        </>
      )}
    </section>
  )
}

function NeedList({ needs }: { needs: readonly Need[] }) {
  return (
    <ul>
      {needs.map(({ key, isUrgent, title, note, link }) => (
        <li key={key} data-urgent={isUrgent || undefined}>
          <Icon name={isUrgent ? 'warning' : 'bell'} />
          <div>
            <span className={classes['needTitle']}>{title}</span>
            {note !== undefined && <span className={classes['needNote']}>{note}</span>}
            {link !== undefined && <span className={classes['needLink']}>{link}</span>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function useCount(): (count: number) => string {
  const language = useLanguage()
  return (count) => `${formatCount(count, language)}${count >= countMax ? '+' : ''}`
}

function useApprovalNeeds(data: OverviewData | undefined): readonly Need[] {
  const { needs: texts } = useOverviewTexts()
  const { id: pointId } = usePoint()
  const count = useCount()
  if (!data || data.waiting.approvals.count === 0) return []
  const { count: waiting, first_until: until } = data.waiting.approvals
  return [
    {
      key: 'approvals',
      isUrgent: false,
      title: texts.approvals[waiting === 1 ? 'one' : 'other'](count(waiting)),
      ...(until !== null && {
        note: (
          <>
            {texts.firstExpires} <Instant at={until} distance />
          </>
        ),
      }),
      link: (
        <TextLink to="/p/$pointId/approvals" params={{ pointId }}>
          {texts.approve}
        </TextLink>
      ),
    },
  ]
}

function useCallbackNeeds(data: OverviewData | undefined): readonly Need[] {
  const { needs: texts } = useOverviewTexts()
  const { id: pointId, environment, permissions } = usePoint()
  const language = useLanguage()
  if (!data) return []
  const { state, failing_since: since, waiting, has_url: hasUrl } = data.callbacks
  const link = permissions.includes('webhook') && (
    <TextLink to="/p/$pointId/webhooks" params={{ pointId }}>
      {texts.webhooks}
    </TextLink>
  )
  const need = (isUrgent: boolean, title: string): Need => ({
    key: 'callbacks',
    isUrgent,
    title,
    note: (
      <>
        {texts.callbacksWait(formatCount(waiting, language))}
        {since !== null && (
          <>
            {' · '}
            {texts.since} <Instant at={since} distance />
          </>
        )}
      </>
    ),
    ...(link && { link }),
  })
  if (!hasUrl) return environment === 'live' && waiting > 0 ? [need(true, texts.noAddress)] : []
  if (state === 'paused') return waiting > 0 ? [need(false, texts.paused)] : []
  if (state === 'suspended') return [need(true, texts.suspended)]
  return state === 'well' ? [] : [need(true, texts.failing)]
}

function useReviewNeeds(data: OverviewData | undefined): readonly Need[] {
  const { needs: texts } = useOverviewTexts()
  const { id: pointId } = usePoint()
  const count = useCount()
  if (!data || data.waiting.review.oldest === null) return []
  const { count: reviewed, oldest } = data.waiting.review
  return [
    {
      key: 'review',
      isUrgent: false,
      title: texts.review[reviewed === 1 ? 'one' : 'other'](count(reviewed)),
      note: texts.reviewNote,
      link: (
        <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId: oldest.transaction_id }}>
          {reviewed === 1 ? texts.reviewOpen : texts.reviewOldest}
        </TextLink>
      ),
    },
  ]
}

function useAlertNeeds(): readonly Need[] {
  const { needs: texts } = useOverviewTexts()
  const { group } = useAlertsTexts()
  const { id: pointId } = usePoint()
  const language = useLanguage()
  const { data } = useRead<AlertListData>('/console/alerts', { query: { limit: 25 }, everySeconds: 60 })
  const isShown = ({ kind, point_id, resolved_at, seen }: AlertData) =>
    resolved_at === null && !seen && alertKinds.includes(kind) && (point_id === null || point_id === pointId)
  return grouped((data?.items ?? []).filter(isShown))
    .slice(0, alertsMax)
    .map(([first, ...others]) => {
      const isAlone = others.length === 0
      return {
        key: first.id,
        isUrgent: first.urgent,
        title: isAlone ? first.title : group(first.name, formatCount(others.length + 1, language)),
        link: isAlone && first.payment ? <PaymentOf alert={first} /> : <TextLink to="/alerts">{texts.alerts}</TextLink>,
      }
    })
}

function PaymentOf({ alert: { payment, point_id } }: { alert: AlertData }) {
  const { id: pointId } = usePoint()
  const language = useLanguage()
  if (!payment) return null
  return (
    <TextLink
      to={pageOf(payment.pay_type)}
      params={{ pointId: point_id ?? pointId, transactionId: payment.transaction_id }}
    >
      {formatAmountWithCode(payment.amount, payment.currency, { language })} · {payment.reference}
    </TextLink>
  )
}
