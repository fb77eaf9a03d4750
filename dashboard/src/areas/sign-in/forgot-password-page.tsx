import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { RecoveryAskedData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInTexts } from './texts.ts'

/** For who forgot the password: asks for the address, and says what happens next, whoever has it. */
export function ForgotPasswordPage() {
  const [asked, setAsked] = useState<RecoveryAskedData>()
  return <SignInFrame>{asked ? <WhatNext by={asked.by} /> : <AskForm onAsked={setAsked} />}</SignInFrame>
}

function AskForm({ onAsked }: { onAsked: (asked: RecoveryAskedData) => void }) {
  const { forgot, email: label } = useSignInTexts()
  const [email, setEmail] = useState('')
  const ask = useChange(() => api.post<RecoveryAskedData>('/console/password-recoveries', { email }), {
    tellErrors: false,
    onDone: onAsked,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    ask.mutate(undefined)
  }
  return (
    <Stack>
      <PageHeader title={forgot.title} explanation={forgot.explanation} />
      <form onSubmit={onSubmit}>
        <Stack>
          {ask.error && (
            <Alert color="red" variant="outline" role="alert">
              {describeError(ask.error).message}
            </Alert>
          )}
          <TextInput
            label={label}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={ask.isPending}>
            {forgot.submit}
          </Button>
          <ButtonLink to="/sign-in" variant="subtle">
            {forgot.back}
          </ButtonLink>
        </Stack>
      </form>
    </Stack>
  )
}

function WhatNext({ by }: RecoveryAskedData) {
  const { forgot } = useSignInTexts()
  return (
    <Stack role="status">
      <PageHeader title={by === 'mail' ? forgot.sentTitle : forgot.byOperatorTitle} />
      <Text>{by === 'mail' ? forgot.sent : forgot.byOperator}</Text>
      {by === 'mail' && <Text c="dimmed">{forgot.nothingCame}</Text>}
      <ButtonLink to="/sign-in" variant="default">
        {forgot.back}
      </ButtonLink>
    </Stack>
  )
}
