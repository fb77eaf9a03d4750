import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type {
  QueueAssignmentData,
  QueueKind,
} from '../../../../gateway/src/extras/operator-desk/http/contract/books.ts'
import { api } from '../../app/api.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay, usePerson } from '../../app/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { useOperatorTexts } from './texts.ts'

const path = '/console/operator/queue'
const everySeconds = 30
const noteLengthMax = 500

export interface QueueItemProps {
  kind: QueueKind
  /** A transaction, a proposal, a point or an account, by the kind. */
  itemId: string
}

/** Who works on an item; undefined: nobody, as far as was read. */
function useAssignment({ kind, itemId }: QueueItemProps): QueueAssignmentData | undefined {
  const { data } = useRead<{ items: readonly QueueAssignmentData[] }>(path, { everySeconds })
  return data?.items.find((each) => each.kind === kind && each.item_id === itemId)
}

/** The name of whoever works on an item, for a line of a list on a phone. */
export function Assignee(item: QueueItemProps) {
  return useAssignment(item)?.person.name ?? ''
}

/** Who works on an item of the queue, since when and with which note; one takes it, gives it back, or takes it over. */
export function QueueAssignment(item: QueueItemProps) {
  const { queue: texts } = useOperatorTexts()
  const { user_id: me } = usePerson()
  const may = useMay('operator_act')
  const [isAsked, setIsAsked] = useState(false)
  const assignment = useAssignment(item)
  const about = { kind: item.kind, item_id: item.itemId }
  const giveBack = useChange(() => api.post(`${path}/give-back`, about), { done: texts.givenBack })
  const isMine = assignment?.person.user_id === me
  return (
    <Stack gap={4} align="flex-start">
      {assignment && <Taken assignment={assignment} />}
      {may && isMine && (
        <Button
          size="compact-xs"
          variant="default"
          loading={giveBack.isPending}
          onClick={() => giveBack.mutate(undefined)}
        >
          {texts.giveBack}
        </Button>
      )}
      {may && !isMine && (
        <Button size="compact-xs" variant="default" onClick={() => setIsAsked(true)}>
          {assignment ? texts.takeOver : texts.take}
        </Button>
      )}
      {isAsked && <TakeDialog about={about} assignment={assignment} onClose={() => setIsAsked(false)} />}
    </Stack>
  )
}

function Taken({ assignment: { person, note, taken_at: at } }: { assignment: QueueAssignmentData }) {
  return (
    <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Group gap={4}>
        <strong>{person.name}</strong>
        <Instant at={at} distance />
      </Group>
      {note !== null && <bdi>{note}</bdi>}
    </Text>
  )
}

interface TakeDialogProps {
  about: { kind: QueueKind; item_id: string }
  assignment: QueueAssignmentData | undefined
  onClose: () => void
}

function TakeDialog({ about, assignment, onClose }: TakeDialogProps) {
  const { queue: texts } = useOperatorTexts()
  const [note, setNote] = useState('')
  // Nobody's item is taken over who was not shown.
  const [takenFrom] = useState(assignment?.person)
  const take = useChange(
    () =>
      api.post(`${path}/take`, {
        ...about,
        ...(takenFrom && { taken_from: takenFrom.user_id }),
        ...(note.trim() !== '' && { note }),
      }),
    { done: texts.taken, onDone: onClose },
  )
  return (
    <ConfirmDialog
      opened
      title={takenFrom ? texts.takeOver : texts.take}
      action={takenFrom ? texts.takeOver : texts.take}
      isWorking={take.isPending}
      onConfirm={() => take.mutate(undefined)}
      onClose={onClose}
    >
      <Stack>
        <Text size="sm">{takenFrom ? texts.overWords(takenFrom.name) : texts.words}</Text>
        <Textarea
          label={texts.note}
          autosize
          maxLength={noteLengthMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value.replaceAll('\n', ' '))}
        />
      </Stack>
    </ConfirmDialog>
  )
}
