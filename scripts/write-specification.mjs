// @ts-check
// Writes docs/specification.md from the rules of the conformance tool; `npm test` fails while it is out of date.
import { writeFileSync } from 'node:fs'

/** @type {typeof import('../conformance/src/write-specification.ts')} */
const { specificationPage } = await import(
  new URL('../conformance/dist/src/write-specification.js', import.meta.url).href
)

writeFileSync(new URL('../docs/specification.md', import.meta.url), specificationPage())
