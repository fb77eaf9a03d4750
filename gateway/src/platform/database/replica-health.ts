/**
 * Whether lists are read on the replica, or why not. `behind`: too far behind; `not_a_replica`: what its address leads to
 * replays nothing, or belongs to another database.
 */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_a_replica'

export interface ReplicaHealth {
  state: ReplicaState
  /** How far it was behind the primary when it was last looked at, in milliseconds; null where that was never known. */
  lagMs: number | null
}
