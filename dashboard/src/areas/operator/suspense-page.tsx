import { Stack } from '@mantine/core'
import type { OperatorTransactionData } from '../../../../gateway/src/review/http/contract/operator.ts'
import type { SuspenseData } from '../../../../gateway/src/review/http/contract/operator-books.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { usePages } from '../../app/reading.ts'
import { ZoneNote } from '../../parts/instant.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SuspenseSums } from './suspense-sums.tsx'
import { useOperatorTexts } from './texts.ts'
import { TransactionTable } from './transaction-table.tsx'

export function SuspensePage() {
  const texts = useOperatorTexts()
  const { environment } = useDeskEnvironment()
  const pages = usePages<OperatorTransactionData>('/console/operator/suspense', {
    query: { environment },
    enabled: environment !== undefined,
  })
  const sums =
    (pages.firstPage as SuspenseData | undefined)?.sums.filter((sum) => sum.environment === environment) ?? []
  return (
    <>
      <PageHeader
        title={texts.suspenseTitle}
        explanation={
          <>
            {texts.suspenseExplanation} <ZoneNote />
          </>
        }
      />
      <Stack gap="lg">
        {sums.length > 0 && <SuspenseSums sums={sums} />}
        <TransactionTable
          caption={texts.suspenseTitle}
          pages={pages}
          extra="suspense"
          emptyTitle={texts.suspenseEmpty}
        />
      </Stack>
    </>
  )
}
