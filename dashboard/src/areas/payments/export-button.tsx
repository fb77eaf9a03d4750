import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PayType } from '../../../../gateway/src/transactions/http/contract/payments.ts'
import { addressOf, type Query } from '../../app/api.ts'
import { errorOfResponse } from '../../app/api-error.ts'
import { notifyError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { Icon } from '../../parts/icons.tsx'
import { usePaymentsTexts } from './texts.ts'

/** Saves what the list shows, all pages of it, as a file. A refusal is told instead of saved. */
export function ExportButton({ payType, query }: { payType: PayType; query: Query }) {
  const { list } = usePaymentsTexts()
  const path = usePointPath()
  const [isWorking, setIsWorking] = useState(false)
  const save = async () => {
    setIsWorking(true)
    try {
      const response = await fetch(addressOf(path('/transactions.csv'), query), { credentials: 'same-origin' })
      if (!response.ok) throw await errorOfResponse(response)
      saveAs(await response.blob(), nameOf(response) ?? `${payType}s.csv`)
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

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
