export const environments = ['test', 'live'] as const

/** Test points only ever reach the simulated bank, live points only real connectors. */
export type Environment = (typeof environments)[number]
