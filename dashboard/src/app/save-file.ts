import { addressOf, type Query, stepUpAfter } from './api.ts'
import { errorOfResponse } from './api-error.ts'

/**
 * Saves the file that the API sends under its own name, or under `name`; `days` (`2030-06-01`) are in the name in place of
 * the API's day. Throws where it is refused, and saves nothing.
 */
export async function saveFile(path: string, query: Query, name: string, days: readonly string[] = []): Promise<void> {
  const response = await fetchFile(path, query)
  const given = nameOf(response) ?? name
  const ofDays = days.length === 0 ? given : given.replace(/(-\d{4}-\d\d-\d\d)?\.csv$/, `-${days.join('-')}.csv`)
  saveAs(await response.blob(), ofDays)
}

async function fetchFile(path: string, query: Query, isRepeated = false): Promise<Response> {
  const response = await fetch(addressOf(path, query), { credentials: 'same-origin' })
  if (response.ok) return response
  const error = await errorOfResponse(response)
  if (!isRepeated && (await stepUpAfter(error))) return await fetchFile(path, query, true)
  throw error
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
