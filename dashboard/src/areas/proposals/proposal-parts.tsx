import { Text } from '@mantine/core'
import type { ProposalData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { TextLink } from '../../parts/links.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import type { Fact } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { EnvironmentBadge, Tag, type Tone } from '../../parts/values/tag.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from '../operator/texts.ts'

const tones: Readonly<Record<ProposalData['state'], Tone>> = {
  open: 'wait',
  done: 'good',
  refused: 'bad',
  withdrawn: 'calm',
}

export function ProposalState({ state }: { state: ProposalData['state'] }) {
  const texts = useOperatorTexts()
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>
}

/** What a proposal is about, with links there. */
export function AboutProposal({ proposal }: { proposal: ProposalData }) {
  const { transaction, point, input } = proposal
  if (transaction) {
    return (
      <>
        <TextLink
          to="/operator/transactions/$transactionId"
          params={{ transactionId: transaction.transaction_id }}
          underline="always"
        >
          {transaction.reference}
        </TextLink>{' '}
        <Amount value={transaction.amount} currency={transaction.currency} />
      </>
    )
  }
  // A person by the address, a file by its name.
  if (!point) return <span>{String(input['email'] ?? input['name'] ?? '–')}</span>
  return (
    <TextLink to="/operator/points/$pointId" params={{ pointId: point.point_id }}>
      {point.merchant} · {point.name}
    </TextLink>
  )
}

/** The action's own fields, exactly as proposed. */
export function useInputFacts(proposal: ProposalData): readonly Fact[] {
  const texts = useOperatorTexts()
  const { fields, values } = useOperatorWords()
  const currency = proposal.transaction?.currency ?? currencyOf(proposal) ?? proposal.foreseen?.currency ?? undefined
  return Object.entries(proposal.input).map(([name, value]) => ({
    name: wordOf(fields, name),
    value:
      value === null ? (
        texts.noLimit
      ) : currency !== undefined && sumFields.has(name) ? (
        <Amount value={String(value)} currency={currency} />
      ) : (
        wordOf(values, String(value))
      ),
  }))
}

/** Fields of a proposal, and settings that it changes, that are sums of money. */
export const sumFields: ReadonlySet<string> = new Set(['amount', 'single', 'daily', 'approval_above', 'fixed'])

function currencyOf({ input }: ProposalData): string | undefined {
  const { currency } = input
  return typeof currency === 'string' ? currency : undefined
}

export function useProposalColumns(): readonly Column<ProposalData>[] {
  const texts = useOperatorTexts()
  const { actions } = useOperatorWords()
  return [
    {
      key: 'action',
      header: texts.whatIsProposed,
      isHead: true,
      render: (row) => (
        <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: row.proposal_id }}>
          {actions[row.action]}
        </TextLink>
      ),
    },
    { key: 'about', header: texts.about, render: (row) => <AboutProposal proposal={row} /> },
    {
      key: 'environment',
      header: texts.environment,
      render: (row) => <EnvironmentBadge environment={row.environment} />,
    },
    { key: 'by', header: texts.proposedBy, render: (row) => <Text size="sm">{row.proposed_by.name}</Text> },
    { key: 'at', header: texts.proposedAt, render: (row) => <Instant at={row.proposed_at} /> },
    { key: 'state', header: texts.status, isHead: true, render: (row) => <ProposalState state={row.state} /> },
  ]
}
