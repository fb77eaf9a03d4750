import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TransactionType } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import type { Query } from '../../app/api.ts'
import { notifyError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { saveFile } from '../../app/save-file.ts'
import { Icon } from '../../parts/icons.tsx'
import { usePaymentsTexts } from './texts.ts'

/** Saves what the list shows, all pages of it, as a file. A refusal is told instead of saved. */
export function ExportButton({ payType, query }: { payType: TransactionType; query: Query }) {
  const { list } = usePaymentsTexts()
  const path = usePointPath()
  const [isWorking, setIsWorking] = useState(false)
  const save = async () => {
    setIsWorking(true)
    try {
      await saveFile(path('/transactions.csv'), query, `${payType}s.csv`)
    } catch (error) {
      notifyError(error)
    } finally {
      setIsWorking(false)
    }
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" />} disabled={isWorking} onClick={() => void save()}>
      {isWorking ? list.exporting : list.export}
    </Button>
  )
}
