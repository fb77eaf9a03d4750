import type { Status } from '../../../../gateway/src/web/contract/words.ts'
import { useStatusTexts } from '../../parts/tag.tsx'

/** Why a transaction needs review, as a sentence: the gateway's own words, with statuses as the viewer knows them. */
export function ReviewReason({ reason }: { reason: string }) {
  const { status } = useStatusTexts()
  const said = reason.replace(/\b(PENDING|COMPLETED|ERROR|EXPIRED)\b/g, (code) => `“${status[code as Status]}”`)
  return <span>{said.charAt(0).toUpperCase() + said.slice(1)}</span>
}
