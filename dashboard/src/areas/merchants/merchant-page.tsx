import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type {
  CreatedPointData,
  MerchantData,
  MerchantPageData,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { EnvironmentBadge, Tag } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useOperatorTexts } from '../operator/texts.ts'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { MerchantWithdrawals } from './merchant-withdrawals.tsx'
import { Onboarding } from './onboarding.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'

export function MerchantPage() {
  const { merchantId = '' } = useParams({ strict: false })
  const found = useRead<MerchantPageData>(`/console/operator/merchants/${encodeURIComponent(merchantId)}`)
  return (
    <ReadState heading={1} result={found}>
      {(merchant) => <Merchant merchant={merchant} />}
    </ReadState>
  )
}

function Merchant({ merchant }: { merchant: MerchantPageData }) {
  const texts = useOperatorTexts()
  const may = useMay('operator_act')
  const [isOpen, setIsOpen] = useState(false)
  const [proposing, setProposing] = useState<Proposing>()
  const isSuspended = merchant.suspended_at !== null
  const suspend = () =>
    setProposing({
      ...{ action: 'merchant_suspend', about: {}, fixed: { merchant_id: merchant.merchant_id } },
      initial: { suspended: String(!isSuspended) },
    })
  return (
    <>
      <PageHeader
        title={merchant.name}
        mark={isSuspended && <Tag tone="bad">{texts.suspended}</Tag>}
        actions={
          may && (
            <>
              <Button variant="default" onClick={suspend}>
                {isSuspended ? texts.reactivateMerchant : texts.suspendMerchant}
              </Button>
              <Button leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
                {texts.newPoint}
              </Button>
            </>
          )
        }
      />
      <Stack gap="xs">
        <MerchantFacts merchant={merchant} />
        <Onboarding steps={merchant.onboarding} />
        <Points merchant={merchant} />
        <MerchantWithdrawals merchant={merchant} />
      </Stack>
      <NewPoint merchantId={merchant.merchant_id} opened={isOpen} onClose={() => setIsOpen(false)} />
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

function MerchantFacts({ merchant }: { merchant: MerchantData }) {
  const texts = useOperatorTexts()
  return (
    <Panel title={texts.merchant}>
      <DescriptionList
        facts={[
          { name: 'Id', value: <Identifier value={merchant.merchant_id} name={texts.merchant} /> },
          { name: texts.people, value: merchant.people },
          { name: texts.createdAt, value: <Instant at={merchant.created_at} /> },
          {
            name: texts.transactionsTitle,
            value: (
              <TextLink to="/operator/transactions" search={{ merchant_id: merchant.merchant_id }}>
                {texts.transactionsTitle}
              </TextLink>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function Points({ merchant }: { merchant: MerchantData }) {
  const texts = useOperatorTexts()
  return (
    <Panel title={texts.points}>
      {merchant.points.length === 0 ? (
        <Text size="sm">{texts.noPoints}</Text>
      ) : (
        <DataTable
          caption={texts.points}
          rows={merchant.points}
          rowKey={(row) => row.point_id}
          columns={[
            {
              key: 'name',
              header: texts.name,
              isHead: true,
              render: (row) => (
                <TextLink to="/operator/points/$pointId" params={{ pointId: row.point_id }}>
                  {row.name}
                </TextLink>
              ),
            },
            {
              key: 'environment',
              header: texts.environment,
              render: (row) => <EnvironmentBadge environment={row.environment} />,
            },
            {
              key: 'status',
              header: texts.status,
              render: (row) => <Tag tone={row.status === 'active' ? 'good' : 'bad'}>{texts[row.status]}</Tag>,
            },
          ]}
        />
      )}
    </Panel>
  )
}

interface NewPointProps {
  merchantId: string
  opened: boolean
  onClose: () => void
}

function NewPoint({ merchantId, opened, onClose }: NewPointProps) {
  const texts = useOperatorTexts()
  const { parts } = useShellTexts()
  const [created, setCreated] = useState<CreatedPointData>()
  const secrets = created && [
    { name: 'auth_point_id', value: created.point_id },
    { name: texts.authApiToken, value: created.auth_api_token },
    { name: texts.webhookSecret, value: created.webhook_secret },
    ...(created.signing_secret === null ? [] : [{ name: texts.signingSecret, value: created.signing_secret }]),
  ]
  const onDone = (data: CreatedPointData) => {
    setCreated(data)
    onClose()
  }
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={texts.newPoint} closeButtonProps={{ 'aria-label': parts.close }}>
        <NewPointForm merchantId={merchantId} onDone={onDone} onClose={onClose} />
      </Modal>
      <SecretsDialog secrets={secrets} onClose={() => setCreated(undefined)} />
    </>
  )
}

interface NewPointFormProps {
  merchantId: string
  onDone: (data: CreatedPointData) => void
  onClose: () => void
}

function NewPointForm({ merchantId, onDone, onClose }: NewPointFormProps) {
  const texts = useOperatorTexts()
  const { parts, environments } = useShellTexts()
  const [values, setValues] = useState({ name: '', environment: 'test', signed_payouts: false })
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const create = useChange(
    () => api.post<CreatedPointData>(`/console/operator/merchants/${merchantId}/points`, values),
    { onDone },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    create.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label={texts.name}
          required
          maxLength={200}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.environment}
          description={texts.environmentHelp}
          value={values.environment}
          data={Object.entries(environments).map(([value, label]) => ({ value, label }))}
          onChange={(event) => set({ environment: event.currentTarget.value })}
        />
        <Checkbox
          label={texts.signedPayouts}
          checked={values.signed_payouts}
          onChange={(event) => set({ signed_payouts: event.currentTarget.checked })}
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
  )
}
