import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  PaymentBatchDetailData,
  PaymentBatchItemData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-batches.ts'
import { api } from '../../app/api.ts'
import { notifyError } from '../../app/notify.ts'
import { isReadAnew, useChange } from '../../app/reading.ts'
import { saveFile } from '../../app/save-file.ts'
import { useMay } from '../../app/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { PaidDialog } from './paid-dialog.tsx'
import { usePaymentFileTexts } from './texts.ts'

/** What may be done with a payment file now. */
export function BatchActions({ batch }: { batch: PaymentBatchDetailData }) {
  const texts = usePaymentFileTexts()
  const may = useMay('operator_act')
  const [open, setOpen] = useState<'approve' | 'hand_over' | 'cancel' | 'paid'>()
  const save = useSaving(batch)
  const close = () => setOpen(undefined)
  if (!may) return null
  const { state, handed_over: handedOver } = batch
  return (
    <Group gap="xs">
      {(state === 'draft' || state === 'approved') && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {state === 'draft' && (
        <Button disabled={batch.blocked !== null} onClick={() => setOpen('approve')}>
          {texts.approve}
        </Button>
      )}
      {state === 'approved' && <Button onClick={() => setOpen('hand_over')}>{texts.downloadFirst}</Button>}
      {handedOver !== null && batch.open_payouts > 0 && (
        <Button variant="default" onClick={() => setOpen('paid')}>
          {texts.paid}
        </Button>
      )}
      {handedOver !== null && (
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          loading={save.isSaving}
          onClick={() => void save.start()}
        >
          {texts.download}
        </Button>
      )}
      {open === 'approve' && <ApproveDialog batch={batch} onClose={close} />}
      {open === 'paid' && <PaidDialog batch={batch} onClose={close} />}
      <CancelDialog batch={batch} opened={open === 'cancel' && state === 'draft'} onClose={close} />
      {open === 'cancel' && state === 'approved' && <CancelApprovedDialog batch={batch} onClose={close} />}
      <ConfirmDialog
        opened={open === 'hand_over'}
        title={texts.handOverTitle}
        action={texts.downloadFirst}
        isWorking={save.isSaving}
        onConfirm={() => void save.start().then(close)}
        onClose={close}
      >
        <Text size="sm">{texts.handOverWords}</Text>
      </ConfirmDialog>
    </Group>
  )
}

function useSaving({ payment_batch_id: id, message_id: name }: PaymentBatchDetailData) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const start = async () => {
    setIsSaving(true)
    try {
      await saveFile(`/console/operator/payment-batches/${id}/file`, {}, `${name}.csv`)
    } catch (error) {
      notifyError(error)
    } finally {
      setIsSaving(false)
      await client.invalidateQueries({ predicate: isReadAnew })
    }
  }
  return { isSaving, start }
}

interface DialogProps {
  batch: PaymentBatchDetailData
  onClose: () => void
}

function ApproveDialog({ batch, onClose }: DialogProps) {
  const texts = usePaymentFileTexts()
  return (
    <ActionDialog
      title={texts.approve}
      action="payment_batch"
      input={{ payment_batch_id: batch.payment_batch_id }}
      environment={batch.environment}
      onClose={onClose}
    >
      <Text size="sm">{texts.approveWords}</Text>
    </ActionDialog>
  )
}

function CancelDialog({ batch, opened, onClose }: DialogProps & { opened: boolean }) {
  const texts = usePaymentFileTexts()
  const cancel = useChange(() => api.post(`/console/operator/payment-batches/${batch.payment_batch_id}/cancel`, {}), {
    done: texts.cancelled,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={texts.cancelTitle}
      action={texts.cancel}
      isDangerous
      isWorking={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{texts.cancelWords}</Text>
    </ConfirmDialog>
  )
}

/** An approved file is cancelled by two operators. */
function CancelApprovedDialog({ batch, onClose }: DialogProps) {
  const texts = usePaymentFileTexts()
  return (
    <ActionDialog
      title={texts.cancelTitle}
      action="payment_cancel"
      input={{ payment_batch_id: batch.payment_batch_id }}
      environment={batch.environment}
      onClose={onClose}
    >
      <Text size="sm">{texts.cancelWords}</Text>
    </ActionDialog>
  )
}

/** Two operators say that the bank does not make one payment. */
export function RejectDialog({ batch, item, onClose }: DialogProps & { item: PaymentBatchItemData }) {
  const texts = usePaymentFileTexts()
  const [code, setCode] = useState('')
  const input = {
    payment_batch_id: batch.payment_batch_id,
    transaction_id: item.transaction_id,
    ...(code.trim() === '' ? {} : { code: code.trim() }),
  }
  return (
    <ActionDialog
      title={texts.rejectTitle}
      action="payment_reject"
      input={input}
      environment={batch.environment}
      onClose={onClose}
    >
      <Text size="sm">{texts.rejectWords}</Text>
      <TextInput
        label={texts.bankCode}
        value={code}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
