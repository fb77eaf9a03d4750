import { shellTexts } from '../texts/all-shell.ts'
import { ApiError } from './api-error.ts'
import { currentLanguage } from './languages.ts'
import { CodeNotLoaded } from './load-code.ts'

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
