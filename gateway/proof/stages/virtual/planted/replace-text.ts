import { readFileSync } from 'node:fs'
import type { PlantedFault } from './faults.ts'

/** The compiled file that a fault is in, as modules are named. */
export function compiledUrl({ file }: Pick<PlantedFault, 'file'>): string {
  return new URL(`../../../../${file.replace(/\.ts$/, '.js')}`, import.meta.url).href
}

/** The compiled file with the fault in it. Throws where its text does not stand there exactly once. */
export function plantedSource(fault: PlantedFault): string {
  const parts = readFileSync(new URL(compiledUrl(fault)), 'utf8').split(fault.find)
  const [before, after] = parts
  if (before === undefined || after === undefined || parts.length !== 2) {
    throw new Error(`the text of the planted fault ${fault.name} stands ${parts.length - 1} times in ${fault.file}`)
  }
  return before + fault.put + after
}

const key = Symbol.for('pasarela.simulator.planted')

/** A last line of compiled code that says, when it runs, that the code with this fault is the one that runs. */
export function markOf(name: string): string {
  return `\nglobalThis[Symbol.for(${JSON.stringify(key.description)})] = ${JSON.stringify(name)}\n`
}

/** Whether code with this fault has run in this process. */
export function isPlanted(name: string): boolean {
  return Reflect.get(globalThis, key) === name
}
