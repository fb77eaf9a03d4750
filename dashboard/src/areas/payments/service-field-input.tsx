import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { ServiceData, ServiceField } from '../../../../gateway/src/http/console/contract/payments.ts'
import { usePaymentsTexts } from './texts.ts'

export interface ServiceFieldInputProps {
  field: ServiceField
  service: ServiceData
  value: string
  fault: string | undefined
  onChange: (text: string) => void
}

/** Never shown while typed, on a screen that others may see. */
const hiddenFields = new Set(['payer_card_security_code'])

/** Fields of digits only bring up the keyboard of digits. */
const digitFields = new Set(['payer_card_number', 'payer_card_exp_month', 'payer_card_exp_year'])

/** One field of a method, from the catalogue: with what it is, an example, and what is wrong with it. */
export function ServiceFieldInput({ field, service, value, fault, onChange }: ServiceFieldInputProps) {
  const { create } = usePaymentsTexts()
  const common = {
    id: `field-${field.name}`,
    label: field.name,
    description: descriptionOf(field, { service, create }),
    required: field.required,
    value,
    error: fault,
    // Browsers offer to save what looks like a card or an account: these are other people's.
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (field.allowed_values) {
    return <NativeSelect {...common} data={[{ value: '', label: '–' }, ...field.allowed_values]} />
  }
  return (
    <TextInput
      {...common}
      type={hiddenFields.has(field.name) ? 'password' : 'text'}
      placeholder={String(field.example)}
      {...(field.max_length !== null && { maxLength: field.max_length })}
      {...(field.name === 'amount' && {
        inputMode: 'decimal',
        rightSection: <Text size="sm">{service.currency}</Text>,
        rightSectionWidth: '3.5rem',
      })}
      {...(digitFields.has(field.name) && { inputMode: 'numeric' })}
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
    />
  )
}

type CreateTexts = ReturnType<typeof usePaymentsTexts>['create']

function descriptionOf(
  field: ServiceField,
  { service, create }: { service: ServiceData; create: CreateTexts },
): string {
  const decimals = field.name === 'amount' ? ` ${create.decimals(service.decimals, service.currency)}.` : ''
  return `${field.description}.${decimals}${field.required ? '' : ` ${create.optional}.`}`
}
