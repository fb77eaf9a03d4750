import { SegmentedControl } from '@mantine/core'
import type { ConfirmationData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import type { ProposalData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { PagedTable } from '../../parts/data-table.tsx'
import { ZoneNote } from '../../parts/instant.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Confirmations } from '../team/confirmations.tsx'
import { useProposalColumns } from './proposal-parts.tsx'
import { useOperatorTexts } from './texts.ts'
import { WaitingDeposits } from './waiting-deposits.tsx'

/** Waiting proposals change while somebody looks at them. */
const refreshSeconds = 15

/** Who waits for a second person, of all teams. */
function WaitingPeople() {
  const waiting = useRead<{ items: readonly ConfirmationData[] }>('/console/operator/confirmations', {
    everySeconds: refreshSeconds,
  })
  return <Confirmations items={waiting.data?.items ?? []} path="/console/operator/confirmations" />
}

export function ProposalsPage() {
  const texts = useOperatorTexts()
  const filters = useUrlFilters('/operator/proposals')
  const state = filters.values.state === 'decided' ? 'decided' : 'open'
  const pages = usePages<ProposalData>('/console/operator/proposals', {
    query: { state },
    everySeconds: refreshSeconds,
  })
  return (
    <>
      <PageHeader
        title={texts.proposalsTitle}
        explanation={
          <>
            {texts.proposalsExplanation} <ZoneNote />
          </>
        }
      />
      <WaitingPeople />
      <WaitingDeposits everySeconds={refreshSeconds} />
      <SegmentedControl
        mb="md"
        value={state}
        aria-label={texts.status}
        onChange={(value) => filters.set({ state: value === 'open' ? '' : value })}
        data={[
          { value: 'open', label: texts.proposalsOpen },
          { value: 'decided', label: texts.proposalsDecided },
        ]}
      />
      <PagedTable
        caption={texts.proposalsTitle}
        pages={pages}
        columns={useProposalColumns()}
        rowKey={(row) => row.proposal_id}
        empty={<EmptyState title={texts.proposalsEmpty} explanation={texts.proposalsEmptyWords} />}
      />
    </>
  )
}
