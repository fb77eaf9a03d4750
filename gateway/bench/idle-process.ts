import { type IdleWish, openIdleClients } from '../test/support/idle-clients.ts'

/** The process of the idle and slow clients: so that their work is not the work of whoever measures. */
process.once('message', (wish: IdleWish) => {
  openIdleClients(wish).then(
    (clients) => {
      process.send?.(clients.state())
      process.on('message', () => process.send?.(clients.state()))
      process.once('disconnect', () => {
        clients.end()
        process.exit(0)
      })
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
})
