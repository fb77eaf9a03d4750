import { NativeSelect, TextInput } from '@mantine/core'
import type { CurrencyCode } from '../../../../../gateway/src/core/web/contract/words.ts'
import type { PayType, ServiceData } from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePrintedDecimal } from '../../../app/amount-faults.ts'
import { AmountField } from '../../../parts/amount-field.tsx'
import { useShellTexts } from '../../../texts/all-shell.ts'
import { useFieldName, useFieldWords } from '../field-name.ts'
import { usePaymentsTexts } from '../texts.ts'
import { dayOfViewer, type FormField } from './create-values.ts'

export interface ServiceFieldInputProps {
  kind: PayType
  field: FormField
  service: Pick<ServiceData, 'currency' | 'decimals'>
  value: string
  fault: string | undefined
  onChange: (text: string) => void
}

/** Never shown while typed, on a screen that others may see. */
const hiddenFields = new Set(['payer_card_security_code'])

/** Fields of digits only bring up the keyboard of digits. */
const digitFields = new Set(['payer_card_number', 'payer_card_exp_month', 'payer_card_exp_year', 'uses_max'])

/** One field of a method, from the catalogue: with what it is, an example, and what is wrong with it. */
export function ServiceFieldInput({ kind, field, service, value, fault, onChange }: ServiceFieldInputProps) {
  const { create } = usePaymentsTexts()
  const { amounts } = useShellTexts()
  const print = usePrintedDecimal()
  const nameOf = useFieldName()
  const inWords = useFieldWords()
  const currency = service.currency as CurrencyCode
  const names = {
    id: `field-${field.name}`,
    label: nameOf(field.name),
    required: field.required,
    value,
    error: fault && inWords(fault),
  }
  if (field.name.startsWith('amount')) {
    return (
      <AmountField
        {...names}
        description={service.decimals === 0 ? amounts.noDecimals(service.currency) : amounts.decimals(service.decimals)}
        placeholder={print(String(field.example))}
        currency={currency}
        {...(field.name === 'amount' && { echo: create.echo[kind] })}
        onChange={onChange}
      />
    )
  }
  const common = {
    ...names,
    description: `${field.description}.${field.required ? '' : ` ${create.optional}.`}`,
    // Browsers offer to save what looks like a card or an account: these are other people's.
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  const choices = field.choices ?? field.allowed_values
  if (choices) {
    const none = field.required && value !== '' ? [] : [{ value: '', label: '–' }]
    return <NativeSelect {...common} data={[...none, ...choices]} />
  }
  if (field.name === 'expired_at') return <TextInput {...common} type="date" min={dayOfViewer()} />
  return (
    <TextInput
      {...common}
      type={hiddenFields.has(field.name) ? 'password' : 'text'}
      placeholder={String(field.example)}
      {...(field.max_length !== null && { maxLength: field.max_length })}
      {...(digitFields.has(field.name) && { inputMode: 'numeric' })}
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
    />
  )
}
