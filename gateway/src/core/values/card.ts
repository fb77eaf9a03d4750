const inspectCustom = Symbol.for('nodejs.util.inspect.custom')

/**
 * A card number and its security code, held in memory for one connector call (PCI DSS 4.0.1, requirements 3.3 and 3.4).
 * Every conversion to text gives the mask. `use` passes both on once and then deletes them.
 */
export class CardSecret {
  #number: string | undefined
  #securityCode: string | undefined
  readonly bin: string
  readonly last4: string

  constructor(number: string, securityCode: string) {
    this.#number = number
    this.#securityCode = securityCode
    this.bin = number.slice(0, 6)
    this.last4 = number.slice(-4)
  }

  async use<T>(call: (number: string, securityCode: string) => Promise<T>): Promise<T> {
    const number = this.#number
    const securityCode = this.#securityCode
    this.forget()
    if (number === undefined || securityCode === undefined) throw new Error('Bug! the card was already used')
    return await call(number, securityCode)
  }

  /** Hash of the number by the caller's keyed function. It distinguishes a repeated request from a changed one. */
  hashNumber(keyedHash: (value: string) => Buffer): Buffer {
    if (this.#number === undefined) throw new Error('Bug! the card was already used')
    return keyedHash(this.#number)
  }

  forget(): void {
    this.#number = undefined
    this.#securityCode = undefined
  }

  toString(): string {
    return `${this.bin}••••••${this.last4}`
  }

  toJSON(): string {
    return this.toString()
  }

  [inspectCustom](): string {
    return `CardSecret(${this.toString()})`
  }
}

/** A card for one connector call. */
export interface CardOrder {
  secret: CardSecret
  brand: string
  holder: string
  expiryMonth: number
  expiryYear: number
}
