/** Why the bank cannot start, in sentences for the person who started it; printed without a stack. */
export class StartFault extends Error {
  override readonly name = 'StartFault'

  /** What the process ends with, so that the starting program can tell faults apart. */
  readonly exitCode: number

  constructor(faults: readonly string[], exitCode = 1) {
    super(faults.join('\n'))
    this.exitCode = exitCode
  }
}
