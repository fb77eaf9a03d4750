import { Button, Stack } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ButtonLink } from '../parts/links.tsx'
import { useDocumentTitle } from '../parts/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../parts/states.tsx'
import { useShellTexts } from '../texts/all-shell.ts'
import { ApiError } from './api-error.ts'
import { CodeNotLoaded, reloadOutdated, reloadWhenAnswered } from './load-code.ts'
import { notifyError } from './notify.ts'

/** What a page shows that broke while it was shown, or that could not be loaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { errors } = useShellTexts()
  const router = useRouter()
  const reloading = useReloadOfOutdated(error)
  useDocumentTitle(errors.title)
  if (reloading.isUnderWay) return <LoadingState />
  const retry = async () => {
    await router.invalidate()
  }
  return (
    <Stack align="flex-start" p="md">
      <ErrorState error={error} onRetry={() => void retry()} />
      <Button variant="subtle" onClick={() => void reload()}>
        {errors.reload}
      </Button>
    </Stack>
  )
}

/** Never leads to the browser's own error page: where the gateway does not answer, this page stays and says so. */
async function reload(): Promise<void> {
  if (await reloadWhenAnswered()) return
  notifyError(new ApiError({ code: 'network', message: 'no answer', httpStatus: 0 }))
}

/** After an update of the gateway an open page asks for files that are gone: it is loaded anew, once, when it is shown. */
function useReloadOfOutdated(error: unknown): { isUnderWay: boolean } {
  const [isUnderWay, setIsUnderWay] = useState(error instanceof CodeNotLoaded)
  useEffect(() => {
    if (error instanceof CodeNotLoaded) void reloadOutdated().then(setIsUnderWay)
  }, [error])
  return { isUnderWay }
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
