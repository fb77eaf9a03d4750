import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'

/** 256 bits cannot be guessed, and base64url needs no escaping in a URL. */
const PASSWORD_BYTES = 32

/** The password in the file (mode 0600), created at the first call. */
export async function keptPassword(path: string): Promise<string> {
  const kept = await readPassword(path)
  if (kept !== undefined) return kept
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  await writeSecret(path, password)
  return password
}

/** Undefined without a file. */
export async function readPassword(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() === '' ? undefined : text.trim()
}

/** Writes a file with mode 0600. The file gets its name only when it is completely on disk. */
export async function writeSecret(path: string, secret: string): Promise<void> {
  const part = `${path}.new`
  const file = await open(part, 'w', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  await file.close()
  await rename(part, path)
}
