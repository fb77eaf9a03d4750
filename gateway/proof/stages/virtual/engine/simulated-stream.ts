import { EventEmitter } from 'node:events'
import net from 'node:net'
import { type Context, currentContext, inContext, nextName } from './context.ts'
import { backendPid, type Message, MessageCutter, sessionState, type Unit, UnitCutter } from './wire.ts'

/** What a connection asks of the scheduler. */
export interface StreamHost {
  /** The client wants a connection. */
  connecting(stream: SimulatedStream): void
  /** A statement is ready to be sent. */
  stated(stream: SimulatedStream, statement: Statement): void
  /** The client closes it. */
  closing(stream: SimulatedStream): void
}

export interface Statement {
  /** Such as `payout-3:7`. */
  name: string
  unit: Unit
  context: Context | undefined
}

export type StreamState = 'new' | 'open' | 'closed'

/**
 * Stands between the driver and its socket (the driver's `stream` option). Statements are held until the scheduler
 * releases them, one at a time for each connection, and answers until it delivers them. What the driver needs of a
 * socket: connect, write, end, destroy, writable, setNoDelay, setKeepAlive, ref, unref, and the events connect, data,
 * error and close. Only for servers without TLS and logins without a password.
 */
export class SimulatedStream extends EventEmitter {
  writable = true
  state: StreamState = 'new'
  /** The server's process; 0 until it has told. */
  pid = 0
  /** Of the gateway that opened it. */
  readonly context: Context | undefined = currentContext()
  readonly name: string
  /** `I`, `T` or `E`, as the server said last. */
  session = 'I'
  /** Sent, and not yet answered. */
  inFlight: Statement | undefined
  /** The server's whole answer to what was sent last, not yet delivered. */
  answer: Message[] | undefined
  /** Nothing is heard of it any more: the gateway has stopped, or the connection stays silent. */
  muted = false
  /** Nothing arrives any more, in either direction; the client finds that out by its own time limit. */
  deaf = false
  private readonly host: StreamHost
  private readonly waiting: Statement[] = []
  private readonly units = new UnitCutter()
  private readonly answers = new MessageCutter()
  private heard: Message[] = []
  private socket: net.Socket | undefined
  private port = 0
  private address = ''
  private onAnswer: (() => void) | undefined
  private startUp: Buffer | undefined
  private told: Statement | undefined
  private delivering = false

  constructor(host: StreamHost, name: string) {
    super()
    this.host = host
    this.name = name
  }

  connect(port: number, address: string): this {
    this.port = port
    this.address = address
    this.host.connecting(this)
    return this
  }

  /** Opens the socket; the driver hears of it and sends its start-up packet, whose answer ends this step. */
  async open(): Promise<void> {
    const socket = net.connect(this.port, this.address)
    this.socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.hear(bytes))
    socket.on('error', () => undefined)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    const ready = this.nextAnswer()
    this.state = 'open'
    inContext(this.context, () => this.emit('connect'))
    if (this.startUp === undefined) throw new Error('Bug! the driver sent no start-up packet')
    socket.write(this.startUp)
    await ready
  }

  write(bytes: Buffer | string, done?: () => void): boolean {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    if (this.startUp === undefined) this.startUp = Buffer.from(buffer)
    else {
      for (const unit of this.units.take(Buffer.from(buffer))) {
        if (unit.text === 'end') continue
        const context = currentContext() ?? this.context
        this.queue({ name: nextName(context), unit, context })
      }
    }
    done?.()
    return true
  }

  private queue(statement: Statement): void {
    this.waiting.push(statement)
    this.tellNext()
  }

  /** One statement of a connection is offered at a time: the next one when the answer to the last one was delivered. */
  private tellNext(): void {
    const next = this.waiting[0]
    if (!next || next === this.told || this.inFlight || this.answer || this.delivering || this.state !== 'open') return
    this.told = next
    this.host.stated(this, next)
  }

  /** Sends the statement whose turn it is. */
  send(): void {
    const statement = this.waiting.shift()
    if (!statement) throw new Error('Bug! nothing to send')
    this.inFlight = statement
    this.socket?.write(statement.unit.bytes)
  }

  /** Resolves when the whole answer to what is in flight is here. */
  async answered(): Promise<void> {
    if (this.answer === undefined && this.state === 'open') await this.nextAnswer()
  }

  private async nextAnswer(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.onAnswer = resolve
    })
  }

  private hear(bytes: Buffer): void {
    for (const message of this.answers.take(bytes)) {
      this.heard.push(message)
      if (message.type === 'K') this.pid = backendPid(message)
      if (message.type !== 'Z') continue
      this.session = sessionState(message)
      this.answer = this.heard
      this.heard = []
      this.inFlight = undefined
      const told = this.onAnswer
      this.onAnswer = undefined
      told?.()
    }
  }

  /** Gives the answer to the driver, in the context of whoever sent the statement. */
  deliver(context: Context | undefined): void {
    const messages = this.answer
    this.answer = undefined
    if (!messages || this.muted || this.state !== 'open') return
    this.delivering = true
    inContext(context, () => this.emit('data', Buffer.concat(messages.map(({ bytes }) => bytes))))
    this.delivering = false
    this.tellNext()
  }

  end(): this {
    this.host.closing(this)
    return this
  }

  /** The driver gives the connection up. */
  destroy(error?: Error): this {
    if (this.state === 'closed') return this
    this.host.closing(this)
    this.break(error)
    return this
  }

  /** Tells the driver that the connection is over; what waited is never sent. */
  break(error: Error | undefined): void {
    if (this.state === 'closed') return
    this.closeSocket()
    if (this.muted) return
    inContext(this.context, () =>
      process.nextTick(() => {
        if (error) this.emit('error', error)
        this.emit('close')
      }),
    )
  }

  closeSocket(): void {
    this.state = 'closed'
    this.writable = false
    this.waiting.length = 0
    this.answer = undefined
    this.socket?.destroy()
    const told = this.onAnswer
    this.onAnswer = undefined
    told?.()
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

/** As a socket says it when the other side has reset the connection. */
export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104, syscall: 'read' })
}
