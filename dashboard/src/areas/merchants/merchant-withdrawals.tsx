import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  MerchantPageData,
  ProposedAccountData,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { Joined } from '../../parts/values/joined.tsx'
import { Method } from '../../parts/values/method.tsx'
import { EnvironmentBadge, Tag } from '../../parts/values/tag.tsx'
import { useOperatorTexts } from '../operator/texts.ts'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'

/** Accounts for withdrawals that wait for a second person, of one merchant or of all. */
export function useProposedAccounts(merchantId?: string): readonly ProposedAccountData[] {
  const { data } = useRead<{ items: readonly ProposedAccountData[] }>('/console/operator/withdrawal-accounts/waiting', {
    query: { merchant_id: merchantId },
    everySeconds: 30,
  })
  return data?.items ?? []
}

/** By which documents the merchant is known, and the accounts for its money that wait. */
export function MerchantWithdrawals({ merchant }: { merchant: MerchantPageData }) {
  const { withdrawals: texts } = useOperatorTexts()
  const [proposing, setProposing] = useState<Proposing>()
  const mayAct = useMay('operator_act')
  const waiting = useProposedAccounts(merchant.merchant_id)
  const fixed = { merchant_id: merchant.merchant_id }
  const addDocument = () => setProposing({ action: 'merchant_document', about: {}, fixed })
  const endDocument = ({ country, type, number }: MerchantDocument) =>
    setProposing({
      ...{ action: 'merchant_document_end', about: {}, fixed },
      initial: { country, document_type: type, document_number: number },
    })
  const columns = useColumns((account) =>
    setProposing({
      ...{ action: 'withdrawal_account', about: {}, environment: account.environment },
      fixed: { withdrawal_account_id: account.withdrawal_account_id },
    }),
  )
  return (
    <>
      <Panel
        title={texts.documents}
        explanation={texts.documentsExplanation}
        actions={
          mayAct && (
            <Button size="xs" variant="default" onClick={addDocument}>
              {texts.addDocument}
            </Button>
          )
        }
      >
        {merchant.documents.length === 0 && <Text size="sm">{texts.noDocuments}</Text>}
        {merchant.documents.map((document) => (
          <Document
            key={Object.values(document).join(' ')}
            document={document}
            onEnd={mayAct ? endDocument : undefined}
          />
        ))}
      </Panel>
      {waiting.length > 0 && (
        <Panel title={texts.waiting} explanation={texts.waitingExplanation}>
          <DataTable
            caption={texts.waiting}
            rows={waiting}
            rowKey={(row) => row.withdrawal_account_id}
            columns={columns}
          />
        </Panel>
      )}
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

type MerchantDocument = MerchantPageData['documents'][number]

function Document({
  document,
  onEnd,
}: {
  document: MerchantDocument
  onEnd: ((document: MerchantDocument) => void) | undefined
}) {
  const { withdrawals: texts } = useOperatorTexts()
  const { country, type, number } = document
  return (
    <Group gap="sm">
      <Text size="sm">
        <Joined parts={[country, type, number]} />
      </Text>
      {onEnd && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`${texts.endDocument} ${number}`}
          onClick={() => onEnd(document)}
        >
          {texts.endDocument}
        </Button>
      )}
    </Group>
  )
}

function useColumns(onConfirm: (account: ProposedAccountData) => void): readonly Column<ProposedAccountData>[] {
  const { withdrawals: texts, environment, service } = useOperatorTexts()
  const mayAct = useMay('operator_act')
  return [
    { key: 'service', header: service, isHead: true, render: (row) => <Method code={row.service_code} /> },
    {
      key: 'account',
      header: texts.account,
      render: (row) => <Joined parts={Object.values(row.details)} />,
    },
    { key: 'environment', header: environment, render: (row) => <EnvironmentBadge environment={row.environment} /> },
    {
      key: 'proposed',
      header: texts.proposed,
      render: (row) => (
        <>
          <bdi>{row.proposed_by}</bdi> · <Instant at={row.proposed_at} distance />
        </>
      ),
    },
    {
      key: 'who',
      header: texts.who,
      render: (row) =>
        row.needs_operator ? <Tag tone="wait">{texts.operator}</Tag> : <Tag tone="calm">{texts.merchant}</Tag>,
    },
    {
      key: 'confirm',
      header: texts.confirm,
      render: (row) =>
        mayAct ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`${texts.confirm} ${row.service_code}`}
            onClick={() => onConfirm(row)}
          >
            {texts.confirm}
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}
