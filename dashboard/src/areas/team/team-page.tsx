import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useTeamTexts } from './texts.ts'

export function TeamPage() {
  const texts = useTeamTexts()
  const { parts } = useShellTexts()
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState title={parts.underConstruction} />
    </>
  )
}
