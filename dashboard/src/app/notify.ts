import { notifications } from '@mantine/notifications'
import { describeError } from './describe-error.ts'

/** A toast that something worked. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', withBorder: true })
}

/** A toast that says what went wrong; stays until it is closed, because it may have to be read twice. */
export function notifyError(error: unknown): void {
  const { title, message } = describeError(error)
  notifications.show({ title, message, color: 'red', withBorder: true, autoClose: false, role: 'alert' })
}
