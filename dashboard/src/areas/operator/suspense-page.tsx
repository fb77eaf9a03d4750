import { Stack, Text } from '@mantine/core'
import type { SuspenseData } from '../../../../gateway/src/extras/operator-desk/http/contract/books.ts'
import type { OperatorTransactionData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { SuspenseSums } from './suspense-sums.tsx'
import { useOperatorTexts } from './texts.ts'
import { TransactionTable } from './transaction-table.tsx'

export function SuspensePage() {
  const texts = useOperatorTexts()
  const pages = usePages<OperatorTransactionData>('/console/operator/suspense')
  const { data } = useRead<SuspenseData>('/console/operator/suspense', { query: { limit: 1 } })
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
        {data && data.sums.length > 0 && (
          <>
            <SuspenseSums sums={data.sums} />
            <Text size="sm">
              {texts.suspenseAtBanks}{' '}
              <TextLink to="/operator/banks/lines" search={{ view: 'waiting' }} underline="always">
                {texts.linesWaiting}
              </TextLink>
            </Text>
          </>
        )}
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
