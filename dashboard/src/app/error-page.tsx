import { Button, Stack } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ButtonLink } from '../parts/links.tsx'
import { EmptyState, ErrorState } from '../parts/states.tsx'
import { useShellTexts } from '../texts/all-shell.ts'
import { useDocumentTitle } from './document-title.ts'

/** What a page shows that broke while it was shown. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { errors } = useShellTexts()
  const router = useRouter()
  useDocumentTitle(errors.title)
  return (
    <Stack align="flex-start" p="md">
      <ErrorState error={error} onRetry={() => void router.invalidate()} />
      <Button variant="subtle" onClick={() => location.reload()}>
        {errors.reload}
      </Button>
    </Stack>
  )
}

/** An address that leads nowhere, or to what is not the person's to see. */
export function NotFoundPage() {
  const { errors } = useShellTexts()
  useDocumentTitle(errors.notFoundTitle)
  return (
    <EmptyState heading={1} title={errors.notFoundTitle} explanation={errors.notFound}>
      <ButtonLink to="/">{errors.home}</ButtonLink>
    </EmptyState>
  )
}
