export const environments = ['test', 'live'] as const

/** Test points use only the simulated bank; live points use only real connectors. */
export type Environment = (typeof environments)[number]
