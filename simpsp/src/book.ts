import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'

/** A JSON object as the wire has it. */
export type Json = Record<string, unknown>

export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

/** A charge of `/cob` or `/cobv`. Times are milliseconds of the simulated clock, here and below. */
export interface Charge {
  kind: 'cob' | 'cobv'
  txid: string
  /** Document of the payee. */
  payee: string
  status: ChargeStatus
  /** What was asked for, oldest first: `revisao` is the index of the last. */
  revisions: Json[]
  createdMs: number
  /** Number and address of its payload. */
  loc: number
  location: string
  endToEndIds: string[]
}

export interface Refund {
  id: string
  rtrId: string
  cents: number
  natureza: string
  descricao?: string
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
  motivo?: string
  requestedMs: number
  /** When it ends; undefined while the control API holds it. */
  dueMs?: number
  settledMs?: number
}

/** Money that came in. */
export interface Pix {
  endToEndId: string
  payee: string
  chave: string
  /** Undefined for money that was sent to the key alone. */
  txid?: string
  cents: number
  atMs: number
  payer: { cpf?: string; cnpj?: string; nome: string }
  infoPagador?: string
  refunds: Refund[]
}

export interface Webhook {
  chave: string
  payee: string
  webhookUrl: string
  createdMs: number
}

/** A call to a webhook, as its Pix looked when something happened. */
export interface Push {
  chave: string
  pix: Json[]
  state: 'held' | 'waiting' | 'delivered' | 'lost' | 'given_up'
  dueMs: number
  attempts: number
}

export interface Token {
  clientId: string
  scopes: string[]
  expiresMs: number
}

/** What the control API told the simulator to do from now on. */
export interface Settings {
  clockOffsetMs: number
  refunds: { outcome: 'DEVOLVIDO' | 'NAO_REALIZADO'; after_ms: number; motivo?: string; hold: boolean }
  pushes: { hold: boolean; copies: number; delay_ms: number; lose: number }
}

interface Tables {
  charge: Charge
  pix: Pix
  webhook: Webhook
  push: Push
  token: Token
  settings: Settings
}

type Row = { [K in keyof Tables]: [table: K, key: string, value: Tables[K] | null] }[keyof Tables]

const firstSettings: Settings = {
  clockOffsetMs: 0,
  refunds: { outcome: 'DEVOLVIDO', after_ms: 200, hold: false },
  pushes: { hold: false, copies: 1, delay_ms: 0, lose: 0 },
}

/**
 * All that the simulator knows. With a file each change is one line of it, written before anybody hears of the change, so that a
 * kill loses nothing that was answered; a line that a kill cut short was never answered and is dropped.
 */
export class Book {
  readonly charge = new Map<string, Charge>()
  readonly pix = new Map<string, Pix>()
  readonly webhook = new Map<string, Webhook>()
  readonly push = new Map<string, Push>()
  readonly token = new Map<string, Token>()
  readonly settings = new Map<string, Settings>()
  /** Pushes that are to be sent, and Pix with refunds under way. */
  readonly waitingPushes = new Set<string>()
  readonly openRefunds = new Set<string>()
  readonly #file: number | undefined
  /** Grows with every change of this process's life. */
  changes = 0
  #count = 0

  constructor(file?: string) {
    if (file !== undefined && existsSync(file)) this.#replay(file)
    this.#file = file === undefined ? undefined : openSync(file, 'a', 0o600)
  }

  now(): number {
    return Date.now() + this.told().clockOffsetMs
  }

  told(): Settings {
    return this.settings.get('all') ?? structuredClone(firstSettings)
  }

  /** Rows that change together; null removes. */
  save(...rows: Row[]): void {
    if (this.#file !== undefined) writeSync(this.#file, `${JSON.stringify(rows)}\n`)
    for (const row of rows) this.#apply(row)
    this.changes += 1
  }

  /** A number that no other push got. */
  next(): number {
    this.#count += 1
    return this.#count
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }

  #replay(file: string): void {
    const text = readFileSync(file, 'utf8')
    const end = text.lastIndexOf('\n') + 1
    for (const line of text.slice(0, end).split('\n')) {
      if (line !== '') for (const row of JSON.parse(line) as Row[]) this.#apply(row)
    }
    truncateSync(file, Buffer.byteLength(text.slice(0, end)))
  }

  #apply([table, key, value]: Row): void {
    const rows = this[table] as Map<string, unknown>
    if (value === null) rows.delete(key)
    else rows.set(key, value)
    if (table === 'push') {
      this.#count = Math.max(this.#count, Number(key.slice(1)))
      note(this.waitingPushes, key, value?.state === 'waiting')
    }
    if (table === 'pix') {
      note(this.openRefunds, key, value?.refunds.some(({ status }) => status === 'EM_PROCESSAMENTO') === true)
    }
  }
}

function note(set: Set<string>, key: string, isIn: boolean): void {
  if (isIn) set.add(key)
  else set.delete(key)
}
