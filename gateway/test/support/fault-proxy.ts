import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy in front of a database that loses, delays and cuts like a network. Nothing is told to either side unless a
 * fault says so: what is dropped is read and forgotten, and both sockets stay open.
 */
export interface FaultProxy {
  /** The database's address through this proxy. */
  url: string
  /** From now on nothing passes, in either direction, and new connections stay without an answer. */
  dropEverything(): void
  /** New connections work again. What was open when `dropEverything` began stays silent for ever. */
  letNewConnectionsWork(): void
  /** Every chunk comes this much later; 0: at once. */
  delay(ms: number): void
  /** What clients send passes; the database's end of the connection was closed, and the clients are not told. */
  halfClose(): void
  /** The next statement that holds this text is cut off; resolves when that has happened. */
  cut(cut: Cut): Promise<void>
  /** All connections are cut, and new ones go to this port. */
  leadTo(port: number): void
  /** Connections that clients have open, the silent ones among them. */
  connections(): number
  close(): Promise<void>
}

export interface Cut {
  /** As it stands in the message of the protocol: the text of a statement, or the name of a prepared one. */
  statement: string
  /** `before`: it never reaches the database. `answer`: the database does it, and its answer is lost. */
  what: 'before' | 'answer'
  /** `reset`: the client hears that the connection is gone. `silence`: it hears nothing. */
  how: 'reset' | 'silence'
}

/** The message of the simple protocol that commits: nothing but this word. */
export const commitStatement = 'commit\0'

interface Link {
  client: Socket
  server: Socket
  isSilent: boolean
}

interface State {
  links: Set<Link>
  /** Both ends of every link, the database's end of those whose client went unheard among them. */
  sockets: Set<Socket>
  isDropping: boolean
  delayMs: number
  cuts: { cut: Cut; done: () => void }[]
}

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl)
  const state: State = { links: new Set(), sockets: new Set(), isDropping: false, delayMs: 0, cuts: [] }
  const listener = createServer((client) => link(state, client, connect(Number(target.port), target.hostname)))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)
  return {
    url: url.href,
    dropEverything: () => {
      state.isDropping = true
      for (const each of state.links) each.isSilent = true
    },
    letNewConnectionsWork: () => {
      state.isDropping = false
    },
    delay: (ms) => {
      state.delayMs = ms
    },
    halfClose: () => {
      for (const each of state.links) {
        each.isSilent = true
        each.server.end()
      }
    },
    leadTo: (port) => {
      target.port = String(port)
      for (const socket of state.sockets) socket.destroy()
    },
    cut: async (cut) =>
      await new Promise<void>((done) => {
        state.cuts.push({ cut, done })
      }),
    connections: () => state.links.size,
    close: async () => {
      for (const socket of state.sockets) socket.destroy()
      await new Promise((done) => listener.close(done))
    },
  }
}

function link(state: State, client: Socket, server: Socket): void {
  const made: Link = { client, server, isSilent: state.isDropping }
  state.links.add(made)
  for (const socket of [client, server]) {
    state.sockets.add(socket)
    socket.on('close', () => state.sockets.delete(socket))
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
  }
  const pass = (to: Socket, chunk: Buffer) => {
    const write = () => {
      if (!made.isSilent && !to.destroyed) to.write(chunk)
    }
    // Timers of one length run in the order in which they were set: nothing is overtaken.
    if (state.delayMs > 0) setTimeout(write, state.delayMs)
    else write()
  }
  client.on('data', (chunk) => {
    if (made.isSilent) return
    const place = state.cuts.findIndex(({ cut }) => chunk.includes(cut.statement))
    const [found] = place === -1 ? [] : state.cuts.splice(place, 1)
    if (found) cutOff(made, chunk, found)
    else pass(server, chunk)
  })
  server.on('data', (chunk) => {
    if (!made.isSilent) pass(client, chunk)
  })
  client.on('close', () => {
    state.links.delete(made)
    // As a firewall that drops: the database does not hear that the client went.
    if (!made.isSilent) server.destroy()
  })
  server.on('close', () => {
    if (!made.isSilent) client.destroy()
  })
}

function cutOff(made: Link, chunk: Buffer, { cut, done }: State['cuts'][number]): void {
  made.isSilent = true
  const end = () => {
    if (cut.how === 'reset') made.client.resetAndDestroy()
    done()
  }
  if (cut.what === 'before') {
    if (cut.how === 'reset') made.server.destroy()
    end()
    return
  }
  made.server.write(chunk)
  made.server.once('data', end)
}
