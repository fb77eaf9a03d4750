import { Text } from '@mantine/core'
import type { ProposalData } from '../../../../gateway/src/review/http/contract/operator.ts'
import { Amount } from '../../parts/amount.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import type { Fact } from '../../parts/description-list.tsx'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Tag, type Tone } from '../../parts/tag.tsx'
import { ShownValue } from './shown-value.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from './texts.ts'

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
  const { transaction, point } = proposal
  if (transaction) {
    return (
      <>
        {/* An amount stands beside it: colour alone would not tell which is the link. */}
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
  if (!point && proposal.bank) return <AboutBank bank={proposal.bank} />
  if (!point) return <span>–</span>
  return (
    <TextLink to="/operator/points/$pointId" params={{ pointId: point.point_id }}>
      {point.merchant} · {point.name}
    </TextLink>
  )
}

/** The own bank account, and the line, payment file or statement of it. */
function AboutBank({ bank }: { bank: NonNullable<ProposalData['bank']> }) {
  const texts = useOperatorTexts()
  const day = useDay()
  const { line, payment_file: file, currency } = bank
  return (
    <>
      <TextLink to="/operator/bank-accounts/$accountId" params={{ accountId: bank.bank_account_id }}>
        {bank.name} · {currency}
      </TextLink>
      {line && (
        <div>
          <TextLink to="/operator/bank-lines" search={{ line: line.line_id }}>
            {texts.lineOf(day(line.day))}
          </TextLink>{' '}
          <Amount value={line.sign === 'C' ? line.amount : `-${line.amount}`} currency={currency} />
        </div>
      )}
      {file && (
        <div>
          <TextLink to="/operator/payment-files/$batchId" params={{ batchId: file.payment_batch_id }}>
            {texts.paymentFile(String(file.number))}
          </TextLink>{' '}
          <Amount value={file.total} currency={currency} />
        </div>
      )}
      {bank.statement_day !== null && <div>{texts.statementUntil(day(bank.statement_day))}</div>}
    </>
  )
}

/** The action's own fields, exactly as proposed. */
export function useInputFacts(proposal: ProposalData): readonly Fact[] {
  const texts = useOperatorTexts()
  const { fields } = useOperatorWords()
  const currency =
    proposal.transaction?.currency ??
    currencyOf(proposal) ??
    proposal.bank?.currency ??
    proposal.foreseen?.currency ??
    undefined
  const entries = Object.entries(proposal.input).filter(([name]) => !aboutFields.has(name))
  return entries.map(([name, value]) => ({
    name: wordOf(fields, name),
    value: value === null ? texts.noLimit : <ShownValue name={name} value={value} currency={currency} />,
  }))
}

/** Ids that "about" shows as names with links. */
const aboutFields: ReadonlySet<string> = new Set([
  'transaction_id',
  'line_id',
  'bank_line_id',
  'payment_batch_id',
  'statement_id',
  'bank_account_id',
])

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
    { key: 'by', header: texts.proposedBy, render: (row) => <Text size="sm">{row.proposed_by.name}</Text> },
    { key: 'at', header: texts.proposedAt, render: (row) => <Instant at={row.proposed_at} /> },
    { key: 'state', header: texts.status, isHead: true, render: (row) => <ProposalState state={row.state} /> },
  ]
}
