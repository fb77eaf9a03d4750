import { Stack, Text } from '@mantine/core'
import type {
  BankLineData,
  BankLineDetailData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { useDay } from '../../parts/day.ts'
import type { Fact } from '../../parts/description-list.tsx'
import { TextLink } from '../../parts/links.tsx'
import { SignedAmount } from './line-list.tsx'
import { useLineTexts } from './line-texts.ts'

/** What belongs to the line: the statement's line or the announcements of it, its counterpart, the payment file that it pays. */
export function useRelationFacts(line: BankLineDetailData): readonly Fact[] {
  const texts = useLineTexts()
  const { adopted_by: adopted, announcements, counter_line_id: counterId, payment_batch_id: batchId } = line
  const counter = line.counter_lines.find((each) => each.line_id === counterId)
  return [
    ...(adopted ? [{ name: adoptionName(line, texts), value: <LineLinks lines={[adopted]} /> }] : []),
    ...(announcements.length > 0
      ? [
          {
            name: line.standing === 'itemised' ? texts.partsOf : texts.announcedBy,
            value: <LineLinks lines={announcements} />,
          },
        ]
      : []),
    ...(counter ? [{ name: texts.pair, value: <LineLinks lines={[counter]} /> }] : []),
    ...(batchId === null ? [] : [{ name: texts.payFile, value: <PaymentFileLink batchId={batchId} /> }]),
  ]
}

function adoptionName({ standing }: BankLineData, texts: ReturnType<typeof useLineTexts>): string {
  return standing === 'part' ? texts.partOf : texts.adoptedBy
}

function LineLinks({ lines }: { lines: readonly BankLineData[] }) {
  const texts = useLineTexts()
  const day = useDay()
  return (
    <Stack gap={2}>
      {lines.map((line) => (
        <span key={line.line_id}>
          <TextLink to="/operator/bank-lines" search={{ line: line.line_id }}>
            {texts.lineOf(day(line.day))}
          </TextLink>{' '}
          <SignedAmount line={line} />
        </span>
      ))}
    </Stack>
  )
}

function PaymentFileLink({ batchId }: { batchId: string }) {
  const texts = useLineTexts()
  return (
    <TextLink to="/operator/payment-files/$batchId" params={{ batchId }}>
      {texts.openFile}
    </TextLink>
  )
}

/** What stands at the right of a line for which nobody has to choose an order. */
export function SettledWords({ line }: { line: BankLineDetailData }) {
  const texts = useLineTexts()
  return (
    <Text size="sm" mb="md">
      {line.standing === 'not_booked' ? texts.notBooked : texts.settled}
    </Text>
  )
}
