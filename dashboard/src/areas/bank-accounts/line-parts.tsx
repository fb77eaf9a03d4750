import { Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  BankLineData,
  BankLineDetailData,
  CandidateData,
  SaidData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-lines.ts'
import { textsOf } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { EnvironmentBadge, StatusBadge, Tag, type Tone } from '../../parts/values/tag.tsx'
import { bankLines as en } from '../../texts/en/bank-lines.ts'
import es from '../../texts/es/bank-lines.json' with { type: 'json' }
import pt from '../../texts/pt/bank-lines.json' with { type: 'json' }

export const useBankLineTexts = textsOf(en, { es, pt })

const tones: Readonly<Record<BankLineData['state'], Tone>> = {
  ...{ new: 'wait', in_suspense: 'wait', to_return: 'wait', applied: 'good', linked: 'good' },
  ...{ explained: 'calm', closed: 'calm' },
}

/** How a line stands: its state, and what it was. */
export function LineState({ line }: { line: BankLineData }) {
  const texts = useBankLineTexts()
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={tones[line.state]}>{line.class === null ? texts.states[line.state] : texts.classes[line.class]}</Tag>
      {line.is_in_doubt && <Text size="xs">{texts.inDoubt}</Text>}
      {line.is_left && line.class === null && <Text size="xs">{texts.left}</Text>}
    </Stack>
  )
}

/** A value of the bank, or what a text says, which anybody may have typed. */
export function Said({ said }: { said: SaidData | null }) {
  const texts = useBankLineTexts()
  if (said === null) return '–'
  return <bdi style={{ overflowWrap: 'anywhere' }}>{said.is_text ? texts.theTextSays(said.value) : said.value}</bdi>
}

/** What the bank wrote, and what became of it. */
export function LineFacts({ line }: { line: BankLineData }) {
  const texts = useBankLineTexts()
  const { transaction, decision, party } = line
  const facts = [
    { name: texts.day, value: line.day },
    { name: texts.amount, value: <Amount value={line.amount} currency={line.currency} /> },
    {
      name: texts.account,
      value: <Joined parts={[line.bank_account.name, <EnvironmentBadge key="in" environment={line.environment} />]} />,
    },
    { name: texts.state, value: <LineState line={line} /> },
    { name: texts.text, value: line.text === '' ? null : <Said said={{ value: line.text, is_text: true }} /> },
    { name: texts.party, value: <Said said={party.name} /> },
    { name: texts.document, value: <Said said={party.document} /> },
    { name: texts.partyAccount, value: <Said said={party.account} /> },
    { name: texts.bankReference, value: <Said said={line.bank_reference} /> },
    { name: texts.bankCode, value: line.bank_code },
    ...(transaction
      ? [
          {
            name: texts.belongsTo,
            value: <OrderLink id={transaction.transaction_id}>{transaction.reference}</OrderLink>,
          },
        ]
      : []),
    ...(decision
      ? [
          {
            name: texts.decidedBy,
            value: <Joined parts={[decision.by.join(', '), <Instant key="at" at={decision.at} />, decision.note]} />,
          },
        ]
      : []),
  ]
  return <DescriptionList facts={facts} isDense />
}

function Joined({ parts }: { parts: readonly ReactNode[] }) {
  return (
    <Group gap="xs">
      {parts
        .filter((part) => part !== null && part !== '')
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one fact have a fixed order
          <span key={at}>{part}</span>
        ))}
    </Group>
  )
}

export function OrderLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: id }} underline="always">
      {children}
    </TextLink>
  )
}

export function ProposalLink({ proposal }: { proposal: NonNullable<BankLineData['proposal']> }) {
  const texts = useBankLineTexts()
  return (
    <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: proposal.proposal_id }} underline="always">
      {texts.proposed(proposal.proposed_by)}
    </TextLink>
  )
}

/** An order beside a line: in what they agree, and in what they differ, with both values. */
export function Comparison({ candidate, currency }: { candidate: CandidateData; currency: string }) {
  const texts = useBankLineTexts()
  const isEqual = ({ code }: CandidateData['reasons'][number]) => code.endsWith('_agrees')
  const parts = [
    [texts.agrees, candidate.reasons.filter(isEqual)],
    [texts.differs, candidate.reasons.filter((reason) => !isEqual(reason))],
  ] as const
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <OrderLink id={candidate.transaction_id}>{candidate.reference ?? candidate.transaction_id}</OrderLink>
        <Amount value={candidate.amount} currency={currency} />
        <StatusBadge status={candidate.status} />
      </Group>
      <Text size="xs" c="dimmed">
        {texts.classes[candidate.class]} · <Instant at={candidate.created_at} />
      </Text>
      {parts.map(
        ([title, reasons]) =>
          reasons.length > 0 && (
            <div key={title}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <List size="sm">
                {reasons.map(({ code, line, order }) => (
                  <List.Item key={code} style={{ overflowWrap: 'anywhere' }}>
                    {texts.reasons[code]}: <Said said={line} /> · {texts.order}: {order === '' ? '–' : order}
                  </List.Item>
                ))}
              </List>
            </div>
          ),
      )}
    </Stack>
  )
}

/** What a proposal about a line is decided by: the line, beside the order or the other line. */
export function LineSides({
  input,
  orderId,
}: {
  input: Readonly<Record<string, unknown>>
  orderId: string | undefined
}) {
  const texts = useBankLineTexts()
  const idOf = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
  const pathOf = (id: string) => `/console/operator/bank-lines/${encodeURIComponent(id)}`
  const { data: line } = useRead<BankLineDetailData>(pathOf(idOf('bank_line_id')), { query: { named: orderId } })
  const { data: pair } = useRead<BankLineDetailData>(pathOf(idOf('proven_by')), { enabled: idOf('proven_by') !== '' })
  if (!line) return null
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <div>
        <Title order={3} size="h4">
          <TextLink to="/operator/banks/lines/$lineId" params={{ lineId: line.bank_line_id }}>
            {texts.line}
          </TextLink>
        </Title>
        <LineFacts line={line} />
      </div>
      {line.named && (
        <div>
          <Title order={3} size="h4">
            {texts.order}
          </Title>
          <Comparison candidate={line.named} currency={line.currency} />
        </div>
      )}
      {pair && (
        <div>
          <Title order={3} size="h4">
            {texts.provenBy}
          </Title>
          <LineFacts line={pair} />
        </div>
      )}
    </SimpleGrid>
  )
}
