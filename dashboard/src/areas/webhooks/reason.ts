import type { useWebhooksTexts } from './texts.ts'

type Texts = ReturnType<typeof useWebhooksTexts>

/** What a failed attempt means and what to do about it, in the reader's words. */
export function reasonOf(
  attempt: { http_status: number | null; error: string | null },
  { reasons, deliveries }: Pick<Texts, 'reasons' | 'deliveries'>,
): string {
  const { http_status: status, error } = attempt
  if (status === null) {
    const phase = error === null ? undefined : (reasons.phases[error] ?? deliveries.errors[error])
    return phase ?? reasons.unknown
  }
  const exact = reasons.statuses[String(status)]
  if (exact !== undefined) return exact(status)
  if (status >= 500) return reasons.server(status)
  if (status >= 400) return reasons.refused(status)
  return status >= 300 ? reasons.redirect(status) : reasons.otherSuccess(status)
}
