import * as modules from 'node:module'
import { plantedFault, plantedVariable } from './faults.ts'
import type { PlantedModule } from './load-hook.ts'
import { compiledUrl, markOf, plantedSource } from './replace-text.ts'

// Loaded by `node --import` before everything else: plants the fault that the environment names into the code of this
// process. A fault whose text is not there ends the process.
const name = process.env[plantedVariable]
if (name !== undefined && name !== '') plant(name)

/** Hooks in the same thread, which newer versions of Node have instead of `register`. */
interface HooksHere {
  registerHooks?(hooks: {
    load(url: string, context: unknown, nextLoad: (url: string, context: unknown) => unknown): unknown
  }): void
}

function plant(wanted: string): void {
  const fault = plantedFault(wanted)
  const planted: PlantedModule = { url: compiledUrl(fault), source: plantedSource(fault) + markOf(fault.name) }
  const { registerHooks } = modules as HooksHere
  if (!registerHooks) {
    modules.register('./load-hook.js', { parentURL: import.meta.url, data: planted })
    return
  }
  registerHooks({
    load: (url, context, nextLoad) =>
      url === planted.url ? { format: 'module', shortCircuit: true, source: planted.source } : nextLoad(url, context),
  })
}
