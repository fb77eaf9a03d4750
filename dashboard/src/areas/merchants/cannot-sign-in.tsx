import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../parts/panel.tsx'
import { useOperatorTexts, useOperatorWords } from '../operator/texts.ts'
import { ProposeDialog, type Proposing, personActions } from '../proposals/propose-dialog.tsx'

/** What one operator proposes for a person who cannot sign in. */
export function CannotSignIn() {
  const texts = useOperatorTexts()
  const { actions } = useOperatorWords()
  const [proposing, setProposing] = useState<Proposing>()
  const buttons = personActions.map((action) => (
    <Button key={action} size="xs" variant="default" onClick={() => setProposing({ action, about: {} })}>
      {actions[action]}
    </Button>
  ))
  return (
    <Panel title={texts.cannotSignIn} explanation={texts.cannotSignInWords}>
      <Group gap="xs">{buttons}</Group>
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </Panel>
  )
}
