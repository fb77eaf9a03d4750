import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type { PaymentLinkData } from '../../../../gateway/src/extras/payment-links/http/contract/payment-links.ts'
import type {
  Reason,
  ServicesData,
  Status,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { addresses, type ParameterOf } from '../../app/addresses.ts'
import { usePrintedDecimal } from '../../app/amount-faults.ts'
import { datePresets, dayStartIn, presetSpans } from '../../app/date-presets.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Icon } from '../../parts/icons.tsx'
import { usePausedText } from '../../parts/paused-text.ts'
import { FilterBar, optionsOf } from '../../parts/tables/filter-bar.tsx'
import { type UrlFilters, useUrlFilters } from '../../parts/tables/url-filters.ts'
import { useMethodName } from '../../parts/values/method.tsx'
import { SearchedAmount } from '../../parts/values/searched-amount.tsx'
import { useStatusTexts } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

type Name = ParameterOf<'/p/$pointId/payments'>
const names = Object.keys(addresses['/p/$pointId/payments']) as Name[]

/** The filters behind "more". */
const further: readonly Name[] = ['reason', 'currency', 'amount_from', 'amount_to', 'from', 'to']

/** The list's filters out of the address, and as the API wants them. */
export function useListFilters(): { filters: UrlFilters<Name>; query: Record<string, string | undefined> } {
  const filters = useUrlFilters('/p/$pointId/payments')
  const { time_zone: timeZone } = usePoint()
  const { search, from, to, amount_from: least, amount_to: most, ...values } = filters.values
  return {
    filters,
    query: {
      ...values,
      q: search,
      amount_from: exactOf(least),
      amount_to: exactOf(most),
      created_from: dayStartIn(timeZone, from),
      created_to: dayStartIn(timeZone, to, 1),
    },
  }
}

/** Exact decimal text; what cannot be read, as in an address that somebody wrote, is left for the server to refuse. */
function exactOf(typed: string): string {
  const reading = readTypedAmount(typed)
  return reading.ok ? reading.decimal : typed
}

/** Search, method and period; the others on request; and what is set, each to be taken away. */
export function ListFilters({ filters }: { filters: UrlFilters<Name> }) {
  const { list } = usePaymentsTexts()
  const services = useServices()
  const methodName = useMethodName()
  const [isOpen, setIsOpen] = useState(further.some((name) => filters.values[name] !== ''))
  return (
    <>
      <FilterBar
        filters={filters}
        furtherCount={further.filter((name) => filters.values[name] !== '').length}
        fields={[
          { kind: 'search', name: 'search', label: list.search, placeholder: list.searchPlaceholder, isMain: true },
          {
            kind: 'choice',
            name: 'service_code',
            label: list.method,
            options: services.map(({ service_code: value, country }) => ({
              value,
              label: `${country} · ${methodName(value)} · ${value}`,
            })),
          },
        ]}
      >
        <PeriodField filters={filters} />
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          rightSection={<Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? list.less : list.more}
        </Button>
        {isOpen && <MoreFilters filters={filters} />}
      </FilterBar>
      <SearchedAmount text={filters.values.search} />
      <ActiveFilters filters={filters} />
    </>
  )
}

/** Days of the point's calendar that are asked for most; any others stand among the further filters. */
function PeriodField({ filters }: { filters: UrlFilters<Name> }) {
  const { list } = usePaymentsTexts()
  const { parts } = useShellTexts()
  const { time_zone: timeZone } = usePoint()
  const spans = presetSpans(timeZone)
  const { from, to } = filters.values
  const chosen = datePresets.find((preset) => spans[preset].from === from && spans[preset].to === to)
  const isOther = chosen === undefined && (from !== '' || to !== '')
  return (
    <NativeSelect
      label={list.period(timeZone)}
      value={chosen ?? (isOther ? 'other' : '')}
      onChange={(event) => {
        const preset = datePresets.find((each) => each === event.currentTarget.value)
        filters.set(preset ? spans[preset] : { from: '', to: '' })
      }}
      data={[
        { value: '', label: parts.any },
        ...datePresets.map((preset) => ({ value: preset, label: list.periods[preset] })),
        ...(isOther ? [{ value: 'other', label: list.otherDays }] : []),
      ]}
    />
  )
}

function MoreFilters({ filters }: { filters: UrlFilters<Name> }) {
  const { list } = usePaymentsTexts()
  const { reason } = useStatusTexts()
  const { parts } = useShellTexts()
  const currencies = [...new Set(useServices().map(({ currency }) => currency))].sort()
  const any = { value: '', label: parts.any }
  return (
    <fieldset className={classes['more']}>
      <legend className="pa-unseen">{list.more}</legend>
      <NativeSelect
        label={list.reason}
        value={filters.values.reason}
        onChange={(event) => filters.set({ reason: event.currentTarget.value })}
        data={[any, ...optionsOf(reason)]}
      />
      <NativeSelect
        label={list.currency}
        value={filters.values.currency}
        onChange={(event) => filters.set({ currency: event.currentTarget.value })}
        data={[any, ...currencies]}
      />
      <BoundField label={list.amountFrom} name="amount_from" filters={filters} />
      <BoundField label={list.amountTo} name="amount_to" filters={filters} />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={name === 'from' ? list.createdFrom : list.createdTo}
          value={filters.values[name]}
          onChange={(event) => filters.set({ [name]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  )
}

/** The address gets the exact decimal text; what cannot be read changes no filter, and the field says why. */
function BoundField({ label, name, filters }: { label: string; name: Name; filters: UrlFilters<Name> }) {
  const currency = filters.values.currency === '' ? undefined : (filters.values.currency as CurrencyCode)
  const [text, type] = usePausedText(filters.values[name], (typed) => {
    const reading = readTypedAmount(typed, { currency })
    if (typed !== '' && !reading.ok) return filters.values[name]
    const exact = reading.ok ? reading.decimal : ''
    filters.set({ [name]: exact })
    return exact
  })
  return <AmountField label={label} value={text} currency={currency} onChange={type} />
}

function ActiveFilters({ filters }: { filters: UrlFilters<Name> }) {
  const { list, facts } = usePaymentsTexts()
  const statuses = useStatusTexts()
  const methodName = useMethodName()
  const print = usePrintedDecimal()
  const { time_zone: timeZone } = usePoint()
  // Days are the point's, times the viewer's.
  const zone = timeZone === Intl.DateTimeFormat().resolvedOptions().timeZone ? '' : ` (${timeZone})`
  const linkId = filters.values.payment_link_id
  const linkPath = usePointPath()(`/payment-links/${encodeURIComponent(linkId)}`)
  const link = useRead<PaymentLinkData>(linkPath, { enabled: linkId !== '' }).data
  const amount = (value: string) => {
    const reading = readTypedAmount(value)
    return reading.ok ? print(reading.decimal) : value
  }
  const shown: Readonly<Record<Name, (value: string) => ReactNode>> = {
    search: (value) => `${list.search}: ${value}`,
    status: (value) => `${list.status}: ${statuses.status[value as Status] ?? value}`,
    reason: (value) => `${list.reason}: ${statuses.reason[value as Reason] ?? value}`,
    service_code: (value) => `${list.method}: ${methodName(value)} (${value})`,
    currency: (value) => `${list.currency}: ${value}`,
    amount_from: (value) => `${list.amountFrom}: ${amount(value)}`,
    amount_to: (value) => `${list.amountTo}: ${amount(value)}`,
    from: (value) => `${list.createdFrom}: ${value}${zone}`,
    to: (value) => `${list.createdTo}: ${value}${zone}`,
    payment_link_id: (value) => `${facts.link}: ${link?.title ?? value}`,
  }
  const active = names.filter((name) => name !== 'status' && filters.values[name] !== '')
  if (active.length === 0) return null
  return (
    <ul className={classes['chips']} aria-label={list.active}>
      {active.map((name) => {
        const label = shown[name](filters.values[name])
        return (
          <li key={name}>
            <Button
              size="compact-sm"
              radius="xl"
              variant="default"
              aria-label={list.remove(String(label))}
              rightSection={<Icon name="cross" size={12} />}
              onClick={() => filters.set({ [name]: '' })}
            >
              <span className={classes['chip']}>{label}</span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function useServices(): ServicesData['services'] {
  const path = usePointPath()
  return useRead<ServicesData>(path('/services')).data?.services ?? []
}
