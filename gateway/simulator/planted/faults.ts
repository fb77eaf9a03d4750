import { callbackFaults } from './callback-faults.ts'
import { companyFaults } from './company-faults.ts'
import { creationFaults } from './creation-faults.ts'
import { endingFaults } from './ending-faults.ts'
import type { PlantedFault } from './fault.ts'
import { ledgerFaults } from './ledger-faults.ts'
import { mendedFaults } from './mended-faults.ts'
import { notificationFaults } from './notification-faults.ts'
import { refundFaults } from './refund-faults.ts'
import { sendingFaults } from './sending-faults.ts'
import { suspenseFaults } from './suspense-faults.ts'

/** All faults that can be planted, one at a time, to measure what the simulator finds. */
export const plantedFaults: readonly PlantedFault[] = [
  ...creationFaults,
  ...sendingFaults,
  ...notificationFaults,
  ...endingFaults,
  ...callbackFaults,
  ...suspenseFaults,
  ...ledgerFaults,
  ...mendedFaults,
  ...companyFaults,
  ...refundFaults,
]

/** Throws where there is none of that name. */
export function plantedFault(name: string): PlantedFault {
  const found = plantedFaults.find((fault) => fault.name === name)
  if (!found) throw new Error(`there is no planted fault ${name}`)
  return found
}

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
