import { Text } from '@mantine/core'
import { useId } from 'react'
import type {
  BalanceDetailData,
  BalanceDetailsData,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import type { OverviewData, VolumeData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { currencyName, formatAmount, hasMoney } from '../../app/formats.ts'
import { type Language, useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { Sparkline } from '../../parts/charts.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Change } from './change.tsx'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

/** More stand on the page of balances. */
const cardsMax = 6

interface CardsProps {
  details: BalanceDetailsData
  /** Undefined while it is on its way: balances come first. */
  data: OverviewData | undefined
}

/** What the point can pay out, by currency: the busiest first, then what is below zero; each with how today goes. */
export function BalanceCards({ details, data }: CardsProps) {
  const { balances: texts } = useOverviewTexts()
  const { id: pointId } = usePoint()
  const id = useId()
  const volumeOf = (currency: string) =>
    data?.volumes.find((each) => each.pay_type === 'payin' && each.currency === currency)
  const countOf = ({ currency }: BalanceDetailData) => volumeOf(currency)?.count ?? 0
  const [busiest, ...others] = details.balances
    .filter((balance) => hasMoney(balance) || volumeOf(balance.currency))
    .toSorted((one, other) => countOf(other) - countOf(one))
  const belowZeroFirst = others.toSorted((one, other) => Number(isNegative(other)) - Number(isNegative(one)))
  const used = busiest === undefined ? [] : [busiest, ...belowZeroFirst]
  return (
    <section aria-labelledby={id}>
      <div className={classes['sectionHead']}>
        <h2 id={id} className={classes['sectionTitle']}>
          {texts.title}
        </h2>
        <TextLink to="/p/$pointId/balances" params={{ pointId }} size="sm">
          {used.length > 1 ? texts.seeAll(used.length) : texts.see}
        </TextLink>
      </div>
      {used.length === 0 ? (
        <Text c="dimmed">{texts.allZero}</Text>
      ) : (
        <ul className={classes['cards']}>
          {used.slice(0, cardsMax).map((balance) => (
            <BalanceCard
              key={balance.currency}
              balance={balance}
              today={details.today}
              data={data}
              volume={volumeOf(balance.currency)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface CardProps {
  balance: BalanceDetailData
  /** The point's day. */
  today: string
  data: OverviewData | undefined
  volume: VolumeData | undefined
}

function BalanceCard({ balance, today, data, volume }: CardProps) {
  const { balances: texts, change } = useOverviewTexts()
  const language = useLanguage()
  const { currency } = balance
  return (
    <li className={classes['card']}>
      <span className={classes['cardName']}>
        <strong>{currency}</strong> {currencyName(currency, language)}
      </span>
      <span className={classes['cardValue']} data-negative={isNegative(balance) || undefined}>
        {formatAmount(balance.available, currency, { language })}
      </span>
      <span className={classes['dim']}>{isNegative(balance) ? texts.negative : texts.available}</span>
      <Coming balance={balance} today={today} />
      {data && volume && (
        <>
          <div className={classes['cardSpark']}>
            <Spark {...{ volume, data }} />
          </div>
          <span className={classes['cardToday']}>
            {texts.today} <Amount value={volume.today.completed_amount} currency={currency} />
            <span className={classes['cardChange']}>
              <Change
                now={Number(volume.today.completed_amount)}
                before={Number(volume.same_day_last_week.completed_amount)}
                than={change.than['1']}
              />
            </span>
          </span>
        </>
      )}
    </li>
  )
}

/** What becomes available next, and what is reserved. */
function Coming({ balance, today }: { balance: BalanceDetailData; today: string }) {
  const { balances: texts } = useOverviewTexts()
  const language = useLanguage()
  const [next] = balance.releases
  const amount = (value: string) => formatAmount(value, balance.currency, { language })
  const parts = [
    ...(next
      ? [
          next.day === today
            ? texts.releaseToday(amount(next.amount))
            : texts.release(amount(next.amount), dayText(next.day, language)),
        ]
      : []),
    ...(!next && Number(balance.pending) !== 0 ? [texts.pending(amount(balance.pending))] : []),
    ...(Number(balance.reserved) !== 0 ? [texts.reserved(amount(balance.reserved))] : []),
  ]
  if (parts.length === 0) return null
  return <span className={classes['dim']}>{parts.join(' · ')}</span>
}

/** What is still running is left out: it would look like a fall. */
function Spark({ volume: { by_slot, currency }, data: { slots, now } }: { volume: VolumeData; data: OverviewData }) {
  const { balances: texts } = useOverviewTexts()
  const language = useLanguage()
  const past = by_slot.filter((_, index) => (slots[index + 1] ?? now) < now)
  const values = past.map(({ completed_amount }) => Number(completed_amount))
  const text = (value: number) => formatAmount(value, currency, { language })
  if (values.length < 2) return null
  return (
    <Sparkline
      label={`${texts.spark(currency)}: ${text(Math.min(...values))} – ${text(Math.max(...values))}`}
      values={values}
    />
  )
}

function isNegative({ available }: BalanceDetailData): boolean {
  return Number(available) < 0
}

/** `24 Nov`, of a day of the point's calendar. */
function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
