import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useInboxTexts } from './texts.ts'

export function InboxPage() {
  const texts = useInboxTexts()
  const { parts } = useShellTexts()
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState title={parts.underConstruction} />
    </>
  )
}
