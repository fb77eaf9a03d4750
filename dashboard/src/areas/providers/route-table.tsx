import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { RouteData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { formatDecimal } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useMay } from '../../app/session.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { TextLink } from '../../parts/links.tsx'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { useProviderTexts } from './texts.ts'

interface TableProps {
  routes: readonly RouteData[]
  /** All are of one account, which is not named again. */
  isOfAccount?: boolean
  /** What is said where there is none. */
  empty: string
}

/** Routes in the order in which they are tried. */
export function RouteTable({ routes, isOfAccount = false, empty }: TableProps) {
  const texts = useProviderTexts()
  const [removed, setRemoved] = useState<RouteData>()
  const columns = useRouteColumns(setRemoved).filter(({ key }) => !isOfAccount || key !== 'account')
  if (routes.length === 0) return <Text size="sm">{empty}</Text>
  return (
    <>
      <DataTable caption={texts.routes} rows={routes} rowKey={(row) => row.route_id} columns={columns} />
      {removed && (
        <ActionDialog
          title={texts.removeRoute}
          action="route_remove"
          input={{ route_id: removed.route_id }}
          environment={removed.environment}
          onClose={() => setRemoved(undefined)}
        >
          <Text size="sm">{texts.removeWords}</Text>
        </ActionDialog>
      )}
    </>
  )
}

function useRouteColumns(remove: (route: RouteData) => void): readonly Column<RouteData>[] {
  const texts = useProviderTexts()
  const may = useMay('operator_act')
  return [
    {
      key: 'service',
      header: texts.service,
      isHead: true,
      render: (row) => (row.service_code === '*' ? texts.everyService : row.service_code),
    },
    {
      key: 'direction',
      header: texts.direction,
      render: (row) => (row.pay_type === 'payin' ? texts.payin : texts.payout),
    },
    {
      key: 'point',
      header: texts.point,
      render: (row) =>
        row.point ? (
          <TextLink to="/operator/points/$pointId" params={{ pointId: row.point.point_id }}>
            {row.point.name}
          </TextLink>
        ) : (
          texts.allPoints
        ),
    },
    {
      key: 'account',
      header: texts.account,
      render: (row) => (
        <TextLink to="/operator/connectors/$accountId" params={{ accountId: row.connector_account_id }}>
          {row.account}
        </TextLink>
      ),
    },
    { key: 'priority', header: texts.priority, align: 'right', render: (row) => row.priority },
    { key: 'amounts', header: texts.amounts, align: 'right', render: (row) => <Amounts route={row} /> },
    ...(may
      ? [
          {
            key: 'remove',
            header: '',
            render: (row: RouteData) => (
              <Button
                size="xs"
                variant="default"
                disabled={row.of_deposits}
                title={row.of_deposits ? texts.ofDeposits : undefined}
                onClick={() => remove(row)}
              >
                {texts.remove}
              </Button>
            ),
          },
        ]
      : []),
  ]
}

/** `any`, `≥ 100.00`, `≤ 500.00`, `100.00 – 500.00`. */
function Amounts({ route: { amount_min: min, amount_max: max } }: { route: RouteData }) {
  const texts = useProviderTexts()
  const language = useLanguage()
  const shown = (amount: string) => formatDecimal(amount, language)
  if (min !== null && max !== null) return `${shown(min)} – ${shown(max)}`
  if (min !== null) return `≥ ${shown(min)}`
  return max === null ? texts.anyAmount : `≤ ${shown(max)}`
}
