import { notifications } from '@mantine/notifications'
import { shellTexts } from '../texts/all-shell.ts'
import { ApiError } from './api-error.ts'
import { currentLanguage } from './languages.ts'
import { CodeNotLoaded } from './load-code.ts'

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

/** An error in the person's language. The server's refusals arrive in it already. */
export function describeError(error: unknown): { title: string; message: string; requestId: string | undefined } {
  const { errors } = shellTexts[currentLanguage()]
  if (error instanceof CodeNotLoaded) {
    return { title: errors.outdatedTitle, message: errors.outdated, requestId: undefined }
  }
  if (!(error instanceof ApiError)) return { title: errors.title, message: errors.unexpected, requestId: undefined }
  if (error.code === 'network') return { title: errors.offlineTitle, message: errors.offline, requestId: undefined }
  const fields = error.fields.map((field) => field.message)
  const message = fields.length > 1 ? fields.join(' ') : error.message
  return { title: errors.title, message, requestId: error.requestId }
}
