import { asMerchant, type Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { cutPage, type PagePosition, readCursor, writeCursor } from '../../core/platform/page-cursor.ts'
import type { Person } from '../../core/values/person.ts'
import { Problem } from '../../core/values/problem.ts'
import { readOutboxState } from '../mail/outbox.ts'
import type { MailState } from '../mail/rules/outbox.ts'
import type { AlertsDeps } from './evaluate-alerts.ts'
import { type AlertKind, type AlertReader, kindsSeenBy } from './rules/alert-kinds.ts'
import { saveMailChoices, saveSeen } from './store/alerts.ts'
import {
  type AlertRow,
  type AlertScope,
  countOpenAlerts,
  readAlertPage,
  readMailChoices,
  readSeenAt,
} from './store/reads/alerts.ts'

/** The number beside the bell is shown up to this. */
const openCountMax = 100

export interface AlertPage {
  items: readonly (AlertRow & { kind: AlertKind; seen: boolean })[]
  nextCursor: string | null
  /** Not seen yet; up to 100. */
  open: number
}

/** The alerts that a person may see, open ones first, then ended ones, each newest first. */
export async function listAlerts(
  deps: Pick<PlatformDeps, 'database'>,
  person: Person,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<AlertPage> {
  const scope = scopeOf(person)
  const start = startOf(cursor)
  const seenAt = await readSeenAt(deps.database.engine, person.userId)
  return await reading(deps, person, async (db) => {
    const rows = start.ended ? [] : [...(await readAlertPage(db, scope, { ...start, limit: limit + 1 }))]
    if (rows.length <= limit) {
      const after = start.ended ? start.after : null
      rows.push(...(await readAlertPage(db, scope, { ended: true, after, limit: limit + 1 - rows.length })))
    }
    const { items, last } = cutPage(rows, limit)
    return {
      items: items.map((row) => ({
        ...(row as AlertRow & { kind: AlertKind }),
        seen: seenAt !== null && row.created_at <= seenAt,
      })),
      nextCursor: last ? cursorBehind(last) : null,
      open: await countOpenAlerts(db, scope, { seenAt, max: openCountMax }),
    }
  })
}

/** The person has seen all alerts until now: the bell counts those that come later. */
export async function markSeen({ database }: Pick<PlatformDeps, 'database'>, person: Person): Promise<void> {
  await saveSeen(database.engine, person.userId)
}

export interface MailChoice extends Pick<AlertReader, 'kind' | 'mailedByDefault'> {
  mailed: boolean
}

export interface MailChoices {
  /** Whether a mail server is configured. */
  configured: boolean
  choices: readonly MailChoice[]
  /** For operators: mails that wait or failed. */
  state: MailState | null
}

/** The alerts that a person may see, and which of them are mailed. */
export async function readChoices(deps: Pick<AlertsDeps, 'database' | 'mail'>, person: Person): Promise<MailChoices> {
  const { engine } = deps.database
  const chosen = await readMailChoices(engine, person.userId)
  return {
    configured: deps.mail !== undefined,
    choices: kindsSeenBy(person.side, person.role).map(({ kind, mailedByDefault }) => ({
      kind,
      mailedByDefault,
      mailed: chosen === null ? mailedByDefault : chosen.includes(kind),
    })),
    state: person.side === 'operator' ? await readOutboxState(deps) : null,
  }
}

/**
 * Chooses the mailed alerts. Null: the defaults of the role, also after a change of role. Kinds that the role may not
 * see are refused.
 */
export async function changeChoices(
  deps: Pick<PlatformDeps, 'database'>,
  person: Person,
  kinds: readonly string[] | null,
): Promise<void> {
  const known = new Set<string>(kindsSeenBy(person.side, person.role).map(({ kind }) => kind))
  const unknown = kinds?.find((kind) => !known.has(kind))
  if (unknown !== undefined) {
    const message = `not a kind of alert that your role sees: ${[...known].join(', ')}`
    throw new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'mails', message }] })
  }
  await saveMailChoices(deps.database.engine, person.userId, kinds && [...new Set(kinds)])
}

function scopeOf(person: Person): AlertScope {
  return {
    merchantId: person.side === 'merchant' ? person.merchantId : null,
    userId: person.userId,
    kinds: kindsSeenBy(person.side, person.role).map(({ kind }) => kind),
  }
}

/** A merchant's people read under row-level security. */
async function reading<T>(
  deps: Pick<PlatformDeps, 'database'>,
  person: Person,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (person.side === 'operator') return await work(deps.database.engine)
  return await asMerchant(deps.database.reader, { merchantId: person.merchantId }, work)
}

interface Start {
  ended: boolean
  after: PagePosition | null
}

/** The list has open and ended alerts. A cursor begins with the part that it belongs to. */
function cursorBehind({ resolved_at, created_at: createdAt, id }: AlertRow): string {
  return `${resolved_at === null ? 'open' : 'ended'}.${writeCursor({ createdAt, id })}`
}

function startOf(cursor: string | undefined): Start {
  if (cursor === undefined) return { ended: false, after: null }
  const [, part, position = ''] = /^(open|ended)\.(.*)$/.exec(cursor) ?? []
  return { ended: part === 'ended', after: readCursor(position) }
}
