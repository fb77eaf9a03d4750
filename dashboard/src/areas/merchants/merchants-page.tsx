import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { MerchantData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { useChange, usePages } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { FilterBar } from '../../parts/tables/filter-bar.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useOperatorTexts } from '../operator/texts.ts'

export function MerchantsPage() {
  const texts = useOperatorTexts()
  const filters = useUrlFilters('/operator/merchants')
  const [isOpen, setIsOpen] = useState(false)
  const may = useMay('operator_act')
  const pages = usePages<MerchantData>('/console/operator/merchants', { query: filters.values })
  return (
    <>
      <PageHeader
        title={texts.merchantsTitle}
        explanation={texts.merchantsExplanation}
        actions={
          may && (
            <Button leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
              {texts.newMerchant}
            </Button>
          )
        }
      />
      <FilterBar filters={filters} fields={[{ kind: 'search', name: 'search', label: texts.searchText }]} />
      <PagedTable
        caption={texts.merchantsTitle}
        pages={pages}
        columns={useColumns()}
        rowKey={(row) => row.merchant_id}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={<EmptyState title={texts.merchantsEmpty} />}
      />
      <NewMerchant opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

function useColumns(): readonly Column<MerchantData>[] {
  const texts = useOperatorTexts()
  return [
    {
      key: 'name',
      header: texts.merchant,
      isHead: true,
      render: (row) => (
        <TextLink to="/operator/merchants/$merchantId" params={{ merchantId: row.merchant_id }}>
          {row.name}
        </TextLink>
      ),
    },
    {
      key: 'points',
      header: texts.points,
      render: (row) => (
        <Stack gap={4}>
          {row.points.map((point) => (
            <Group key={point.point_id} gap="xs">
              <TextLink to="/operator/points/$pointId" params={{ pointId: point.point_id }}>
                {point.name}
              </TextLink>
              <EnvironmentBadge environment={point.environment} />
            </Group>
          ))}
          {row.points.length === 0 && texts.none}
        </Stack>
      ),
    },
    { key: 'people', header: texts.people, align: 'right', render: (row) => row.people },
    { key: 'created', header: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
  ]
}

function NewMerchant({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const texts = useOperatorTexts()
  const { parts } = useShellTexts()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useChange(() => api.post<MerchantData>('/console/operator/merchants', { name }), {
    done: texts.merchantMade,
    onDone: ({ merchant_id: merchantId }) => {
      onClose()
      void navigate({ to: '/operator/merchants/$merchantId', params: { merchantId } })
    },
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    create.mutate(undefined)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={texts.newMerchant} closeButtonProps={{ 'aria-label': parts.close }}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={texts.name}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {texts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
