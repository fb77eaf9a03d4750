import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useShellTexts } from '../texts/all-shell.ts'

/** A password, with a button that shows what was typed, named in the page's language. */
export function PasswordField(props: PasswordInputProps) {
  const { parts } = useShellTexts()
  return (
    <PasswordInput
      required
      withAsterisk={false}
      maxLength={200}
      visibilityToggleButtonProps={{ 'aria-label': parts.showTyped }}
      {...props}
    />
  )
}
