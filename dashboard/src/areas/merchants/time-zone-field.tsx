import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { isTimeZone } from '../../../../gateway/src/core/values/days.ts'
import { useOperatorTexts } from '../operator/texts.ts'
import { timeZones } from '../proposals/action-fields.ts'

interface TimeZoneFieldProps {
  label: string
  description?: string
  required?: boolean
  value: string
  onChange: (name: string) => void
}

/** A part of a zone's name finds it; what is there is selected at once, so that typing replaces it. */
export function TimeZoneField({ value, onChange, ...rest }: TimeZoneFieldProps) {
  const texts = useOperatorTexts()
  const listId = useId()
  return (
    <>
      <TextInput
        {...rest}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={value}
        error={value === '' || isTimeZone(value) ? undefined : texts.unknownZone}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {timeZones().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
