import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { WishesError } from './arguments.ts'
import { plantedFaults } from './planted/faults.ts'

const shape = z.object({
  seed: z.number().int().nonnegative(),
  events: z.number().int().positive(),
  planted: z
    .string()
    .refine((name) => plantedFaults.some((fault) => fault.name === name))
    .nullable(),
  /** The rules that it broke. */
  rules: z.array(z.string()),
  acts: z.array(z.string()),
  decisions: z.array(z.object({ name: z.string(), choice: z.string() })),
})

/** A run that broke a rule, with everything that is needed to play it again. */
export type SavedRun = z.infer<typeof shape>

/** Writes `simulate-seed-N.json` into the folder, over what it says of this seed, and returns its path. */
export function saveRun(folder: string, run: SavedRun): string {
  mkdirSync(folder, { recursive: true })
  const path = resolve(join(folder, `simulate-seed-${run.seed}.json`))
  writeFileSync(path, `${JSON.stringify(run, undefined, 2)}\n`)
  return path
}

/** Throws a WishesError where the file is not one that `saveRun` wrote. */
export function readRun(file: string): SavedRun {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new WishesError(`${file} is no run that the simulator saved: ${why}`)
  }
}
