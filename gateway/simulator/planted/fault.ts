/** The part of the engine that a planted fault is in. */
export type FaultGroup =
  | 'creation'
  | 'sending'
  | 'inquiry'
  | 'notifications'
  | 'expiry'
  | 'releases'
  | 'callbacks'
  | 'approvals'
  | 'suspense'
  | 'cancel'
  | 'ledger'
  | 'cards'
  | 'refunds'

/** A fault that a careless engineer could make: one text of one compiled file is replaced by another. */
export interface PlantedFault {
  /** Unique. */
  name: string
  /** The source, from the folder `gateway`: `src/core/processing/send-waiting.ts`. What is replaced stands in its compiled file. */
  file: string
  /** Stands in the compiled file exactly once. */
  find: string
  put: string
  /** What goes wrong, and for whom: one sentence. */
  breaks: string
  group: FaultGroup
  /** One of those that the simulator was built for. */
  named?: true
}
