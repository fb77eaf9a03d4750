import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ShownLinkData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import type { ProposalData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { StoredFilePreview } from '../bank-accounts/file-preview.tsx'
import { LineSides } from '../bank-accounts/line-parts.tsx'
import { useOperatorTexts, useOperatorWords } from '../operator/texts.ts'
import { LinkDialog } from '../team/link-dialog.tsx'
import { PreviewView } from './preview-view.tsx'
import { AboutProposal, ProposalState, useInputFacts } from './proposal-parts.tsx'

export function ProposalPage() {
  const { proposalId = '' } = useParams({ strict: false })
  const found = useRead<ProposalData>(`/console/operator/proposals/${encodeURIComponent(proposalId)}`)
  return (
    <ReadState heading={1} result={found}>
      {(proposal) => <Proposal proposal={proposal} />}
    </ReadState>
  )
}

function Proposal({ proposal }: { proposal: ProposalData }) {
  const texts = useOperatorTexts()
  const { actions } = useOperatorWords()
  return (
    <>
      <PageHeader
        title={texts.proposalTitle(actions[proposal.action])}
        mark={<ProposalState state={proposal.state} />}
        explanation={<ZoneNote />}
        actions={<Decisions proposal={proposal} />}
      />
      <Stack gap="xs">
        {proposal.last_failure !== null && proposal.state === 'open' && (
          <Alert color="red" variant="outline" title={texts.lastFailure}>
            {proposal.last_failure}
          </Alert>
        )}
        <Proposed proposal={proposal} />
        {typeof proposal.input['bank_line_id'] === 'string' && (
          <Panel title={texts.lineAndOrder}>
            <LineSides input={proposal.input} orderId={proposal.transaction?.transaction_id} />
          </Panel>
        )}
        {proposal.action === 'statement_file' && proposal.state === 'open' && <ProposedFile proposal={proposal} />}
        {proposal.foreseen && (
          <Panel title={texts.whatHappens}>
            <PreviewView foreseen={proposal.foreseen} />
          </Panel>
        )}
      </Stack>
    </>
  )
}

function Proposed({ proposal }: { proposal: ProposalData }) {
  const texts = useOperatorTexts()
  const { proposed_by: by, decided_by: decider } = proposal
  const facts = [
    { name: texts.about, value: <AboutProposal proposal={proposal} /> },
    { name: texts.environment, value: <EnvironmentBadge environment={proposal.environment} /> },
    ...useInputFacts(proposal),
    { name: texts.evidence, value: proposal.evidence },
    { name: texts.proposedBy, value: `${by.name} (${by.email})` },
    { name: texts.proposedAt, value: <Instant at={proposal.proposed_at} seconds /> },
    ...(decider && proposal.state !== 'withdrawn'
      ? [{ name: texts.decidedBy, value: proposal.alone ? texts.alone : `${decider.name} (${decider.email})` }]
      : []),
    ...(proposal.decided_at === null
      ? []
      : [{ name: texts.decidedAt, value: <Instant at={proposal.decided_at} seconds /> }]),
    ...(proposal.decision_note === null ? [] : [{ name: texts.note, value: proposal.decision_note }]),
  ]
  return (
    <Panel title={texts.asProposed}>
      <DescriptionList facts={facts} />
    </Panel>
  )
}

/** What the file holds now: lines that came by another file since then overlap. */
function ProposedFile({ proposal: { input } }: { proposal: ProposalData }) {
  const said = (['bank_account_id', 'encoding', 'time_zone'] as const).flatMap((name) =>
    input[name] === undefined ? [] : [[name, String(input[name])] as const],
  )
  return <StoredFilePreview fileId={String(input['file_id'])} options={Object.fromEntries(said)} />
}

type Asked = 'do' | 'refuse' | 'withdraw'

function Decisions({ proposal }: { proposal: ProposalData }) {
  const texts = useOperatorTexts()
  const [asked, setAsked] = useState<Asked>()
  const [note, setNote] = useState('')
  const [link, setLink] = useState<ShownLinkData>()
  const path = `/console/operator/proposals/${proposal.proposal_id}`
  const decide = useChange(
    (what: Asked) =>
      what === 'withdraw'
        ? api.post<ProposalData>(`${path}/withdraw`)
        : api.post<ProposalData>(`${path}/decide`, { decision: what, ...(note.trim() === '' ? {} : { note }) }),
    {
      done: ({ state }) => texts.states[state],
      onDone: ({ shown }) => {
        setAsked(undefined)
        setLink(shown)
      },
    },
  )
  if (link) return <LinkDialog link={link} onClose={() => setLink(undefined)} />
  if (proposal.state !== 'open') return null
  const dialogs = {
    do: {
      title: texts.doTitle,
      words: proposal.action === 'password_recovery' ? texts.doLinkWords : texts.doWords,
      action: texts.doIt,
    },
    refuse: { title: texts.refuseTitle, words: texts.refuseWords, action: texts.refuse },
    withdraw: { title: texts.withdrawTitle, words: texts.withdrawWords, action: texts.withdraw },
  }
  const dialog = dialogs[asked ?? 'do']
  return (
    <>
      <DecisionButtons proposal={proposal} onAsk={setAsked} />
      <ConfirmDialog
        opened={asked !== undefined}
        title={dialog.title}
        action={dialog.action}
        isWorking={decide.isPending}
        onConfirm={() => asked && decide.mutate(asked)}
        onClose={() => setAsked(undefined)}
      >
        <Stack>
          <Text size="sm">{dialog.words}</Text>
          {asked === 'do' && proposal.foreseen && <PreviewView foreseen={proposal.foreseen} />}
          {asked !== 'withdraw' && (
            <Textarea
              label={texts.note}
              autosize
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Stack>
      </ConfirmDialog>
    </>
  )
}

interface DecisionButtonsProps {
  proposal: ProposalData
  onAsk: (asked: Asked) => void
}

function DecisionButtons({ proposal, onAsk }: DecisionButtonsProps) {
  const texts = useOperatorTexts()
  return (
    <>
      {proposal.may_withdraw && (
        <>
          <Text size="sm" c="dimmed">
            {texts.somebodyElse}
          </Text>
          <Button variant="default" onClick={() => onAsk('withdraw')}>
            {texts.withdraw}
          </Button>
        </>
      )}
      {proposal.may_decide && (
        <>
          <Button variant="default" onClick={() => onAsk('refuse')}>
            {texts.refuse}
          </Button>
          <Button disabled={(proposal.foreseen?.blocked ?? null) !== null} onClick={() => onAsk('do')}>
            {texts.doIt}
          </Button>
        </>
      )}
    </>
  )
}
