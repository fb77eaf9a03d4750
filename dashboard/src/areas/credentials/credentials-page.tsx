import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useCredentialsTexts } from './texts.ts'

export function CredentialsPage() {
  const texts = useCredentialsTexts()
  const { parts } = useShellTexts()
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState title={parts.underConstruction} />
    </>
  )
}
