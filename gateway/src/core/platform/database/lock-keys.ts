/**
 * The keys of all advisory locks. They share one number space per database, so they are listed here and must differ.
 * …919 is used by the tests. Card velocity locks by hashes over all 64 bits.
 */
export const lockKeys = {
  /** One of several starting processes migrates; the others wait. */
  migration: 7_210_442_918,
  /** Serialises starts, so that the second one finds the connector accounts of the first. */
  connectorSetUp: 7_210_442_920,
  /** One process at a time runs verify; the others skip it. */
  verify: 7_210_442_921,
  /** One process at a time changes month partitions. */
  partitions: 7_210_442_922,
  /** One process at a time seals the audit log. */
  auditSeals: 7_210_442_923,
  /** One process at a time evaluates alerts. */
  alerts: 7_210_442_931,
  /** One process at a time removes personal data. */
  retention: 7_210_442_932,
} as const
