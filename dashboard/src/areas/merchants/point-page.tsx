import { Stack, Tabs, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorPointData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Actor } from '../../parts/values/actor-name.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Said, useDetailText } from '../../parts/values/said.tsx'
import { EnvironmentBadge, Tag } from '../../parts/values/tag.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from '../operator/texts.ts'
import { useTransferColumns } from '../operator/transfer-table.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { PointBrand } from './point-brand.tsx'
import { PointBalances, PointLimits, type PointMoneyProps } from './point-money.tsx'
import { PointSettings } from './point-settings.tsx'

export function PointPage() {
  const { pointId = '' } = useParams({ strict: false })
  const found = useRead<OperatorPointData>(`/console/operator/points/${encodeURIComponent(pointId)}`)
  return (
    <ReadState heading={1} result={found}>
      {(point) => <Point point={point} />}
    </ReadState>
  )
}

function Point({ point }: { point: OperatorPointData }) {
  const texts = useOperatorTexts()
  const [proposing, setProposing] = useState<Proposing>()
  const { status } = point.settings
  return (
    <>
      <PageHeader
        title={`${point.merchant.name} · ${point.name}`}
        mark={
          <>
            <EnvironmentBadge environment={point.environment} />
            <Tag tone={status === 'active' ? 'good' : 'bad'}>{texts[status]}</Tag>
          </>
        }
        explanation={<ZoneNote />}
      />
      <Parts
        point={point}
        onPropose={(action, initial) =>
          setProposing({ action, about: { point_id: point.point_id }, environment: point.environment, ...initial })
        }
      />
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

const tabs = ['money', 'limits', 'settings', 'page', 'changes'] as const

function Parts(props: PointMoneyProps) {
  const { pointTabs } = useOperatorTexts()
  const { values, set } = useUrlFilters('/operator/points/$pointId')
  const { point } = props
  return (
    <Tabs
      value={tabs.find((each) => each === values.tab) ?? 'money'}
      onChange={(next) => set({ tab: next === 'money' ? '' : (next ?? '') })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {pointTabs[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="money">
        <Stack gap="xs">
          <Facts point={point} />
          <PointBalances {...props} />
          <ManualAction point={point} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="limits">
        <Stack gap="xs">
          <PointLimits {...props} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <PointSettings point={point} />
      </Tabs.Panel>
      <Tabs.Panel value="page">
        <PointBrand pointId={point.point_id} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <Audit point={point} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Facts({ point }: { point: OperatorPointData }) {
  const texts = useOperatorTexts()
  const { values } = useOperatorWords()
  const { callbacks } = point
  const facts = [
    { name: 'auth_point_id', value: <Identifier value={point.point_id} name="auth_point_id" /> },
    {
      name: texts.merchant,
      value: (
        <TextLink to="/operator/merchants/$merchantId" params={{ merchantId: point.merchant.merchant_id }}>
          {point.merchant.name}
        </TextLink>
      ),
    },
    { name: texts.createdAt, value: <Instant at={point.created_at} /> },
    {
      name: texts.callbacks,
      value: `${callbacks.url ?? texts.none}${callbacks.status === null ? '' : ` (${wordOf(values, callbacks.status)})`}`,
    },
    ...(callbacks.failing_since === null
      ? []
      : [{ name: texts.failingSince, value: <Instant at={callbacks.failing_since} /> }]),
    {
      name: texts.transactionsTitle,
      value: (
        <TextLink to="/operator/transactions" search={{ point_id: point.point_id }}>
          {texts.transactionsTitle}
        </TextLink>
      ),
    },
  ]
  return (
    <Panel title={texts.pointTitle}>
      <DescriptionList facts={facts} />
    </Panel>
  )
}

function ManualAction({ point }: { point: OperatorPointData }) {
  const texts = useOperatorTexts()
  const columns = useTransferColumns()
  if (point.by_hand.length === 0) return null
  return (
    <Panel title={texts.manualTitle}>
      <DataTable caption={texts.manualTitle} rows={point.by_hand} rowKey={(row) => row.transfer_id} columns={columns} />
    </Panel>
  )
}

function Audit({ point }: { point: OperatorPointData }) {
  const texts = useOperatorTexts()
  const detailText = useDetailText()
  return (
    <Panel title={texts.auditTitle}>
      <DataTable
        caption={texts.auditTitle}
        rows={point.audit}
        rowKey={(row) => `${row.at} ${row.action}`}
        columns={[
          { key: 'at', header: texts.updatedAt, render: (row) => <Instant at={row.at} /> },
          {
            key: 'action',
            header: texts.what,
            isHead: true,
            render: (row) => <Said said={row.said} action={row.action} />,
          },
          { key: 'actor', header: texts.people, render: (row) => <Actor name={row.actor} /> },
          { key: 'detail', header: texts.details, render: (row) => <Details>{detailText(row.detail)}</Details> },
        ]}
      />
    </Panel>
  )
}

function Details({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" maw="32rem" style={{ overflowWrap: 'anywhere' }}>
      {children === '' ? '–' : children}
    </Text>
  )
}
