import { Button, Group, Text } from '@mantine/core'
import type {
  BankLineDetailData,
  ComparedValue,
  LineCandidateData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { Amount } from '../../parts/amount.tsx'
import { useDay } from '../../parts/day.ts'
import { TextLink } from '../../parts/links.tsx'
import { StatusBadge, Tag } from '../../parts/tag.tsx'
import { useLineTexts } from './line-texts.ts'
import classes from './lines.module.css'

/** Reasons that speak against a match. Those for which a person must decide come beside them; the others speak for it. */
const against: ReadonlySet<string> = new Set(['amount_differs', 'document_differs', 'name_differs'])

export interface CandidateCardProps {
  line: BankLineDetailData
  candidate: LineCandidateData
  /** The key that marks it, from 1. */
  number: number
  isMarked: boolean
  /** Undefined: the person may not, or the line cannot be linked now. */
  onLink: (() => void) | undefined
  onRefuse: (() => void) | undefined
}

/** An order beside the line: what both say, and why it is proposed. */
export function CandidateCard(props: CandidateCardProps) {
  const { candidate, number, isMarked, onLink, onRefuse } = props
  const texts = useLineTexts()
  const needsTwo = !candidate.alone && props.line.account.environment === 'live'
  return (
    <article
      className={classes['candidate']}
      data-marked={isMarked}
      aria-label={candidate.reference}
      aria-current={isMarked}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <kbd className={classes['key']}>{number}</kbd>
          <TextLink
            to="/operator/transactions/$transactionId"
            params={{ transactionId: candidate.transaction_id }}
            fw={600}
          >
            {candidate.reference}
          </TextLink>
          <StatusBadge status={candidate.status} />
        </Group>
        {candidate.score === null ? (
          candidate.transaction_id !== props.line.transaction_id && <Tag tone="calm">{texts.yourChoice}</Tag>
        ) : (
          <Tag tone={candidate.alone ? 'good' : 'wait'}>{texts.score(String(candidate.score))}</Tag>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {candidate.class !== null && `${texts.pays[candidate.class]} · `}
        {candidate.point.merchant} · {candidate.point.name} · {candidate.service_code}
      </Text>
      <Compared line={props.line} candidate={candidate} />
      <Reasons candidate={candidate} />
      {onLink && (
        <>
          <Group gap="xs" mt="sm">
            <Button size="sm" variant={isMarked ? 'filled' : 'default'} onClick={onLink}>
              {texts.link}
            </Button>
            {onRefuse && candidate.score !== null && (
              <Button size="sm" variant="subtle" onClick={onRefuse}>
                {texts.notThis}
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {needsTwo ? texts.linkTwo : candidate.alone && texts.linkAlone}
          </Text>
        </>
      )}
    </article>
  )
}

function Compared({ line, candidate }: { line: BankLineDetailData; candidate: LineCandidateData }) {
  const texts = useLineTexts()
  return (
    <table className={classes['compared']}>
      <caption className="pa-unseen">{texts.compared}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.onLine}</th>
          <th scope="col">{texts.onOrder}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {candidate.compared
          .filter(({ field, agrees }) => field !== 'own_account' || agrees === false)
          .map((each) => (
            <tr key={each.field}>
              <th scope="row">{texts.fields[each.field]}</th>
              <td>
                <ComparedSide value={each} side="line" currency={line.account.currency} />
              </td>
              <td>
                <ComparedSide value={each} side="order" currency={candidate.currency} />
              </td>
              <td data-agrees={each.agrees ?? undefined}>
                <span aria-hidden>{each.agrees === null ? '·' : each.agrees ? '✓' : '✗'}</span>
                <span className="pa-unseen">
                  {each.agrees === null ? texts.unknown : each.agrees ? texts.same : texts.differs}
                </span>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** The line's reference stands in its text, which is shown once, marked, beside the candidates. */
function ComparedSide({ value, side, currency }: { value: ComparedValue; side: 'line' | 'order'; currency: string }) {
  const texts = useLineTexts()
  const day = useDay()
  const text = value[side]
  if (text === null) return <span>–</span>
  if (value.field === 'amount') return <Amount value={text} currency={currency} />
  if (value.field === 'day') return <span>{day(text)}</span>
  if (value.field === 'own_account') return <span>{side === 'line' ? texts.thisAccount : texts.otherAccount}</span>
  if (value.field === 'reference' && side === 'line') {
    return <span>{value.agrees === true ? value.order : '–'}</span>
  }
  return <span>{text}</span>
}

function Reasons({ candidate: { reasons, doubts } }: { candidate: LineCandidateData }) {
  const texts = useLineTexts()
  const asking = new Set(doubts)
  const groups = [
    { title: texts.why, codes: reasons.filter((code) => !against.has(code) && !asking.has(code)) },
    { title: texts.against, codes: reasons.filter((code) => against.has(code)) },
    { title: texts.asks, codes: reasons.filter((code) => asking.has(code)) },
  ]
  return groups
    .filter(({ codes }) => codes.length > 0)
    .map(({ title, codes }) => (
      <div key={title}>
        <Text size="sm" fw={600} mt="xs">
          {title}
        </Text>
        <ul className={classes['reasons']}>
          {codes.map((code) => (
            <li key={code}>{texts.reasons[code] ?? code}</li>
          ))}
        </ul>
      </div>
    ))
}

/** What is told as the reason of a link, if the person writes none. */
export function evidenceOf({ reasons }: LineCandidateData, words: Readonly<Record<string, string>>): string {
  return reasons.map((code) => words[code] ?? code).join('. ')
}
