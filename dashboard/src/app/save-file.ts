import { addressOf, type Query } from './api.ts'
import { errorOfResponse } from './api-error.ts'

/** Saves the file that the API sends under its own name, or under `name`. Throws where it is refused, and saves nothing. */
export async function saveFile(path: string, query: Query, name: string): Promise<void> {
  const response = await fetch(addressOf(path, query), { credentials: 'same-origin' })
  if (!response.ok) throw await errorOfResponse(response)
  saveAs(await response.blob(), nameOf(response) ?? name)
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}

/** Saves a file that the page has. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
