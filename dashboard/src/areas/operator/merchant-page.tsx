import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { CreatedPointData, MerchantData } from '../../../../gateway/src/http/console/contract/operator.ts'
import { api } from '../../app/api.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge } from '../../parts/status-badge.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { SecretsDialog } from './secrets-dialog.tsx'
import { useOperatorTexts } from './texts.ts'

export function MerchantPage() {
  const { merchantId = '' } = useParams({ strict: false })
  const found = useRead<MerchantData>(`/console/operator/merchants/${encodeURIComponent(merchantId)}`)
  return <ReadState result={found}>{(merchant) => <Merchant merchant={merchant} />}</ReadState>
}

function Merchant({ merchant }: { merchant: MerchantData }) {
  const texts = useOperatorTexts()
  const may = useMay('operator_act')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PageHeader
        title={merchant.name}
        actions={
          may && (
            <Button leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
              {texts.newPoint}
            </Button>
          )
        }
      />
      <Stack gap="xs">
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
      </Stack>
      <NewPoint merchantId={merchant.merchant_id} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

interface NewPointProps {
  merchantId: string
  opened: boolean
  onClose: () => void
}

function NewPoint({ merchantId, opened, onClose }: NewPointProps) {
  const texts = useOperatorTexts()
  const { parts, environments } = useShellTexts()
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState('test')
  const [signed, setSigned] = useState(false)
  const [created, setCreated] = useState<CreatedPointData>()
  const create = useChange(
    () =>
      api.post<CreatedPointData>(`/console/operator/merchants/${merchantId}/points`, {
        name,
        environment,
        signed_payouts: signed,
      }),
    {
      onDone: (data) => {
        setCreated(data)
        onClose()
      },
    },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    create.mutate(undefined)
  }
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={texts.newPoint} closeButtonProps={{ 'aria-label': parts.close }}>
        <form onSubmit={onSubmit}>
          <Stack>
            <TextInput
              label={texts.name}
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NativeSelect
              label={texts.environment}
              description={texts.environmentHelp}
              value={environment}
              data={Object.entries(environments).map(([value, label]) => ({ value, label }))}
              onChange={(event) => setEnvironment(event.currentTarget.value)}
            />
            <Checkbox
              label={texts.signedPayouts}
              checked={signed}
              onChange={(event) => setSigned(event.currentTarget.checked)}
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
      <SecretsDialog
        secrets={
          created && [
            { name: 'auth_point_id', value: created.point_id },
            { name: texts.authApiToken, value: created.auth_api_token },
            { name: texts.webhookSecret, value: created.webhook_secret },
            ...(created.signing_secret === null ? [] : [{ name: texts.signingSecret, value: created.signing_secret }]),
          ]
        }
        onClose={() => setCreated(undefined)}
      />
    </>
  )
}
