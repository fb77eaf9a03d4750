import { hasOnlyTestMoney } from '../../core/merchants/has-only-test-money.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { LinkKind } from './rules/person-link.ts'
import { decidesAboutMoney } from './rules/roles.ts'
import { type LinkedPair, mayConfirm } from './separate-people.ts'
import { findInvitationsOfTeam, findOpenInvitations, type InvitationRow } from './store/invitations.ts'
import { findYoungLinks, type LinkRow } from './store/person-links.ts'

/** Two accounts that count as one person until another person confirms that they are two. */
export interface Confirmation {
  id: string
  kind: LinkKind
  email: string
  /** Null: the person has not joined yet. */
  name: string | null
  role: string
  merchantId: string | null
  merchantName: string | null
  /** Null: a user of the CLI. */
  inviter: string | null
  since: Date
  /** Whether a second person has to confirm. */
  isWaiting: boolean
  /** Whether the link waits to be shown to a second operator. */
  linkWaits: boolean
  /** Whether the viewer may confirm, or may be shown the link. */
  mayConfirm: boolean
}

/**
 * Confirmations that wait for a second person: people whose role decides about real money, and links that were not
 * shown yet. Of one team, or of all if `merchantId` is undefined. Empty while there is only test money.
 */
export async function listConfirmations(
  deps: Pick<PlatformDeps, 'database'>,
  { merchantId, viewer }: { merchantId?: string | null; viewer: string },
): Promise<readonly Confirmation[]> {
  if (await hasOnlyTestMoney(deps)) return []
  const { engine } = deps.database
  const invitations =
    merchantId === undefined ? await findOpenInvitations(engine) : await findInvitationsOfTeam(engine, merchantId)
  const links = await findYoungLinks(engine, merchantId)
  const all = [...invitations.map(ofInvitation), ...links.map(ofLink)].filter(
    (each) => each.isWaiting || each.linkWaits,
  )
  const may = await mayConfirm(
    deps,
    viewer,
    all.map(({ pair }) => pair),
  )
  return all.map(({ pair: _, ...each }, place) => ({ ...each, mayConfirm: may[place] ?? false }))
}

type Waiting = Omit<Confirmation, 'mayConfirm'> & { pair: LinkedPair }

function ofInvitation(row: InvitationRow): Waiting {
  return {
    ...shared(row, null),
    kind: 'invitation',
    name: null,
    isWaiting: decides(row) && row.confirmed_by === null && !row.bootstrap,
    linkWaits: row.link_waits,
  }
}

function ofLink(row: LinkRow): Waiting {
  return { ...shared(row, row.user_id), kind: row.kind, name: row.name, isWaiting: decides(row), linkWaits: false }
}

function shared(row: InvitationRow | LinkRow, person: string | null) {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    inviter: row.inviter,
    pair: { inviter: row.invited_by, person },
    since: row.created_at,
  }
}

function decides({ role, merchant_id: merchantId }: { role: string; merchant_id: string | null }): boolean {
  return decidesAboutMoney(role, merchantId === null ? 'operator' : 'merchant')
}
