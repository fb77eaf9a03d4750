/** Why the bank cannot start, in sentences for the person who started it; printed without a stack. */
export class StartFault extends Error {
  override readonly name = 'StartFault'

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
  }
}
