import { plantedFault } from './faults.ts'

/** Names the fault that a process runs with. */
export const plantedVariable = 'SIMULATE_PLANTED'

/**
 * What a child process needs in order to run with a planted fault: options before the script, and additions to its
 * environment. Throws where there is none of that name.
 */
export function withPlanted(name: string): { execArgv: string[]; env: Record<string, string> } {
  return {
    execArgv: ['--import', new URL('./preload.js', import.meta.url).href],
    env: { [plantedVariable]: plantedFault(name).name },
  }
}
