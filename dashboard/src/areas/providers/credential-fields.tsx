import { Button, FileButton, Group, NativeSelect, Stack, Textarea, type TextareaProps, TextInput } from '@mantine/core'
import type { CredentialFieldData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { useProviderTexts } from './texts.ts'

export type CredentialValues = Readonly<Record<string, string>>

/** Longer than any key or chain of certificates. */
const pemLengthMax = 40_000

interface FieldsProps {
  fields: readonly CredentialFieldData[]
  values: CredentialValues
  onChange: (name: string, value: string) => void
  /** What the server said about a field. */
  faultOf: (name: string) => string | undefined
}

/** The fields that a connector's accounts need. Secrets are typed unseen; PEM texts are pasted or taken from a file. */
export function CredentialFields({ fields, values, onChange, faultOf }: FieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={faultOf(field.name)}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </>
  )
}

interface FieldProps {
  field: CredentialFieldData
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Field({ field, value, error, onChange }: FieldProps) {
  const texts = useProviderTexts()
  const common = {
    label: field.label,
    required: field.required,
    value,
    error,
    autoComplete: 'off',
    spellCheck: false,
    ...(field.secret && { description: texts.secretHelp }),
  }
  if (field.pem) return <PemField field={field} common={common} onChange={onChange} />
  if (field.options) {
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: '–' }, ...field.options.map((option) => ({ value: option, label: option }))]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (field.secret) {
    return (
      <PasswordField
        {...common}
        autoComplete="new-password"
        withAsterisk={field.required}
        maxLength={2_000}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      maxLength={500}
      placeholder={field.example}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface PemProps {
  field: CredentialFieldData
  common: Pick<TextareaProps, 'label' | 'required' | 'value' | 'error' | 'description' | 'autoComplete' | 'spellCheck'>
  onChange: (value: string) => void
}

/** A text of several lines, pasted or taken from a file. */
function PemField({ field, common, onChange }: PemProps) {
  const texts = useProviderTexts()
  return (
    <Stack gap={4}>
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={pemLengthMax}
        placeholder={field.example}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group>
        <FileButton onChange={(file) => void file?.text().then(onChange)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" aria-label={`${texts.chooseFile}: ${field.label}`}>
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}

/** What was filled in. An empty optional field is left out. */
export function filledIn(values: CredentialValues): CredentialValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}
