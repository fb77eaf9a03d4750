// @ts-check
// Writes docs/reference from the code; `npm test` fails while it is out of date.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @type {typeof import('../gateway/test/support/reference-pages.ts')} */
const { referenceFolder, referencePages } = await import(
  new URL('../gateway/dist/test/support/reference-pages.js', import.meta.url).href
)

const folder = new URL(`../${referenceFolder}/`, import.meta.url)
mkdirSync(folder, { recursive: true })
for (const { name, text } of referencePages(fileURLToPath(new URL('../gateway/src', import.meta.url)))) {
  writeFileSync(new URL(name, folder), text)
}
