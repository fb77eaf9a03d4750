import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PayType } from '../../../../gateway/src/transactions/http/contract/payments.ts'
import type { Query } from '../../app/api.ts'
import { notifyError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { saveFile } from '../../app/save-file.ts'
import { Icon } from '../../parts/icons.tsx'
import { usePaymentsTexts } from './texts.ts'

/** Days of the point that the list is narrowed to; empty: no limit. */
interface DaysAsked {
  from: string
  to: string
}

/** What the file of these days is named by; of all days by the day on which it is made. */
function namedDays({ from, to }: DaysAsked): string[] {
  if (from === '' && to === '') return []
  if (from === to) return [from]
  return [from === '' ? 'until' : from, to].filter((each) => each !== '')
}

/** Saves what the list shows, all pages of it, as a file. A refusal is told instead of saved. */
export function ExportButton({ payType, query, days }: { payType: PayType; query: Query; days: DaysAsked }) {
  const { list } = usePaymentsTexts()
  const path = usePointPath()
  const [isWorking, setIsWorking] = useState(false)
  const save = async () => {
    setIsWorking(true)
    try {
      await saveFile(path('/transactions.csv'), query, `${payType}s.csv`, namedDays(days))
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
