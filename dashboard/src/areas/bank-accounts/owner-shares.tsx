import { Button, Fieldset, NativeSelect, Stack, Text } from '@mantine/core'
import { formatAmount, parseAmount } from '../../../../gateway/src/values/money.ts'
import { readTypedAmount } from '../../../../gateway/src/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/web/contract/words.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { useLineTexts } from './line-texts.ts'

/** As many points as the gateway takes for one line. */
const sharesMax = 50

/** A point and, as typed, the amount of its fees that the owner took out. */
export interface TypedShare {
  pointId: string
  amount: string
}

/** What stands in the fields at first: one point, which has the whole amount. */
export const oneShare: readonly TypedShare[] = [{ pointId: '', amount: '' }]

interface Withdrawal {
  /** Of the line, a decimal text. */
  amount: string
  currency: CurrencyCode
}

/** The shares as the API takes them, and what is left of the line's amount, in minor units. */
export function readShares(shares: readonly TypedShare[], { amount, currency }: Withdrawal) {
  const [only] = shares
  if (shares.length === 1 && only !== undefined)
    return { left: 0n, fields: only.pointId === '' ? undefined : { point_id: only.pointId } }
  const total = minorOf(amount, currency) ?? 0n
  const read = shares.map((share) => {
    const reading = readTypedAmount(share.amount, { currency })
    return { point_id: share.pointId, amount: reading.ok ? reading.decimal : '' }
  })
  const left = read.reduce((rest, share) => rest - (minorOf(share.amount, currency) ?? 0n), total)
  const isWhole = read.every((share) => share.point_id !== '' && share.amount !== '')
  const areDifferent = new Set(read.map((share) => share.point_id)).size === read.length
  return { left, fields: isWhole && areDifferent && left === 0n ? { shares: read } : undefined }
}

function minorOf(amount: string, currency: CurrencyCode): bigint | undefined {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? parsed.minor : undefined
}

interface OwnerSharesProps extends Withdrawal {
  points: readonly { value: string; label: string }[]
  shares: readonly TypedShare[]
  onChange: (shares: readonly TypedShare[]) => void
}

/** The points whose fees one withdrawal of the owner takes, and the share of each. */
export function OwnerShares({ points, shares, onChange, amount, currency }: OwnerSharesProps) {
  const texts = useLineTexts()
  const language = useLanguage()
  const set = (at: number, change: Partial<TypedShare>) =>
    onChange(shares.map((share, index) => (index === at ? { ...share, ...change } : share)))
  const { left } = readShares(shares, { amount, currency })
  return (
    <Stack gap="xs">
      {shares.map((share, at) => (
        // The rows have no other identity: one may name no point yet.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fieldset key={at} variant="unstyled" aria-label={`${texts.point} ${at + 1}`}>
          <NativeSelect
            label={texts.point}
            required
            value={share.pointId}
            onChange={(event) => set(at, { pointId: event.currentTarget.value })}
            data={[{ value: '', label: '–' }, ...points]}
          />
          {shares.length > 1 && (
            <AmountField
              label={texts.share}
              required
              value={share.amount}
              onChange={(typed) => set(at, { amount: typed })}
              currency={currency}
            />
          )}
          {shares.length > 1 && (
            <Button size="xs" variant="subtle" onClick={() => onChange(shares.filter((_, index) => index !== at))}>
              {texts.removeShare}
            </Button>
          )}
        </Fieldset>
      ))}
      {shares.length > 1 && (
        <Text size="sm" role="status">
          {texts.sharesLeft(formatAmountWithCode(formatAmount(left, currency), currency, { language }))}
        </Text>
      )}
      {shares.length < Math.min(sharesMax, points.length) && (
        <Button size="xs" variant="default" onClick={() => onChange([...shares, { pointId: '', amount: '' }])}>
          {texts.addShare}
        </Button>
      )}
    </Stack>
  )
}
