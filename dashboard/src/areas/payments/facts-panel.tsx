import { Anchor, Text, Title } from '@mantine/core'
import type {
  TimelineData,
  TimelineTransaction,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ActorName } from '../../parts/values/actor-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useFieldName } from './field-name.ts'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

/** What it came to, by which method and when. */
export function FactsPanel({ story }: { story: TimelineData }) {
  const { facts } = usePaymentsTexts()
  const { transaction } = story
  const list: Fact[] = [
    {
      name: facts.madeBy,
      value: transaction.payment_link_id === null ? <ActorName maker={story.made_by} /> : facts.byPayer,
    },
    ...text(facts.approvedBy, deciderOf(story) ?? ''),
    ...text(facts.card, transaction.card ? `${transaction.card.bin}••••••${transaction.card.last4}` : ''),
    { name: facts.created, value: <Instant at={transaction.created_at} seconds /> },
    { name: facts.updated, value: <Instant at={transaction.updated_at} seconds /> },
    ...(transaction.expired_at ? [{ name: facts.expires, value: <Instant at={transaction.expired_at} /> }] : []),
    { name: facts.environment, value: <EnvironmentBadge environment={transaction.environment} /> },
  ]
  return (
    <Panel title={facts.title}>
      <DescriptionList facts={useAmounts(story)} isDense />
      <div className={classes['part']}>
        <DescriptionList facts={list} isDense />
      </div>
      {transaction.needs_operator !== null && (
        <div className={classes['part']}>
          <DescriptionList facts={[{ name: facts.operator, value: transaction.needs_operator }]} />
        </div>
      )}
    </Panel>
  )
}

/** Who paid, and what was asked for. A refund names its payment in the summary, not by an id. */
export function DetailsPanel({ story: { transaction } }: { story: TimelineData }) {
  const { facts } = usePaymentsTexts()
  const nameOf = useFieldName()
  const metadata = Object.entries(transaction.metadata ?? {})
  const { payment_id: _refunded, ...details } = transaction.details
  return (
    <Panel title={facts.request}>
      <DescriptionList
        facts={[
          ...id(facts.reference, transaction.reference),
          ...id(facts.payerReference, transaction.payer_reference),
          ...text(facts.sender, [transaction.sender_name, transaction.sender_document].filter(Boolean).join(' · ')),
          ...Object.entries(details).map(([name, value]) => ({ name: nameOf(name), value })),
        ]}
      />
      {metadata.length > 0 && (
        <div className={classes['part']}>
          <Title order={3} size="h5" mb="xs">
            {facts.metadata}
          </Title>
          <DescriptionList
            facts={metadata.map(([name, value]) => ({ name: name === 'concept' ? nameOf(name) : name, value }))}
          />
        </div>
      )}
    </Panel>
  )
}

/** Under which ids programs know it, and the command that asks for it: folded until a developer wants to see it. */
export function ForPrograms({ story: { transaction, curl } }: { story: TimelineData }) {
  const { facts, actions } = usePaymentsTexts()
  return (
    <details className={classes['folded']}>
      <summary>{facts.forPrograms}</summary>
      <div>
        <DescriptionList
          facts={[
            ...id(facts.id, transaction.transaction_id),
            ...id(facts.endToEnd, transaction.end_to_end_id),
            ...id(facts.provider, transaction.provider_reference),
          ]}
        />
        <Text size="sm" c="dimmed">
          {actions.curlHint}
        </Text>
        <CodeBlock code={curl} name={actions.curl} />
      </div>
    </details>
  )
}

/** Where the payer sends the money; nothing for payouts and cards. */
export function InstructionsPanel({ transaction: { instructions, status } }: { transaction: TimelineTransaction }) {
  const texts = usePaymentsTexts().instructions
  if (!instructions) return null
  const { target_account: account } = instructions
  const facts: Fact[] = [
    {
      name: texts.pageLink,
      value: (
        <Anchor href={instructions.payment_url} target="_blank" rel="noopener noreferrer">
          {texts.page}
        </Anchor>
      ),
    },
    ...id(texts.clabe, instructions.clabe),
    ...id(texts.pix, instructions.pix_br_code),
    ...id(texts.reference, account?.reference),
    ...(instructions.clabe === null ? id(texts.number, account?.number) : []),
    ...text(texts.type, account?.type ?? ''),
    ...text(texts.bank, account?.bank ?? ''),
    ...text(texts.beneficiary, account?.beneficiary ?? ''),
    ...text(texts.document, account?.doc_id ?? ''),
  ]
  const isOver = status === 'ERROR' || status === 'EXPIRED'
  return (
    <Panel title={isOver ? texts.titleOver : texts.title}>
      <DescriptionList facts={facts} />
    </Panel>
  )
}

function useAmounts({ amounts, transaction }: TimelineData): Fact[] {
  const { facts } = usePaymentsTexts()
  const shown: [string, string | null][] = [
    [facts.asked, amounts.asked],
    [transaction.pay_type === 'payin' ? facts.credited : facts.paidOut, amounts.credited],
    [facts.received, amounts.received],
    [facts.inSuspense, amounts.in_suspense],
    [facts.missing, amounts.missing],
    [facts.reversed, amounts.reversed],
    [facts.sentBack, amounts.sent_back],
    [facts.refunded, transaction.refunded_amount],
    [facts.refundable, transaction.refundable_amount],
  ]
  return shown
    .filter(([name, value]) => name === facts.asked || (value !== null && Number(value) !== 0))
    .map(([name, value]) => ({
      name,
      value: <Amount value={value ?? '0'} currency={transaction.currency} />,
    }))
}

function id(name: string, value: string | null | undefined): Fact[] {
  return value == null ? [] : [{ name, value: <Identifier value={value} name={name} /> }]
}

function text(name: string, value: string): Fact[] {
  return value === '' ? [] : [{ name, value }]
}

/** Who approved or refused a payout that needed a second person. */
function deciderOf({ audit }: TimelineData): string | undefined {
  const decided = audit.findLast(({ action, result }) => result === 'done' && decisions.has(action))
  return decided?.actor
}

const decisions: ReadonlySet<string> = new Set(['payout.approve', 'payout.refuse'])
