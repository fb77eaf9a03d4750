import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useSignInTexts } from './texts.ts'

export function InvitationPage() {
  const texts = useSignInTexts()
  const { parts } = useShellTexts()
  return (
    <main>
      <PageHeader title={texts.title} />
      <EmptyState title={parts.underConstruction} />
    </main>
  )
}
