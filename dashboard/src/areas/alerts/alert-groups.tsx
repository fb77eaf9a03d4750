import { Group, Text } from '@mantine/core'
import type { AlertData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useCurrentPoint } from '../../app/point.ts'
import { usePerson, useSession } from '../../app/session.ts'
import { TextLink } from '../../parts/links.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { EnvironmentBadge, Tag, type Tone } from '../../parts/values/tag.tsx'
import { pageOf } from '../payments/page-of.ts'
import classes from './alert-groups.module.css'
import { useAlertsTexts } from './texts.ts'

/** Alerts, those of one kind and place together where they are open or ended alike. */
export function AlertGroups({ alerts }: { alerts: readonly AlertData[] }) {
  const texts = useAlertsTexts()
  const language = useLanguage()
  const groups = grouped(alerts)
  return (
    <ul className={classes['groups']} aria-label={texts.title}>
      {groups.map((group) => {
        const [first, ...others] = group
        return (
          <li key={first.id} className={classes['group']} data-tone={toneOf(first)}>
            {others.length === 0 ? (
              <OneAlert alert={first} />
            ) : (
              <details>
                <summary>
                  <Group component="span" gap="xs" display="inline-flex">
                    <AlertState alert={first} />
                    <strong>{texts.group(first.name, formatCount(others.length + 1, language))}</strong>
                    <Instant at={first.created_at} distance />
                  </Group>
                </summary>
                {group.map((alert) => (
                  <OneAlert key={alert.id} alert={alert} />
                ))}
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Alerts of one kind and place that are open or ended alike, in the order of their newest. */
export function grouped(alerts: readonly AlertData[]): (readonly [AlertData, ...AlertData[]])[] {
  const groups = new Map<string, [AlertData, ...AlertData[]]>()
  for (const alert of alerts) {
    const key = `${alert.kind} ${alert.point_id} ${alert.resolved_at === null}`
    const group = groups.get(key)
    if (group) group.push(alert)
    else groups.set(key, [alert])
  }
  return [...groups.values()]
}

function toneOf({ resolved_at, urgent }: AlertData): Tone {
  if (resolved_at !== null) return 'calm'
  return urgent ? 'bad' : 'wait'
}

function AlertState({ alert }: { alert: AlertData }) {
  const { open, ended, seen } = useAlertsTexts()
  const word = alert.seen ? seen : open
  return <Tag tone={toneOf(alert)}>{alert.resolved_at === null ? word : ended}</Tag>
}

/** What it says, the transaction that it is about, and since when. */
function OneAlert({ alert }: { alert: AlertData }) {
  return (
    <div className={classes['alert']}>
      <Group gap="xs">
        <AlertState alert={alert} />
        <Text fw={600}>{alert.title}</Text>
        <Text size="sm" c="dimmed" component="span">
          <Instant at={alert.created_at} distance />
        </Text>
      </Group>
      <About alert={alert} />
      <Text size="sm" c="dimmed" maw="48rem">
        {alert.text}
      </Text>
    </div>
  )
}

/** The pages of a point where one does something about a kind. */
const pageOfKind = {
  callbacks_failing: '/p/$pointId/webhooks',
  callbacks_recovered: '/p/$pointId/webhooks',
  payment_reversed: '/p/$pointId/payments',
  second_final_state: '/p/$pointId/payments',
  paid_late: '/p/$pointId/payments',
  payout_approval: '/p/$pointId/approvals',
  payout_approval_lapsing: '/p/$pointId/approvals',
  key_expiring: '/p/$pointId/credentials',
  credential_changed: '/p/$pointId/credentials',
} as const

/** The transaction, else the place, with the way there. */
function About({ alert }: { alert: AlertData }) {
  const { transactionId, withdrawalAccounts } = useAlertsTexts()
  const { points } = useSession()
  const { side } = usePerson()
  const { payment, facts } = alert
  const { transaction_id: transaction, point, account, environment } = facts
  const own = points.find(({ id }) => id === alert.point_id)
  const place = point ?? account
  const here = useCurrentPoint()
  if (alert.kind === 'withdrawal_account_changed' && here && side !== 'operator') {
    const { id: pointId } = points.find((each) => each.environment === environment) ?? here
    return (
      <TextLink to="/p/$pointId/withdrawal-accounts" params={{ pointId }} size="sm">
        {withdrawalAccounts}
      </TextLink>
    )
  }
  if (payment && (own || side === 'operator')) return <PaymentLine payment={payment} pointId={own?.id} />
  if (place === undefined) {
    return transaction === undefined ? null : <Identifier value={transaction} name={transactionId} />
  }
  const page = alert.kind in pageOfKind ? pageOfKind[alert.kind as keyof typeof pageOfKind] : undefined
  return (
    <Group gap="xs">
      {page && own ? (
        <TextLink to={page} params={{ pointId: own.id }} size="sm">
          {place}
        </TextLink>
      ) : (
        <Text size="sm">{place}</Text>
      )}
      {(environment === 'test' || environment === 'live') && <EnvironmentBadge environment={environment} />}
    </Group>
  )
}

interface PaymentLineProps {
  payment: NonNullable<AlertData['payment']>
  /** Undefined: the operator's page. */
  pointId: string | undefined
}

function PaymentLine({ payment, pointId }: PaymentLineProps) {
  const { transaction_id: transactionId, pay_type, reference, amount, currency, service_code } = payment
  const shown = (
    <>
      <Amount value={amount} currency={currency} /> · {reference}
    </>
  )
  return (
    <Group gap="xs">
      {pointId === undefined ? (
        <TextLink to="/operator/transactions/$transactionId" params={{ transactionId }}>
          {shown}
        </TextLink>
      ) : (
        <TextLink to={pageOf(pay_type)} params={{ pointId, transactionId }}>
          {shown}
        </TextLink>
      )}
      <Method code={service_code} short />
    </Group>
  )
}
