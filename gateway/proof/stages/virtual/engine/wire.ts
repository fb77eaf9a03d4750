/**
 * PostgreSQL's protocol, as far as statements and answers must be told apart (PostgreSQL manual, "Message Formats"): after
 * the start-up packet each message is a type byte, a 32-bit length that counts itself, and its body.
 */

export interface Message {
  /** One character, such as `Q`. */
  type: string
  /** The whole message with type and length. */
  bytes: Buffer
}

/** Cuts a stream of bytes into messages; an incomplete one waits for its rest. */
export class MessageCutter {
  private rest: Buffer = Buffer.alloc(0)

  take(bytes: Buffer): Message[] {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    const messages: Message[] = []
    let at = 0
    while (this.rest.length - at >= 5) {
      const length = this.rest.readInt32BE(at + 1) + 1
      if (this.rest.length - at < length) break
      messages.push({ type: this.rest.toString('latin1', at, at + 1), bytes: this.rest.subarray(at, at + length) })
      at += length
    }
    this.rest = this.rest.subarray(at)
    return messages
  }
}

/** What a client sends at once and the server answers with one ReadyForQuery. */
export interface Unit {
  bytes: Buffer
  /** The SQL text, or the name of a statement that the server knows by now. */
  text: string
}

/** Gathers a client's messages until one ends the unit: a simple query, or a Sync. */
export class UnitCutter {
  private readonly cutter = new MessageCutter()
  private gathered: Message[] = []
  private readonly texts = new Map<string, string>()

  take(bytes: Buffer): Unit[] {
    const units: Unit[] = []
    for (const message of this.cutter.take(bytes)) {
      this.gathered.push(message)
      if (message.type !== 'Q' && message.type !== 'S' && message.type !== 'X') continue
      units.push({ bytes: Buffer.concat(this.gathered.map((each) => each.bytes)), text: this.textOf(this.gathered) })
      this.gathered = []
    }
    return units
  }

  private textOf(messages: readonly Message[]): string {
    for (const { type, bytes } of messages) {
      if (type === 'Q') return textAt(bytes, 5)
      if (type === 'X') return 'end'
      if (type === 'P') {
        const name = textAt(bytes, 5)
        const text = textAt(bytes, 5 + Buffer.byteLength(name) + 1)
        if (name !== '') this.texts.set(name, text)
        return text
      }
      if (type === 'B') {
        const portal = textAt(bytes, 5)
        const name = textAt(bytes, 5 + Buffer.byteLength(portal) + 1)
        return this.texts.get(name) ?? name
      }
    }
    return 'sync'
  }
}

function textAt(bytes: Buffer, from: number): string {
  const end = bytes.indexOf(0, from)
  return bytes.toString('utf8', from, end < 0 ? bytes.length : end)
}

/** The state of the session that ReadyForQuery tells: `I` idle, `T` in a transaction, `E` in a failed one. */
export function sessionState(ready: Message): string {
  return ready.bytes.toString('latin1', 5, 6)
}

/** The process of the server that serves the connection, from BackendKeyData. */
export function backendPid(keyData: Message): number {
  return keyData.bytes.readInt32BE(5)
}

/** The first words of a statement, for people who read a trace. */
export function shortText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 72)
}
