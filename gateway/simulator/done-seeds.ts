import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { WishesError } from './arguments.ts'
import type { Told } from './worker.ts'

const headerShape = z.object({ events: z.number(), planted: z.string().nullable(), build: z.string() })

const doneShape = z.object({
  seed: z.number(),
  steps: z.number(),
  busySteps: z.number(),
  seconds: z.number(),
  digest: z.string(),
  rules: z.array(z.string()),
  sameTwice: z.boolean().optional(),
  counts: z.record(z.string(), z.number()),
})

/** Runs with another header are other runs: their seeds say nothing about each other. */
export type StateHeader = z.infer<typeof headerShape>

/** What is noted of a seed that was run. `rules`: those that it broke. */
export type DoneSeed = z.infer<typeof doneShape>

export function doneSeedOf(told: Told): DoneSeed {
  const { seed, steps, busySteps, seconds, digest, sameTwice, violations, counts } = told
  const same = sameTwice === undefined ? {} : { sameTwice }
  return { seed, steps, busySteps, seconds, digest, rules: violations.map(({ rule }) => rule), ...same, counts }
}

export function noteDone(file: string, done: DoneSeed): void {
  appendFileSync(file, `${JSON.stringify(done)}\n`)
}

/**
 * What a file of JSON lines says of seeds that were run before, the last line of each; a file that is missing or empty is
 * begun. A last line without an end was being written when the process ended: it is removed. Throws a WishesError where the file
 * is of other runs or is no such file.
 */
export function openDone(file: string, header: StateHeader): DoneSeed[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole === '' && text !== '' && !text.startsWith('{"events"'))
    throw new WishesError(`${file} is no file of --state.`)
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  const [first, ...lines] = whole.split('\n').slice(0, -1)
  if (first === undefined) {
    writeFileSync(file, `${JSON.stringify(header)}\n`)
    return []
  }
  refuseOther(file, header, lineOf(headerShape, file, first))
  const seeds = lines.map((line) => lineOf(doneShape, file, line))
  return [...new Map(seeds.map((done) => [done.seed, done])).values()]
}

function lineOf<T>(shape: z.ZodType<T>, file: string, line: string): T {
  try {
    return shape.parse(JSON.parse(line))
  } catch {
    throw new WishesError(`${file} is no file of --state: it has the line ${line.slice(0, 80)}`)
  }
}

function refuseOther(file: string, wanted: StateHeader, header: StateHeader): void {
  const reasons = [
    ...(header.events === wanted.events ? [] : [`with --events ${header.events}`]),
    ...(header.planted === wanted.planted ? [] : [`with ${header.planted ?? 'no'} planted fault`]),
    ...(header.build === wanted.build ? [] : ['with other code']),
  ]
  if (reasons.length === 0) return
  throw new WishesError(
    `The seeds in ${file} were run ${reasons.join(' and ')}. Name another file, or remove this one.`,
  )
}

/** Names the code that runs: a hash of the compiled gateway, of the compiled simulator and of the migrations. */
export function buildOfCode(): string {
  const hash = createHash('sha256')
  for (const folder of ['../src', '.', '../../migrations']) {
    const root = new URL(`${folder}/`, import.meta.url)
    const paths = readdirSync(fileURLToPath(root), { recursive: true }).map(String)
    for (const path of paths.filter((each) => /(?<!\.test)\.(js|sql)$/.test(each)).sort())
      hash.update(`${folder}\0${path}\0`).update(readFileSync(new URL(path, root)))
  }
  return hash.digest('hex').slice(0, 16)
}
