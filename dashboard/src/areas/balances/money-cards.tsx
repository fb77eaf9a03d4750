import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type {
  BalanceDetailData,
  CountData,
  ReservedFor,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { currencyName, formatAmount, formatCount, hasMoney } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { narrow } from '../../app/theme.ts'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import classes from './balances.module.css'
import { formatComingDay } from './day.ts'
import { useBalancesTexts } from './texts.ts'

/** Days of releases that a card shows one by one; all of them stand in the sum. */
const daysShown = 7

interface MoneyCardsProps {
  /** First the currency that moves most. */
  balances: readonly BalanceDetailData[]
  /** The point's day. */
  today: string
  /** First day of the shown period, and its currency. */
  from: string
  chosen: string | undefined
}

/** Cards before the statement on a phone. */
const cardsOfPhoneMax = 4

/** What the point has now, in each currency that is not at zero. A phone folds what the period does not move, and many. */
export function MoneyCards({ balances, today, from, chosen }: MoneyCardsProps) {
  const texts = useBalancesTexts()
  const language = useLanguage()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const moved = balances.filter(hasMoney)
  const isShown = ({ currency, last_moved_on: day }: BalanceDetailData) =>
    !isNarrow || currency === chosen || (day !== null && day >= from)
  const shown = moved.filter(isShown).slice(0, isNarrow ? cardsOfPhoneMax : moved.length)
  const folded = moved.filter((each) => !shown.includes(each))
  const cards = (of: readonly BalanceDetailData[]) => (
    <ul className={classes['cards']}>
      {of.map((balance) => (
        <MoneyCard key={balance.currency} balance={balance} today={today} />
      ))}
    </ul>
  )
  return (
    <section aria-label={texts.now}>
      {cards(shown)}
      {folded.length > 0 && (
        <details className={classes['folded']}>
          <summary>{texts.more[folded.length === 1 ? 'one' : 'other'](formatCount(folded.length, language))}</summary>
          {cards(folded)}
        </details>
      )}
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
  const { currency, available, release_days: days } = balance
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
      <DescriptionList facts={useFacts(balance, today)} />
      {days !== null && <div className={classes['aside']}>{releaseText(days, money.free)}</div>}
    </li>
  )
}

/** When the money of a pay-in becomes available. */
function releaseText(
  { least, most }: NonNullable<BalanceDetailData['release_days']>,
  free: ReturnType<typeof useBalancesTexts>['money']['free'],
): string {
  if (most === 0) return free.atOnce
  return least === most ? free.after(String(most)) : free.between(String(least), String(most))
}

const listOf: Readonly<Record<ReservedFor, { to: '/p/$pointId/payouts' | '/p/$pointId/refunds'; reason?: string }>> = {
  in_transit: { to: '/p/$pointId/payouts' },
  approval: { to: '/p/$pointId/payouts', reason: 'awaiting_approval' },
  to_send: { to: '/p/$pointId/payouts' },
  refunds: { to: '/p/$pointId/refunds' },
}

/** How much more becomes available on which day, and what is reserved for what, each with its payments. */
function useFacts({ currency, pending, releases, reserved_for: reserved }: BalanceDetailData, today: string): Fact[] {
  const { money, payments } = useBalancesTexts()
  const language = useLanguage()
  const { id: pointId } = usePoint()
  const count = useCount()
  const amount = (value: string) => <Amount value={value} currency={currency} />
  return [
    ...releases.slice(0, daysShown).map((row) => ({
      name: money.comes(
        formatComingDay(row.day, today, language),
        payments[isOne(row.count) ? 'one' : 'other'](count(row.count)),
      ),
      value: amount(row.amount),
    })),
    ...(releases.length > 1
      ? [{ name: money.pending(formatCount(releases.length, language)), value: amount(pending) }]
      : []),
    ...reserved.map(({ what, amount: sum, count: of }) => ({
      name: `${money.reservedFor[what]} (${count(of)})`,
      value: (
        <TextLink
          to={listOf[what].to}
          params={{ pointId }}
          search={{ status: 'PENDING', currency, reason: listOf[what].reason }}
        >
          {amount(sum)}
        </TextLink>
      ),
    })),
  ]
}

/** `1,000+` where there are more. */
function useCount(): (count: CountData) => string {
  const language = useLanguage()
  return ({ count, more }) => `${formatCount(count, language)}${more ? '+' : ''}`
}

function isOne({ count, more }: CountData): boolean {
  return count === 1 && !more
}
