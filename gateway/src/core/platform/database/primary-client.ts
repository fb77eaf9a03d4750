import { promisify } from 'node:util'
import pg from 'pg'
import { StandbyError, UnprovenCommitError } from './database-away.ts'
import type { PrimaryFinder } from './primary-finder.ts'

/** PostgreSQL's function that waits for the synchronous standby. Its only notice: somebody cancelled the wait. */
const standbyWait = 'SyncRepWaitForLSN'

/**
 * A connection for the primary. It ends when its server is a standby (PostgreSQL reports `in_hot_standby` unasked), and
 * when a commit was acknowledged that no standby has: then its statements fail, because their outcome is unknown.
 */
export class PrimaryClient extends pg.Client {
  private readonly finder: PrimaryFinder | undefined

  constructor(config?: pg.ClientConfig & { finder?: PrimaryFinder }) {
    super(config)
    this.finder = config?.finder
    // Whatever broke a connection, the next one asks again which server is the primary.
    this.on('error', () => this.finder?.forget())
    this.connection.on('parameterStatus', (message: { parameterName?: string; parameterValue?: string }) => {
      if (message.parameterName === 'in_hot_standby' && message.parameterValue === 'on') this.fail(new StandbyError())
    })
    this.on('notice', ({ routine }) => {
      if (routine === standbyWait) this.fail(new UnprovenCommitError())
    })
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null, client?: this) => void): void
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    if (!callback) return promisify(this.connectTo.bind(this))() as Promise<this>
    this.connectTo(callback)
    return undefined
  }

  private connectTo(callback: (error: Error | null, client?: this) => void): void {
    if (!this.finder) return void super.connect(callback)
    const { finder } = this
    finder.find().then((server) => {
      Object.assign(this, server)
      super.connect((error: Error | null) => {
        if (error) finder.forget()
        callback(error, this)
      })
    }, callback)
  }

  /** Fails all its statements before an answer that came in the same packet can be read. */
  private fail(error: Error): void {
    this.connection.emit('error', error)
    this.connection.stream.destroy()
  }
}
