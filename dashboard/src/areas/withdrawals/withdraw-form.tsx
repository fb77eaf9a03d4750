import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type {
  WithdrawalAccountData,
  WithdrawalPreviewData,
} from '../../../../gateway/src/extras/withdrawals/http/contract/withdrawals.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { useMethodName } from '../../parts/values/method.tsx'
import { datedReference } from '../payments/create/create-values.ts'
import { useWithdrawalsTexts } from './texts.ts'

/** Long enough to type an amount, short enough to feel immediate. */
const typingPauseMs = 400

/** Withdraws all, or an amount, to one of the usable accounts; what arrives and what it costs stand there before. */
export function WithdrawForm({ accounts }: { accounts: readonly WithdrawalAccountData[] }) {
  const { withdraw: texts } = useWithdrawalsTexts()
  const form = useWithdrawForm(accounts)
  const { currency, preview, money, error } = form
  const faultOf = (name: string) => (error instanceof ApiError ? error.messageAbout(name) : undefined)
  const amountFault = form.isAll ? undefined : faultOf('amount')
  const referenceFault = faultOf('reference')
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (preview) form.send.mutate(preview)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack maw="34rem">
        <AccountSelect accounts={accounts} value={form.account} onChange={form.choose} />
        <SegmentedControl
          aria-label={texts.howMuch}
          value={form.isAll ? 'all' : 'part'}
          onChange={(value) => form.setIsAll(value === 'all')}
          data={(['all', 'part'] as const).map((value) => ({ value, label: texts[value] }))}
        />
        {!form.isAll && (
          <AmountField
            label={texts.amount}
            value={form.typed}
            currency={currency}
            required
            echo={texts.echo}
            error={amountFault}
            onChange={form.setTyped}
          />
        )}
        <TextInput
          label={texts.reference}
          description={texts.referenceHint}
          value={form.reference}
          error={referenceFault}
          autoComplete="off"
          onChange={(event) => form.setReference(event.currentTarget.value)}
        />
        <Facts preview={preview} currency={currency} />
        {preview?.waits_for_approval && <Alert variant="outline">{texts.approval}</Alert>}
        {error && amountFault === undefined && referenceFault === undefined && (
          <Alert color="red" variant="outline" role="alert">
            {describeError(error).message}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={form.send.isPending} disabled={!preview}>
            {preview ? texts.submit(money(preview.amount)) : texts.title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface AccountSelectProps {
  accounts: readonly WithdrawalAccountData[]
  value: WithdrawalAccountData | undefined
  onChange: (id: string) => void
}

function AccountSelect({ accounts, value, onChange }: AccountSelectProps) {
  const { withdraw } = useWithdrawalsTexts()
  const methodName = useMethodName()
  return (
    <NativeSelect
      label={withdraw.account}
      value={value?.withdrawal_account_id}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={accounts.map(({ withdrawal_account_id: id, currency, service_code: code, details }) => ({
        value: id,
        label: `${currency} · ${methodName(code)} · …${(details['account'] ?? details['account_phone'] ?? '').slice(-6)}`,
      }))}
    />
  )
}

interface FactsProps {
  preview: WithdrawalPreviewData | undefined
  currency: CurrencyCode | undefined
}

/** What arrives, what it costs and what is left. */
function Facts({ preview, currency }: FactsProps) {
  const { withdraw } = useWithdrawalsTexts()
  const names = ['amount', 'fee', 'left'] as const
  const facts = names.map((name) => ({
    name: withdraw.facts[name],
    value: preview ? <Amount value={preview[name]} currency={currency ?? ''} /> : '–',
  }))
  return <DescriptionList isDense facts={facts} />
}

/** What is chosen and typed, and what it comes to: `preview` is undefined while the server has not said it. */
function useWithdrawForm(accounts: readonly WithdrawalAccountData[]) {
  const { withdraw } = useWithdrawalsTexts()
  const language = useLanguage()
  const [chosen, choose] = useState('')
  const [isAll, setIsAll] = useState(true)
  const [typed, setTyped] = useState('')
  const [reference, setReference] = useState(() => datedReference(withdraw.referenceWord))
  const account = accounts.find(({ withdrawal_account_id: id }) => id === chosen) ?? accounts[0]
  const currency = account?.currency as CurrencyCode | undefined
  const reading = readTypedAmount(typed, { currency })
  const amount = reading.ok ? reading.decimal : undefined
  const wanted = JSON.stringify({ service_code: account?.service_code, ...(!isAll && { amount }) })
  const { preview, error: refusal } = usePreview(wanted, isAll || amount !== undefined)
  const send = useWithdraw(account?.service_code, reference.trim())
  // What was refused was another withdrawal, once somebody changes it.
  const isSent = send.variables !== undefined && send.variables === preview
  return {
    ...{ account, choose, currency, isAll, setIsAll, typed, setTyped, reference, setReference, preview, send },
    error: isSent ? (send.error ?? refusal) : refusal,
    money: (value: string) => formatAmountWithCode(value, currency ?? '', { language }),
  }
}

/** What the gateway says that the withdrawal takes, of what stands in the form now. */
function usePreview(wanted: string, isComplete: boolean) {
  const path = usePointPath()
  const [asked] = useDebouncedValue(isComplete ? wanted : '', typingPauseMs)
  const isCurrent = isComplete && asked === wanted
  const found = useQuery({
    queryKey: ['previewWithdrawal', path(''), asked],
    queryFn: ({ signal }) =>
      api.post<WithdrawalPreviewData>(path('/withdrawals/preview'), JSON.parse(asked), { signal }),
    enabled: isCurrent,
    retry: false,
  })
  return { preview: isCurrent ? found.data : undefined, error: isCurrent ? found.error : null }
}

/** Sends what the preview says, so that nothing leaves that was not shown. The reference keeps a second try from paying twice. */
function useWithdraw(service_code: string | undefined, reference: string) {
  const path = usePointPath()
  const navigate = useNavigate()
  const { id: pointId } = usePoint()
  return useChange(
    async ({ amount }: WithdrawalPreviewData) =>
      await api.post<{ withdrawal_id: string }>(path('/withdrawals'), { service_code, reference, amount }),
    {
      tellErrors: false,
      onDone: ({ withdrawal_id: transactionId }) =>
        void navigate({ to: '/p/$pointId/payouts/$transactionId', params: { pointId, transactionId }, search: {} }),
    },
  )
}
