import { Alert, Anchor, Button, Group, List, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  MadePaymentBatchData,
  PayingAccountData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-batches.ts'
import type { Environment } from '../../../../gateway/src/review/http/contract/operator.ts'
import { currencyDecimals } from '../../../../gateway/src/values/currency.ts'
import type { CurrencyCode } from '../../../../gateway/src/web/contract/words.ts'
import { api } from '../../app/api.ts'
import { useLanguage } from '../../app/languages.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { usePaymentFileTexts } from './texts.ts'

const refreshSeconds = 30
const shownMax = 20

/** The accounts that payouts leave from: what waits, their template, and a new file of each. */
export function PayingAccounts({ environment }: { environment: Environment }) {
  const texts = usePaymentFileTexts()
  const [edited, setEdited] = useState<PayingAccountData>()
  const found = useRead<{ items: readonly PayingAccountData[] }>('/console/operator/payment-batches/accounts', {
    query: { environment },
    everySeconds: refreshSeconds,
  })
  const { make, leftOut, number } = useMaking()
  const columns = useColumns({ onMake: make.mutate, isMaking: make.isPending, onTemplate: setEdited })
  return (
    <ReadState result={found}>
      {({ items }) =>
        items.length > 0 && (
          <Panel title={texts.accountsTitle}>
            {leftOut.length > 0 && <LeftOut leftOut={leftOut} number={number} />}
            <DataTable
              caption={texts.accountsTitle}
              rows={items}
              rowKey={(row) => row.bank_account_id}
              columns={columns}
            />
            {edited && (
              <TemplateDialog account={edited} environment={environment} onClose={() => setEdited(undefined)} />
            )}
          </Panel>
        )
      }
    </ReadState>
  )
}

/** A new file is opened at once, unless payouts were left out: then they are shown first. */
function useMaking() {
  const texts = usePaymentFileTexts()
  const navigate = useNavigate()
  const [made, setMade] = useState<MadePaymentBatchData>()
  const make = useChange(
    (accountId: string) =>
      api.post<MadePaymentBatchData>('/console/operator/payment-batches', { bank_account_id: accountId }),
    {
      done: (data) => texts.made(data.number),
      onDone: (data) => {
        setMade(data)
        if (data.left_out.length > 0) return
        void navigate({ to: '/operator/payment-files/$batchId', params: { batchId: data.payment_batch_id } })
      },
    },
  )
  return { make, leftOut: made?.left_out ?? [], number: made?.number ?? 0 }
}

function LeftOut({ leftOut, number }: { leftOut: MadePaymentBatchData['left_out']; number: number }) {
  const texts = usePaymentFileTexts()
  return (
    <Alert color="yellow" variant="outline" title={`${texts.made(number)}. ${texts.leftOut(leftOut.length)}`} mb="sm">
      <List size="sm">
        {leftOut.slice(0, shownMax).map(({ transaction_id: id, why }) => (
          <List.Item key={id}>
            <span className="pa-number">{id}</span>: {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface ColumnWishes {
  onMake: (accountId: string) => void
  isMaking: boolean
  onTemplate: (account: PayingAccountData) => void
}

function useColumns({ onMake, isMaking, onTemplate }: ColumnWishes): readonly Column<PayingAccountData>[] {
  const texts = usePaymentFileTexts()
  const may = useMay('operator_act')
  return [
    { key: 'account', header: texts.account, isHead: true, render: (row) => `${row.name} · ${row.currency}` },
    {
      key: 'waiting',
      header: texts.waiting,
      align: 'right',
      render: (row) => (
        <div>
          <span className="pa-number">{row.waiting_payouts}</span>
          {row.waiting_payouts > 0 && (
            <Text size="sm" c="dimmed" component="div">
              <Amount value={row.waiting_total} currency={row.currency} />
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'template',
      header: texts.template,
      render: (row) => (row.template === null ? texts.noTemplate : texts.hasTemplate),
    },
    ...(may
      ? [
          {
            key: 'actions',
            header: '',
            render: (row: PayingAccountData) => (
              <Group gap="xs" justify="flex-end">
                <Button size="xs" variant="default" onClick={() => onTemplate(row)}>
                  {texts.template}
                </Button>
                {row.template !== null && (
                  <Button
                    size="xs"
                    loading={isMaking}
                    disabled={row.waiting_payouts === 0}
                    onClick={() => onMake(row.bank_account_id)}
                  >
                    {texts.make}
                  </Button>
                )}
              </Group>
            ),
          },
        ]
      : []),
  ]
}

interface TemplateDialogProps {
  account: PayingAccountData
  environment: Environment
  onClose: () => void
}

function TemplateDialog({ account, environment, onClose }: TemplateDialogProps) {
  const texts = usePaymentFileTexts()
  const [text, setText] = useState(account.template === null ? '' : JSON.stringify(account.template, null, 2))
  const settings = readJson(text)
  const language = useLanguage()
  return (
    <ActionDialog
      title={texts.templateTitle}
      action="payout_template"
      input={settings === undefined ? undefined : { bank_account_id: account.bank_account_id, format: 'csv', settings }}
      environment={environment}
      onClose={onClose}
    >
      <Group justify="space-between">
        <Anchor href={language === 'en' ? '/docs/guides/payment-files' : `/docs/${language}/guides/payment-files`}>
          {texts.templateGuide}
        </Anchor>
        {text.trim() === '' && (
          <Button size="xs" variant="default" onClick={() => setText(exampleTemplate(account.currency))}>
            {texts.templateExample}
          </Button>
        )}
      </Group>
      <Textarea
        label={texts.template}
        description={texts.templateHelp}
        error={text.trim() !== '' && settings === undefined ? texts.templateWrong : undefined}
        autosize
        minRows={8}
        maxRows={20}
        maxLength={6000}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

/** A template to begin with, in the currency's decimals; each bank wants other columns. */
function exampleTemplate(currency: PayingAccountData['currency']): string {
  const columns = [
    { header: 'Account', value: 'account', required: true },
    { header: 'Beneficiary', value: 'account_beneficiary', max: 40, cut: true },
    { header: 'Amount', value: 'amount' },
    { header: 'Key', value: 'instruction_key' },
  ]
  const form = { delimiter: ';', header: true, decimal_mark: '.', date_format: 'dd/MM/yyyy' }
  return JSON.stringify({ columns, ...form, decimals: currencyDecimals[currency as CurrencyCode] }, null, 2)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
