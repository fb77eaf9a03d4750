/**
 * The keys of the core's advisory locks. They share one number space per database with those of extras,
 * which stand where they are taken, and must differ. …919 is used by the tests. Card velocity locks by hashes over all 64 bits.
 */
export const lockKeys = {
  /** One of several starting processes migrates; the others wait. */
  migration: 7_210_442_918,
  /** Serialises starts, so that the second one finds the connector accounts of the first. */
  connectorSetUp: 7_210_442_920,
  /** One process at a time changes month partitions. */
  partitions: 7_210_442_922,
} as const
