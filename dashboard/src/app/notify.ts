import { notifications } from '@mantine/notifications'
import { shellTexts } from '../texts/all-shell.ts'
import { describeError } from './describe-error.ts'
import { currentLanguage } from './languages.ts'

/** A toast that something worked. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', withBorder: true, closeButtonProps: closing() })
}

/** A toast that says what went wrong; stays until it is closed, because it may have to be read twice. */
export function notifyError(error: unknown): void {
  const { title, message } = describeError(error)
  notifications.show({
    title,
    message,
    color: 'red',
    withBorder: true,
    autoClose: false,
    role: 'alert',
    closeButtonProps: closing(),
  })
}

/** The button that closes a toast shows a cross alone. */
function closing() {
  return { 'aria-label': shellTexts[currentLanguage()].parts.close }
}
