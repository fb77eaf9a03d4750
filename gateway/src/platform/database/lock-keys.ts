/**
 * The keys of all advisory locks of this gateway: one space of numbers for the whole database, so they stand in one
 * place and differ. …919 is taken by the tests. Card tries lock by hashes, spread over all 64 bits.
 */
export const lockKeys = {
  /** Of several processes that start together, one migrates and the others wait. */
  migration: 7_210_442_918,
  /** Of two starts at once, the second finds the connector accounts that the first made. */
  connectorSetUp: 7_210_442_920,
  /** One process at a time proves the books; the others pass. */
  verify: 7_210_442_921,
  /** One process at a time changes the partitions of months. */
  partitions: 7_210_442_922,
  /** One process at a time seals the audit log. */
  auditSeals: 7_210_442_923,
  /** One process at a time looks for what people should know. */
  alerts: 7_210_442_931,
  /** One process at a time removes personal data. */
  retention: 7_210_442_932,
} as const
