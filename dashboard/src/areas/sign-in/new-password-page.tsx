import { Alert, Button, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { RecoveryOfferData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { ApiError, isRefusal } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInTexts } from './texts.ts'

/** What somebody opens by the link for a new password. The token stands behind the #, where no server sees it. */
export function NewPasswordPage() {
  const { newPassword, invitation } = useSignInTexts()
  const { hash } = useLocation()
  const [isDone, setIsDone] = useState(false)
  const token = hash.replace(/^#/, '')
  const path = `/console/password-recoveries/${encodeURIComponent(token)}`
  const offer = useRead<RecoveryOfferData>(path, { enabled: token !== '' && !isDone })
  if (isDone) return <Done />
  if (token === '' || isRefusal(offer.error, 'not_found')) {
    return (
      <SignInFrame isCentered>
        <PageHeader title={newPassword.title} />
        <EmptyState title={invitation.goneTitle} explanation={newPassword.gone}>
          <ButtonLink to="/forgot-password">{newPassword.again}</ButtonLink>
        </EmptyState>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame>
      <PageHeader title={newPassword.title} explanation={newPassword.explanation} />
      <ReadState result={offer}>
        {(data) => <PasswordForm offer={data} path={path} onDone={() => setIsDone(true)} />}
      </ReadState>
    </SignInFrame>
  )
}

interface PasswordFormProps {
  offer: RecoveryOfferData
  path: string
  onDone: () => void
}

function PasswordForm({ offer, path, onDone }: PasswordFormProps) {
  const { newPassword, invitation } = useSignInTexts()
  const [password, setPassword] = useState('')
  const use = useChange(() => api.post(`${path}/use`, { password }), { tellErrors: false, onDone })
  const fields = use.error instanceof ApiError ? use.error : undefined
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    use.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <DescriptionList
          facts={[
            { name: invitation.email, value: offer.email },
            { name: invitation.until, value: <Instant at={offer.expires_at} /> },
          ]}
        />
        {use.error && fields?.fields.length === 0 && (
          <Alert color="red" variant="outline" role="alert">
            {describeError(use.error).message}
          </Alert>
        )}
        <input type="hidden" name="username" autoComplete="username" value={offer.email} readOnly />
        <PasswordField
          label={newPassword.password}
          description={invitation.passwordHint}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fields?.fieldMessage('password')}
        />
        <Button type="submit" loading={use.isPending}>
          {newPassword.submit}
        </Button>
      </Stack>
    </form>
  )
}

function Done() {
  const { newPassword, invitation } = useSignInTexts()
  return (
    <SignInFrame>
      <Stack role="status">
        <PageHeader title={newPassword.doneTitle} />
        <Text>{newPassword.done}</Text>
        <ButtonLink to="/sign-in">{invitation.toSignIn}</ButtonLink>
      </Stack>
    </SignInFrame>
  )
}
