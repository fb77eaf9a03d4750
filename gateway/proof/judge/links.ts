import type { Exchange, Violation } from '../stages/virtual/parts.ts'
import type { LinkRow, LinkUseRow, RunRows } from './rows.ts'
import { Findings, groupBy, nameOf, type Story } from './story.ts'

/** One sent form of a link's page. */
interface Form {
  act: string
  nonce: string
  token: string
  sentAtMs: number
  /** Undefined: nobody knows what became of it. */
  status: number | undefined
}

/** No commit takes longer: what was written before that is seen by everybody. Virtual milliseconds. */
const commitMs = 600_000

/**
 * A form makes one pay-in and its payer hears the truth about it, a link gives no more places than it has, and none while it is
 * paused.
 */
export function checkLinks(rows: RunRows, stories: readonly Story[], exchanges: readonly Exchange[]): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const uses = groupBy(rows.linkUses, ({ linkId }) => linkId)
  const forms = groupBy(formsIn(exchanges), ({ token }) => token)
  for (const story of stories) {
    const isUse =
      story.linkId === null || uses.get(story.linkId)?.some(({ transactionId }) => transactionId === story.id)
    found.check(isUse === true, 'link-use-missing', () => `${nameOf(story)} is of a link that knows no such use`)
  }
  for (const link of rows.links) {
    const judged = { link, uses: uses.get(link.id) ?? [], byId, found }
    checkUses(judged)
    const words = exchanges.filter(
      ({ request }) => 'path' in request && request.path.includes(`/payment-links/${link.id}/`),
    )
    checkForms(judged, { forms: forms.get(link.token) ?? [], words })
    checkPauses(judged, words)
  }
  return found.list
}

interface Judged {
  link: LinkRow
  uses: readonly LinkUseRow[]
  byId: ReadonlyMap<string, Story>
  found: Findings
}

/** They are written under the link's lock: the ids of their first entries are the order in which places were given. */
function checkUses({ link, uses, byId, found }: Judged): void {
  const { usesMax, reference } = link
  if (usesMax === null) return
  for (const use of uses) {
    const place = placeOf(byId.get(use.transactionId))
    const others = uses.filter((other) => {
      const story = byId.get(other.transactionId)
      return story !== undefined && placeOf(story) < place && isCounted(story, other, use)
    })
    found.check(others.length < usesMax, 'link-over-used', () => {
      return `the link ${reference} for ${usesMax} was used at ${use.atMs}, when ${others.length} others were paid or held a place`
    })
  }
}

function placeOf(story: Story | undefined): bigint {
  return story?.history[0]?.id ?? 0n
}

/** Whether an older use surely was paid, or held its place, when the later one was written. */
function isCounted({ history }: Story, { heldUntilMs }: LinkUseRow, { atMs }: LinkUseRow): boolean {
  const known = history.filter((entry) => entry.atMs <= atMs)
  const last = known.at(-1)
  const isPaid = last?.status === 'COMPLETED' && last.atMs < atMs - commitMs
  const isAlive = known.every(({ status }) => status === 'PENDING' || status === 'COMPLETED')
  return isPaid || (isAlive && heldUntilMs > atMs)
}

function checkForms(
  { link, uses, byId, found }: Judged,
  { forms, words }: { forms: readonly Form[]; words: readonly Exchange[] },
): void {
  const hasPauses = words.length > 0
  for (const [nonce, sent] of groupBy(forms, (form) => form.nonce)) {
    const use = uses.find((each) => each.nonce === nonce)
    const made = sent.find(({ status }) => status === 303)
    found.check(
      !made || use !== undefined,
      'link-use-lost',
      () => `${made?.act} was led to a pay-in of the form ${nonce}, which made none`,
    )
    const isTold = sent.every(({ status }) => status !== undefined && status < 300)
    found.check(
      !use || !isTold,
      'link-use-untold',
      () => `${sent[0]?.act} was refused, and the form ${nonce} made a pay-in`,
    )
    const story = use && byId.get(use.transactionId)
    const isRight = !story || (story.amountMinor === link.amountMinor && story.linkId === link.id)
    found.check(isRight, 'link-other-amount', () => `${story ? nameOf(story) : ''} is not over what its link says`)
    const isOpen = link.usesMax === null && !hasPauses
    const refused = sent.find(({ status }) => status !== undefined && status < 300)
    found.check(
      !isOpen || !refused,
      'link-closed',
      () => `${refused?.act} found the link ${link.reference} closed, which it never was`,
    )
  }
}

/** Nobody begins after its merchant heard of a pause, and before anybody asked for its end. */
function checkPauses({ link, uses, found }: Judged, words: readonly Exchange[]): void {
  const isWord = ({ request }: Exchange, word: string) => 'path' in request && request.path.endsWith(word)
  const paused = words.find((each) => isWord(each, 'pause') && each.reply.kind === 'reply' && each.reply.status === 200)
  if (!paused) return
  const endMs = Math.min(...words.filter((each) => isWord(each, 'resume')).map(({ sentAtMs }) => sentAtMs))
  const use = uses.find(({ atMs }) => atMs > paused.answeredAtMs && atMs < endMs)
  found.check(!use, 'link-used-in-pause', () => `the link ${link.reference} was used at ${use?.atMs}, in its pause`)
}

function formsIn(exchanges: readonly Exchange[]): readonly Form[] {
  return exchanges.flatMap(({ act, sentAtMs, request, reply }) => {
    const [, token] = 'path' in request ? (/^\/pay\/links\/([^/]+)\//.exec(request.path) ?? []) : []
    if (token === undefined || !('path' in request)) return []
    const nonce = new URLSearchParams(request.body ?? '').get('nonce') ?? ''
    return [
      { act, nonce, token, sentAtMs, status: reply.kind === 'reply' && reply.status < 500 ? reply.status : undefined },
    ]
  })
}
