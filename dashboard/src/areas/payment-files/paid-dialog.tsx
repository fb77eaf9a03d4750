import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  PaymentBatchDebitData,
  PaymentBatchDetailData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-batches.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useDay } from '../../parts/day.ts'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { usePaymentFileTexts } from './texts.ts'

/** Two operators say which debit of the statement pays all that is open of a file. */
export function PaidDialog({ batch, onClose }: { batch: PaymentBatchDetailData; onClose: () => void }) {
  const texts = usePaymentFileTexts()
  const language = useLanguage()
  const day = useDay()
  const [lineId, setLineId] = useState('')
  const { data } = useRead<{ items: readonly PaymentBatchDebitData[] }>(
    `/console/operator/payment-batches/${batch.payment_batch_id}/debits`,
  )
  const debits = (data?.items ?? []).filter(({ pays }) => pays)
  return (
    <ActionDialog
      title={texts.paidTitle}
      action="payment_paid"
      input={lineId === '' ? undefined : { payment_batch_id: batch.payment_batch_id, bank_line_id: lineId }}
      environment={batch.environment}
      onClose={onClose}
    >
      <Text size="sm">{texts.paidWords}</Text>
      {data !== undefined && debits.length === 0 ? (
        <Text size="sm" fw={600}>
          {texts.noDebit(formatAmountWithCode(batch.open_total, batch.currency, { language }))}
        </Text>
      ) : (
        <NativeSelect
          label={texts.debit}
          required
          value={lineId}
          onChange={(event) => setLineId(event.currentTarget.value)}
          data={[
            { value: '', label: '–' },
            ...debits.map((line) => ({
              value: line.bank_line_id,
              label: `${day(line.booking_day)} · ${formatAmountWithCode(line.amount, batch.currency, { language })} · ${line.text.slice(0, 60)}`,
            })),
          ]}
          data-autofocus
        />
      )}
    </ActionDialog>
  )
}
