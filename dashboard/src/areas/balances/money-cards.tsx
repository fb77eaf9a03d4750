import { Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type {
  BalanceDetailData,
  CountData,
  ReservedFor,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { currencyName, formatAmount, formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { Amount } from '../../parts/amount.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import classes from './balances.module.css'
import { formatComingDay } from './day.ts'
import { useBalancesTexts } from './texts.ts'

/** Days of releases that a card shows at once; the others are unfolded. */
const daysShown = 5

interface MoneyCardsProps {
  /** First the currency that moves most. */
  balances: readonly BalanceDetailData[]
  /** The point's day. */
  today: string
}

/** What the point has now, in each currency that is not at zero. */
export function MoneyCards({ balances, today }: MoneyCardsProps) {
  const texts = useBalancesTexts()
  const moved = balances.filter(hasMoney)
  return (
    <section aria-label={texts.now}>
      <ul className={classes['cards']}>
        {moved.map((balance) => (
          <MoneyCard key={balance.currency} balance={balance} today={today} />
        ))}
      </ul>
      {moved.length < balances.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {moved.length > 0 ? texts.others : texts.allZero}
        </Text>
      )}
    </section>
  )
}

function MoneyCard({ balance, today }: { balance: BalanceDetailData; today: string }) {
  const { money } = useBalancesTexts()
  const language = useLanguage()
  const { id: pointId, permissions } = usePoint()
  const { currency, available } = balance
  const isNegative = Number(available) < 0
  return (
    <li className={classes['card']}>
      <span className={classes['aside']}>
        <strong>{currency}</strong> {currencyName(currency, language)}
      </span>
      <div className={classes['head']}>
        <div>
          <div className={classes['value']} data-negative={isNegative || undefined}>
            {formatAmount(available, currency, { language })}
          </div>
          <div className={classes['aside']}>{isNegative ? money.negative : money.available}</div>
        </div>
        {Number(available) > 0 && permissions.includes('payouts') && (
          <ButtonLink
            to="/p/$pointId/withdrawals"
            params={{ pointId }}
            search={{ currency }}
            aria-label={money.withdrawOf(currency)}
          >
            {money.withdraw}
          </ButtonLink>
        )}
      </div>
      <Releases balance={balance} today={today} />
      <Reserved balance={balance} />
    </li>
  )
}

/** How much more becomes available on which day. */
function Releases({ balance: { currency, pending, releases }, today }: { balance: BalanceDetailData; today: string }) {
  const { money, payments } = useBalancesTexts()
  const language = useLanguage()
  const count = useCount()
  const line = (row: BalanceDetailData['releases'][number]) => (
    <Line
      key={row.day}
      name={`${formatComingDay(row.day, today, language)} · ${payments[isOne(row.count) ? 'one' : 'other'](count(row.count))}`}
    >
      <Amount value={row.amount} currency={currency} />
    </Line>
  )
  const later = releases.slice(daysShown)
  return (
    <Lines title={money.pending(formatAmount(pending, currency, { language }))} isShown={releases.length > 0}>
      {releases.slice(0, daysShown).map(line)}
      {later.length > 0 && (
        <li>
          <details>
            <summary>{money.later(formatCount(later.length, language))}</summary>
            <ul className={classes['lines']}>{later.map(line)}</ul>
          </details>
        </li>
      )}
    </Lines>
  )
}

const listOf: Readonly<Record<ReservedFor, { to: '/p/$pointId/payouts' | '/p/$pointId/refunds'; reason?: string }>> = {
  in_transit: { to: '/p/$pointId/payouts' },
  approval: { to: '/p/$pointId/payouts', reason: 'awaiting_approval' },
  to_send: { to: '/p/$pointId/payouts' },
  refunds: { to: '/p/$pointId/refunds' },
}

/** What is reserved for what, each with its payments. */
function Reserved({ balance: { currency, reserved, reserved_for: parts } }: { balance: BalanceDetailData }) {
  const { money } = useBalancesTexts()
  const language = useLanguage()
  const { id: pointId } = usePoint()
  const count = useCount()
  return (
    <Lines title={money.reserved(formatAmount(reserved, currency, { language }))} isShown={parts.length > 0}>
      {parts.map(({ what, amount, count: of }) => (
        <Line
          key={what}
          name={
            <TextLink
              to={listOf[what].to}
              params={{ pointId }}
              search={{ status: 'PENDING', currency, reason: listOf[what].reason }}
            >
              {money.reservedFor[what]} ({count(of)})
            </TextLink>
          }
        >
          <Amount value={amount} currency={currency} />
        </Line>
      ))}
    </Lines>
  )
}

function Lines({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  const id = useId()
  if (!isShown) return null
  return (
    <div className={classes['part']}>
      <div id={id}>{title}</div>
      <ul className={classes['lines']} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <li className={classes['line']}>
      <span>{name}</span>
      {children}
    </li>
  )
}

/** Whether there is or was something to see: an amount that is not zero. */
export function hasMoney(row: BalanceDetailData): boolean {
  return [row.available, row.pending, row.reserved].some((amount) => Number(amount) !== 0)
}

/** `1,000+` where there are more. */
function useCount(): (count: CountData) => string {
  const language = useLanguage()
  return ({ count, more }) => `${formatCount(count, language)}${more ? '+' : ''}`
}

function isOne({ count, more }: CountData): boolean {
  return count === 1 && !more
}
