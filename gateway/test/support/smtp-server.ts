import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate } from './certificates.ts'
import type { Cleanup } from './database.ts'

/** A mail as the server got it. */
export interface ReceivedMail {
  from: string
  to: string
  /** Header lines, unfolded, by their name in lower case; every line of a name. */
  headers: ReadonlyMap<string, readonly string[]>
  /** The whole message, as sent, without dot stuffing. */
  raw: string
  /** The connection was encrypted. */
  tls: boolean
}

export interface SmtpServer {
  port: number
  mails: ReceivedMail[]
  /** What the next commands of this name are answered, one each; then the server is friendly again. */
  answers: { command: 'MAIL' | 'RCPT' | 'DATA' | 'AUTH'; line: string }[]
  /** Commands that were seen, without their arguments. */
  commands: string[]
  /** Ends it and cuts what is connected. */
  stop(): Promise<void>
}

export interface SmtpServerOptions {
  /** Default: any free one. */
  port?: number
  /** Offers STARTTLS. */
  certificate?: Certificate
}

/** A mail server that keeps what it gets: enough of RFC 5321 for a client that behaves. */
export async function startSmtpServer(t: Cleanup, options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const state: SmtpServer = {
    port: 0,
    mails: [],
    answers: [],
    commands: [],
    stop: async () => await ending(server, sockets),
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, state, options)
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  state.port = (server.address() as AddressInfo).port
  t.after(async () => await state.stop())
  return state
}

async function ending(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets) socket.destroy()
  await closed
}

interface Session {
  from: string
  to: string
  data: string[] | undefined
  tls: boolean
}

function serve(plain: Socket, server: SmtpServer, { certificate }: SmtpServerOptions): void {
  const session: Session = { from: '', to: '', data: undefined, tls: false }
  let socket: Socket = plain
  const say = (line: string) => socket.write(`${line}\r\n`)
  const listen = (on: Socket) => {
    let rest = ''
    on.on('error', () => undefined)
    on.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const startTls = answer(line, { session, server, say, offersTls: certificate !== undefined })
        if (!startTls || !certificate) continue
        on.removeAllListeners('data')
        socket = new TLSSocket(on, { isServer: true, ...certificate })
        session.tls = true
        listen(socket)
      }
    })
  }
  listen(plain)
  say('220 test.example ESMTP')
}

interface Talk {
  session: Session
  server: SmtpServer
  say: (line: string) => void
  offersTls: boolean
}

/** True where TLS begins behind this line. */
function answer(line: string, { session, server, say, offersTls }: Talk): boolean {
  if (session.data) {
    if (line === '.') finish(session, server, say)
    else session.data.push(line.startsWith('..') ? line.slice(1) : line)
    return false
  }
  const command = (line.split(/[ :]/)[0] ?? '').toUpperCase()
  server.commands.push(command)
  const place = server.answers.findIndex((each) => each.command === command)
  const [planned] = place < 0 ? [] : server.answers.splice(place, 1)
  if (planned) {
    say(planned.line)
    return false
  }
  if (command === 'EHLO') {
    const extensions = [...(offersTls && !session.tls ? ['STARTTLS'] : []), 'AUTH PLAIN', '8BITMIME']
    say(['250-test.example', ...extensions.map((each) => `250-${each}`), '250 SMTPUTF8'].join('\r\n'))
  } else if (command === 'STARTTLS' && offersTls) {
    say('220 go on')
    return true
  } else if (command === 'MAIL') session.from = addressIn(line)
  else if (command === 'RCPT') session.to = addressIn(line)
  else if (command === 'DATA') session.data = []
  const replies: Readonly<Record<string, string>> = {
    EHLO: '',
    DATA: '354 go on',
    QUIT: '221 bye',
    AUTH: '235 welcome',
    STARTTLS: '502 not here',
  }
  const reply = replies[command] ?? '250 fine'
  if (reply !== '') say(reply)
  return false
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

function finish(session: Session, server: SmtpServer, say: (line: string) => void): void {
  const raw = (session.data ?? []).join('\r\n')
  const headers = new Map<string, string[]>()
  for (const line of (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value.join(':').trim()])
  }
  server.mails.push({ from: session.from, to: session.to, headers, raw, tls: session.tls })
  session.data = undefined
  say('250 taken')
}

/** The readable text of a mail: its plain part, decoded. */
export function plainTextOf({ raw }: ReceivedMail): string {
  const part = raw.split(/\r\n--[^\r\n]+\r\n/).find((each) => /content-type: text\/plain/i.test(each)) ?? raw
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
