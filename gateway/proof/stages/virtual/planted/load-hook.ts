import type { InitializeHook, LoadHook } from 'node:module'

/** What the thread of module hooks needs to know: JSON. */
export interface PlantedModule {
  url: string
  source: string
}

let planted: PlantedModule | undefined

export const initialize: InitializeHook<PlantedModule> = (given) => {
  planted = given
}

export const load: LoadHook = (url, context, nextLoad) => {
  if (planted === undefined || url !== planted.url) return nextLoad(url, context)
  return { format: 'module', shortCircuit: true, source: planted.source }
}
