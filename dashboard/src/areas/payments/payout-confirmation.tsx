import { Alert, Stack, Text } from '@mantine/core'
import type { ApprovalLimitsData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import type { ServiceData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Joined } from '../../parts/values/joined.tsx'
import { Method } from '../../parts/values/method.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import type { Confirming } from './create/use-create-form.ts'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

export interface PayoutConfirmationProps {
  service: ServiceData
  confirming: Confirming
  isSending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** How much goes to whom, asked once more before it is sent. */
export function PayoutConfirmation({ service, confirming, isSending, onConfirm, onClose }: PayoutConfirmationProps) {
  const { create } = usePaymentsTexts()
  const { confirm } = create
  const language = useLanguage()
  const point = usePoint()
  const { body, bankName } = confirming
  const { currency } = service
  const { data } = useRead<ApprovalLimitsData>(usePointPath()('/approvals/limits'))
  const waits = data?.limits.some(
    (limit) => limit.currency === currency && Number(body['amount']) > Number(limit.above),
  )
  const amount = formatAmountWithCode(body['amount'] ?? '', currency, { language })
  const beneficiary = [body['account_beneficiary'], documentOf(body)]
  const facts = [
    { name: confirm.beneficiary, value: beneficiary.some(Boolean) ? <Joined parts={beneficiary} /> : confirm.notNamed },
    {
      name: confirm.account,
      value: <Joined parts={[bankName ?? body['account_bank'], body['account_type'], ...accountOf(body)]} />,
    },
    { name: confirm.method, value: <Method code={service.service_code} /> },
    { name: confirm.reference, value: body['reference'] },
    {
      name: confirm.point,
      value: (
        <>
          {point.name} <EnvironmentBadge environment={point.environment} />
        </>
      ),
    },
  ]
  return (
    <ConfirmDialog
      opened
      title={confirm.title}
      action={confirm.action(amount)}
      isWorking={isSending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{confirm.text}</Text>
        <div>
          <Text size="sm" c="dimmed">
            {confirm.amount}
          </Text>
          <p className={classes['confirmed']}>{amount}</p>
        </div>
        {waits && <Alert variant="outline">{confirm.approval}</Alert>}
        <DescriptionList facts={facts} />
      </Stack>
    </ConfirmDialog>
  )
}

function documentOf(body: Confirming['body']): string {
  return [body['account_doc_type'], body['account_doc_id']].filter(Boolean).join(' ')
}

/** The account, and the telephone of a wallet where it is not the account itself. */
function accountOf({ account, account_phone: phone }: Confirming['body']): readonly (string | undefined)[] {
  return [account, phone === account ? undefined : phone]
}
