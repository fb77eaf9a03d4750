/** Reasons why the gateway does not start, one sentence per fault. Never contains a value that could be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      faults.length === 1 ? faults[0] : `Several settings are wrong:\n${faults.map((each) => `- ${each}`).join('\n')}`,
    )
    this.faults = faults
  }
}
