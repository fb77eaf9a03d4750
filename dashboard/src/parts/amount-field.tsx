import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readTypedAmount } from '../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../gateway/src/core/web/contract/words.ts'
import { useAmountFault } from '../app/amount-faults.ts'
import { formatAmountWithCode } from '../app/formats.ts'
import { useLanguage } from '../app/languages.ts'
import { useShellTexts } from '../texts/all-shell.ts'

/** As many characters as the longest printed amount with its code, and some more. */
const lengthMax = 40

export interface AmountFieldProps {
  label: string
  /** As typed; `readTypedAmount` says what it means. */
  value: string
  onChange: (text: string) => void
  /** Undefined while it is not known, as in a filter over all currencies. */
  currency: CurrencyCode | undefined
  /** Takes amounts below zero. */
  signed?: boolean
  /** What the page says of the amount that it reads: "You are sending …". By default "That is …". */
  echo?: (amount: string) => string
  /** What the server said about it. */
  error?: string | undefined
  id?: string
  description?: string
  placeholder?: string
  required?: boolean
}

/** The one field for amounts: says below what it reads, and what is wrong with what it cannot read. */
export function AmountField(props: AmountFieldProps) {
  const { value, onChange, currency, signed, echo, error, ...input } = props
  const texts = useShellTexts()
  const language = useLanguage()
  const faultOf = useAmountFault()
  // While somebody types, half an amount is no mistake yet. Enter says as much as leaving: the amount is whole.
  const [wasLeft, setWasLeft] = useState(false)
  const reading = readTypedAmount(value, { currency, ...(signed === true && { signed }) })
  const fault = wasLeft && value.trim() !== '' && !reading.ok ? faultOf(reading, currency) : undefined
  const amount = reading.ok && currency ? formatAmountWithCode(reading.decimal, currency, { language }) : undefined
  return (
    <div>
      <TextInput
        {...input}
        value={value}
        error={error ?? fault}
        inputMode={signed === true ? 'text' : 'decimal'}
        maxLength={lengthMax}
        autoComplete="off"
        spellCheck={false}
        {...(currency && { rightSection: <Text size="sm">{currency}</Text>, rightSectionWidth: '3.5rem' })}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setWasLeft(true)}
        onKeyDown={(event) => event.key === 'Enter' && setWasLeft(true)}
      />
      <Text size="sm" role="status" mt={amount === undefined ? 0 : 4}>
        {amount !== undefined && error === undefined && (echo ?? texts.amounts.reads)(amount)}
      </Text>
    </div>
  )
}
