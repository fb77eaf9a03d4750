import type { Charge, Json } from './book.ts'
import type { Violation } from './refusal.ts'
import { dayInBrasilia, readCents } from './values.ts'

interface Context {
  kind: Charge['kind']
  /** The payee's own keys. */
  keys: readonly string[]
  nowMs: number
}

const inside = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const isText = (value: unknown, most: number) => typeof value === 'string' && value.length <= most
const isWhole = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least

/** What a charge as a whole breaks, after a revision too. Fields that nobody knows are passed over, as real providers do. */
export function chargeViolations(body: Json, context: Context): Violation[] {
  const { kind, keys } = context
  const found: Violation[] = []
  const hold = (isRight: boolean, propriedade: string, razao: string, valor?: unknown) => {
    if (isRight) return
    found.push({ razao, propriedade: `${kind}.${propriedade}`, ...(valor !== undefined && { valor: String(valor) }) })
  }
  const { calendario, valor, chave, devedor, solicitacaoPagador, infoAdicionais } = body
  const { original } = inside(valor)
  hold(typeof calendario === 'object', 'calendario', 'O objeto não respeita o schema.')
  hold(readCents(original) !== undefined, 'valor.original', 'O campo não respeita o schema.', original)
  hold(readCents(original) !== 0, 'valor.original', 'O campo é zero.', original)
  hold(isText(chave, 77), 'chave', 'O campo não respeita o schema.', chave)
  hold(keys.includes(String(chave)), 'chave', 'A conta não pertence a este usuário recebedor.', chave)
  const needsPayer = kind === 'cobv' || devedor !== undefined
  hold(!needsPayer || isPerson(devedor), 'devedor', 'O objeto não respeita o schema.')
  const isMessage = solicitacaoPagador === undefined || isText(solicitacaoPagador, 140)
  hold(isMessage, 'solicitacaoPagador', 'O campo não respeita o schema.')
  hold(infoAdicionais === undefined || areFacts(infoAdicionais), 'infoAdicionais', 'O objeto não respeita o schema.')
  for (const [propriedade, value] of calendarFaults(inside(calendario), context)) {
    hold(false, `calendario.${propriedade}`, 'O campo não respeita o schema ou não faz sentido.', value)
  }
  return found
}

function isPerson(value: unknown): boolean {
  const { cpf, cnpj, nome } = inside(value)
  const isOne = (cpf === undefined) !== (cnpj === undefined)
  return isOne && (/^\d{11}$/.test(String(cpf)) || /^[0-9A-Z]{14}$/.test(String(cnpj))) && isText(nome, 200)
}

function areFacts(value: unknown): boolean {
  const isFact = (each: unknown) => isText(inside(each)['nome'], 50) && isText(inside(each)['valor'], 200)
  return Array.isArray(value) && value.length <= 50 && value.every(isFact)
}

function calendarFaults(calendario: Json, { kind, nowMs }: Context): [string, unknown][] {
  const { expiracao, dataDeVencimento, validadeAposVencimento } = calendario
  if (kind === 'cob') return expiracao === undefined || isWhole(expiracao, 1) ? [] : [['expiracao', expiracao]]
  const isDay = typeof dataDeVencimento === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(dataDeVencimento)
  const faults: [string, unknown][] = []
  if (!isDay || dataDeVencimento < dayInBrasilia(nowMs)) faults.push(['dataDeVencimento', dataDeVencimento])
  if (validadeAposVencimento !== undefined && !isWhole(validadeAposVencimento, 0)) {
    faults.push(['validadeAposVencimento', validadeAposVencimento])
  }
  return faults
}
