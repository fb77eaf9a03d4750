import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useOperatorTexts } from './texts.ts'

export function OperatorPage() {
  const texts = useOperatorTexts()
  const { parts } = useShellTexts()
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState title={parts.underConstruction} />
    </>
  )
}
