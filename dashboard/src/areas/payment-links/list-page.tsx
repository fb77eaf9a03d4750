import { Group, Text } from '@mantine/core'
import type {
  LinkStatus,
  PaymentLinkData,
} from '../../../../gateway/src/extras/payment-links/http/contract/payment-links.ts'
import { formatAmountWithCode, formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages } from '../../app/reading.ts'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink, RowLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { FilterBar } from '../../parts/tables/filter-bar.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { usePaymentLinksTexts } from './texts.ts'

const refreshSeconds = 30

/** The point's payment links, newest first. */
export function PaymentLinksPage() {
  const texts = usePaymentLinksTexts()
  const filters = useUrlFilters('/p/$pointId/payment-links')
  const pages = usePages<PaymentLinkData>(usePointPath()('/payment-links'), {
    query: filters.values,
    everySeconds: refreshSeconds,
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
        actions={<MakeLink />}
      />
      <FilterBar
        filters={filters}
        fields={[
          {
            kind: 'search',
            name: 'reference',
            label: texts.reference,
            placeholder: texts.wholeReference,
            isMain: true,
          },
        ]}
      />
      <PagedTable
        caption={texts.title}
        columns={useColumns()}
        isList
        rowKey={(row) => row.payment_link_id}
        pages={pages}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={
          <EmptyState title={texts.empty} explanation={texts.emptyWords}>
            <MakeLink />
          </EmptyState>
        }
      />
    </>
  )
}

function MakeLink() {
  const { make } = usePaymentLinksTexts()
  const { id: pointId, permissions } = usePoint()
  if (!permissions.includes('payins')) return null
  return (
    <ButtonLink to="/p/$pointId/payment-links/new" params={{ pointId }} leftSection={<Icon name="plus" />}>
      {make}
    </ButtonLink>
  )
}

function useColumns(): readonly Column<PaymentLinkData>[] {
  const texts = usePaymentLinksTexts()
  const { id: pointId } = usePoint()
  const amountOf = useLinkAmount()
  const title = (link: PaymentLinkData) => (
    <RowLink to="/p/$pointId/payment-links/$linkId" params={{ pointId, linkId: link.payment_link_id }}>
      {link.title}
    </RowLink>
  )
  return [
    { key: 'title', header: texts.name, line: 'first', render: title },
    { key: 'reference', header: texts.reference, line: 'below', render: ({ reference }) => reference },
    { key: 'amount', header: texts.amount, line: 'end', align: 'right', width: '18rem', render: amountOf },
    { key: 'status', header: texts.status, line: 'mark', width: '16rem', render: (link) => <LinkState link={link} /> },
    {
      ...{ key: 'created', header: texts.created, width: '11.5rem' },
      render: (link) => <Instant at={link.created_at} short />,
    },
  ]
}

/** What each payer pays, or between what they choose. */
export function useLinkAmount(): (link: PaymentLinkData) => string {
  const { between } = usePaymentLinksTexts()
  const language = useLanguage()
  return ({ amount, amount_min: least, amount_max: most, currency }) => {
    const print = (value: number | null) => formatAmountWithCode(value ?? 0, currency, { language })
    return amount === null ? between(print(least), print(most)) : print(amount)
  }
}

const tones: Readonly<Record<LinkStatus, Tone>> = { active: 'good', paused: 'wait', used_up: 'calm', expired: 'calm' }

/** The status, and how many payers have used it. */
export function LinkState({ link: { status, uses, uses_max: most } }: { link: PaymentLinkData }) {
  const texts = usePaymentLinksTexts()
  const language = useLanguage()
  const count = (number: number) => formatCount(number, language)
  return (
    <Group gap="xs" wrap="nowrap">
      <Tag tone={tones[status]}>{texts.statuses[status]}</Tag>
      <Text size="sm" component="span">
        {most !== null && texts.usesOf(count(uses), count(most))}
        {most === null && (uses === 1 ? texts.uses.one : texts.uses.other(count(uses)))}
      </Text>
    </Group>
  )
}
