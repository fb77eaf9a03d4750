import pg from 'pg'
import { StandbyError, UnprovenCommitError } from './database-away.ts'

/** PostgreSQL's function that waits for the synchronous standby. Its only notice: somebody cancelled the wait. */
const standbyWait = 'SyncRepWaitForLSN'

/**
 * A connection for the primary. It ends when its server is a standby (PostgreSQL reports `in_hot_standby` unasked), and
 * when a commit was acknowledged that no standby has: then its statements fail, because their outcome is unknown.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', (message: { parameterName?: string; parameterValue?: string }) => {
      if (message.parameterName === 'in_hot_standby' && message.parameterValue === 'on') this.fail(new StandbyError())
    })
    this.on('notice', ({ routine }) => {
      if (routine === standbyWait) this.fail(new UnprovenCommitError())
    })
  }

  /** Fails all its statements before an answer that came in the same packet can be read. */
  private fail(error: Error): void {
    this.connection.emit('error', error)
    this.connection.stream.destroy()
  }
}
