import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useWebhooksTexts } from './texts.ts'

export function WebhooksPage() {
  const texts = useWebhooksTexts()
  const { parts } = useShellTexts()
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState title={parts.underConstruction} />
    </>
  )
}
