import { Text } from '@mantine/core'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import { usePrintedDecimal } from '../../app/amount-faults.ts'
import { useShellTexts } from '../../texts/all-shell.ts'

/**
 * Says of a search over all currencies as which amount the text is looked for, with two decimals so that it reads in one
 * way only; or that it is not, because it may mean two. Nothing where the text is no amount, or digits alone.
 */
export function SearchedAmount({ text }: { text: string }) {
  const { amounts } = useShellTexts()
  const print = usePrintedDecimal()
  const sentence = sentenceOf(text, { amounts, print })
  if (sentence === undefined) return null
  return (
    <Text size="sm" c="dimmed" role="status" mb="xs">
      {sentence}
    </Text>
  )
}

interface Words {
  amounts: ReturnType<typeof useShellTexts>['amounts']
  print: ReturnType<typeof usePrintedDecimal>
}

function sentenceOf(text: string, { amounts, print }: Words): string | undefined {
  if (!/[^\d]/.test(text.trim())) return undefined
  const reading = readTypedAmount(text)
  if (reading.ok) {
    const [whole, cents = '00'] = reading.decimal.split('.')
    return Number(reading.decimal) === 0 ? undefined : amounts.searched(print(`${whole}.${cents}`))
  }
  const [one, other] = reading.readings.map((each) => print(each))
  if (one === undefined || other === undefined) return undefined
  return amounts.notSearched(one, other)
}
