/**
 * Whether lists are read on the replica, or why not. `behind`: the lag is too large. `not_a_replica`: the server at its
 * address is not in recovery, or belongs to another database.
 */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_a_replica'

export interface ReplicaHealth {
  state: ReplicaState
  /** Lag behind the primary at the last check, in milliseconds; null if never known. */
  lagMs: number | null
}
