import type { Environment } from '../../../gateway/src/identity/http/contract/session.ts'
import type { Reason, Status } from '../../../gateway/src/web/contract/words.ts'
import { useShellTexts } from '../texts/all-shell.ts'
import { useStatusTexts } from '../texts/all-statuses.ts'
import { Tag, type Tone } from './tag.tsx'

const tones: Readonly<Record<Status, Tone>> = { PENDING: 'wait', COMPLETED: 'good', ERROR: 'bad', EXPIRED: 'calm' }

/** A transaction's status, by colour and word. */
export function StatusBadge({ status }: { status: Status }) {
  const texts = useStatusTexts()
  return <Tag tone={tones[status]}>{texts.status[status]}</Tag>
}

/** Why a transaction is in its status, in words. */
export function ReasonText({ reason }: { reason: Reason }) {
  const texts = useStatusTexts()
  return <span>{texts.reason[reason]}</span>
}

/** TEST or LIVE. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const { environments } = useShellTexts()
  return <Tag tone={environment === 'live' ? 'accent' : 'wait'}>{environments[environment]}</Tag>
}
