import { SegmentedControl } from '@mantine/core'
import type { ConfirmationData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import type { ProposalData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { useOperatorTexts } from '../operator/texts.ts'
import { WaitingDeposits } from '../operator/waiting-deposits.tsx'
import { Confirmations } from '../team/confirmations.tsx'
import { useProposalColumns } from './proposal-parts.tsx'

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
