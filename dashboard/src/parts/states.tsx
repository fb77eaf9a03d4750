import { Alert, Button, Loader, Stack, Text, Title, type TitleOrder } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRefusal } from '../app/api-error.ts'
import { describeError } from '../app/notify.ts'
import { useShellTexts } from '../texts/all-shell.ts'
import { ButtonLink } from './links.tsx'
import classes from './states.module.css'

/** While something is on its way. */
export function LoadingState() {
  const { loading } = useShellTexts()
  return (
    <div className={classes['middle']} role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {loading}
      </Text>
    </div>
  )
}

export interface EmptyStateProps {
  title: string
  explanation?: string
  /** The heading's level on the page; 2 by default. */
  heading?: TitleOrder
  /** What to do next: buttons, links, a command. */
  children?: ReactNode
}

/** Where a list or a page has nothing to show: what will stand here, and what to do for it. */
export function EmptyState({ title, explanation, heading = 2, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" className={classes['empty'] ?? ''}>
      <Title order={heading} size="h3">
        {title}
      </Title>
      {explanation !== undefined && (
        <Text c="dimmed" maw="34rem">
          {explanation}
        </Text>
      )}
      {children}
    </Stack>
  )
}

export interface ErrorStateProps {
  error: unknown
  onRetry?: () => void
  /** Of the heading, where there is one; 1 where the error is the whole page. */
  heading?: TitleOrder
}

/** What went wrong, in words, with what to do: try again, or set up what is missing. */
export function ErrorState({ error, onRetry, heading = 2 }: ErrorStateProps) {
  const { errors } = useShellTexts()
  if (isRefusal(error, 'role_missing')) {
    return <EmptyState title={errors.notAllowedTitle} explanation={errors.notAllowed} />
  }
  if (isRefusal(error, 'second_factor_required')) {
    return (
      <EmptyState title={errors.secondFactorTitle} explanation={errors.secondFactor}>
        <ButtonLink to="/account">{errors.secondFactorLink}</ButtonLink>
      </EmptyState>
    )
  }
  if (isRefusal(error, 'not_found')) {
    return (
      <EmptyState title={errors.notFoundTitle} explanation={errors.notFound} heading={heading}>
        <ButtonLink to="/" variant="default">
          {errors.home}
        </ButtonLink>
      </EmptyState>
    )
  }
  const { title, message, requestId } = describeError(error)
  return (
    <Alert color="red" variant="outline" title={title} role="alert" className={classes['error'] ?? ''}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {errors.requestId}: <code>{requestId}</code>
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {errors.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Loading, error or the data: `<ReadState result={useRead<X>(path)}>{(x) => …}</ReadState>`. */
export function ReadState<Data>({
  result,
  heading = 2,
  children,
}: {
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** 1 where what is read is the whole page, its heading included. */
  heading?: TitleOrder
  children: (data: Data) => ReactNode
}) {
  // What was read before stays on the page while a later attempt fails.
  if (result.data !== undefined) return children(result.data)
  if (result.error) return <ErrorState error={result.error} onRetry={() => void result.refetch()} heading={heading} />
  return <LoadingState />
}
