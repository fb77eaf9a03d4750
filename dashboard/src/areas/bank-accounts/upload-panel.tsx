import { Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type SubmitEvent, useState } from 'react'
import type {
  AskedOption,
  BankAccountData,
  FilePreviewData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import type { Environment } from '../../../../gateway/src/extras/identity/http/contract/session.ts'
import { api } from '../../app/api.ts'
import { type Page, useChange, useRead } from '../../app/reading.ts'
import { Icon } from '../../parts/icons.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ErrorState, LoadingState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { TimeZoneField } from '../merchants/time-zone-field.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import classes from './bank-accounts.module.css'
import { FilePreview, useFileSize } from './file-preview.tsx'
import { accountName } from './standing.tsx'
import { useBankAccountsTexts } from './texts.ts'

const path = '/console/operator/bank-files'

/** A file in the person's hand, or one that is stored. One person imports a file that came by a token. */
export type Chosen = { file: File } | { storedId: string; environment: Environment; byToken: boolean }
type Options = Partial<Record<AskedOption, string>>

interface UploadPanelProps {
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
  /** Bytes of the largest file that is taken. */
  bytesMax: number
}

/** Takes a file by button or drop, shows what is in it, and proposes its import. */
export function UploadPanel({ chosen, onChoose, bytesMax }: UploadPanelProps) {
  const { upload } = useBankAccountsTexts()
  // Live accounts stand first in the list.
  const accounts = useRead<Page<BankAccountData>>('/console/operator/bank-accounts', { query: { limit: 1 } })
  const [picked, setPicked] = useState<Environment>()
  const environment = picked ?? accounts.data?.items[0]?.environment ?? 'live'
  return (
    <Panel title={upload.title} explanation={upload.explanation}>
      <Stack>
        <DropZone environment={environment} onPick={setPicked} onFile={(file) => onChoose({ file })} />
        {chosen && (
          <Read
            key={'file' in chosen ? `${chosen.file.name} ${chosen.file.lastModified} ${environment}` : chosen.storedId}
            chosen={chosen}
            environment={'file' in chosen ? environment : chosen.environment}
            bytesMax={bytesMax}
            onDone={() => onChoose(undefined)}
          />
        )}
      </Stack>
    </Panel>
  )
}

interface DropZoneProps {
  environment: Environment
  onPick: (environment: Environment) => void
  onFile: (file: File) => void
}

/** Where a file is dropped, or chosen by the button. */
function DropZone({ environment, onPick, onFile }: DropZoneProps) {
  const { upload } = useBankAccountsTexts()
  const { environments } = useShellTexts()
  const [isOver, setIsOver] = useState(false)
  const take = (file: File | null | undefined) => {
    setIsOver(false)
    if (file) onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Text size="sm">{upload.drop}</Text>
      <Group align="flex-end" justify="center">
        <NativeSelect
          label={upload.environment}
          value={environment}
          data={Object.entries(environments).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onPick(event.currentTarget.value as Environment)}
        />
        <FileButton onChange={take}>
          {(props) => (
            <Button {...props} leftSection={<Icon name="arrowIn" />}>
              {upload.choose}
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  )
}

interface ReadProps {
  chosen: Chosen
  environment: Environment
  bytesMax: number
  onDone: () => void
}

function Read({ chosen, environment, bytesMax, onDone }: ReadProps) {
  const { upload } = useBankAccountsTexts()
  const size = useFileSize()
  const [options, setOptions] = useState<Options>({})
  const [proposing, setProposing] = useState<Proposing>()
  const [readAt] = useState(() => String(Math.random()))
  const isTooLarge = 'file' in chosen && chosen.file.size > bytesMax
  const found = useQuery({
    queryKey: ['bankFile', readAt, options],
    queryFn: async ({ signal }) => await previewOf(chosen, { environment, options, signal }),
    enabled: !isTooLarge,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isAlone = 'storedId' in chosen && chosen.byToken
  const store = useChange(
    async () => {
      const fileId = await storedId(chosen, environment)
      if (isAlone) await api.post(`${path}/${fileId}/import`, options)
      return fileId
    },
    {
      onDone: (fileId) => {
        if (isAlone) return onDone()
        setProposing({ action: 'statement_file', about: {}, fixed: { file_id: fileId, ...options }, environment })
      },
    },
  )
  if (isTooLarge) return <Text role="alert">{upload.tooLarge(size(bytesMax))}</Text>
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingState />
  const { refusal, known, asks } = found.data
  const asked = [...new Set([...asks, ...(Object.keys(options) as AskedOption[])])]
  return (
    <>
      <FilePreview preview={found.data} />
      {asked.length > 0 && <Questions asked={asked} environment={environment} given={options} onSay={setOptions} />}
      <Group>
        {refusal === null && known?.state !== 'read' && (
          <Button loading={store.isPending} onClick={() => store.mutate(undefined)}>
            {isAlone ? upload.import : upload.propose}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {upload.forget}
        </Button>
      </Group>
      <ProposeDialog
        proposing={proposing}
        onClose={() => {
          setProposing(undefined)
          onDone()
        }}
      />
    </>
  )
}

interface PreviewRequest {
  environment: Environment
  options: Options
  signal: AbortSignal
}

async function previewOf(chosen: Chosen, { environment, options, signal }: PreviewRequest): Promise<FilePreviewData> {
  if ('storedId' in chosen) return await api.get(`${path}/${chosen.storedId}/preview`, { query: options, signal })
  const query = { name: chosen.file.name, environment, ...options }
  return await api.post(`${path}/preview`, chosen.file, { query, signal })
}

async function storedId(chosen: Chosen, environment: Environment): Promise<string> {
  if ('storedId' in chosen) return chosen.storedId
  const query = { name: chosen.file.name, environment }
  return (await api.post<{ file_id: string }>(path, chosen.file, { query })).file_id
}

interface QuestionsProps {
  asked: readonly AskedOption[]
  environment: Environment
  given: Options
  onSay: (options: Options) => void
}

/** What the file does not say itself. */
function Questions({ asked, environment, given, onSay }: QuestionsProps) {
  const { upload } = useBankAccountsTexts()
  const [values, setValues] = useState(given)
  const accounts = useRead<Page<BankAccountData>>('/console/operator/bank-accounts', {
    query: { limit: 100 },
    enabled: asked.includes('bank_account_id'),
  })
  const set = (name: AskedOption) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues((before) => ({ ...before, [name]: value }))
  }
  const none = { value: '', label: upload.asRead }
  const choices = (accounts.data?.items ?? [])
    .filter((each) => each.environment === environment && each.kind === 'bank')
    .map((each) => ({ value: each.bank_account_id, label: `${accountName(each)} · ${each.numbers[0] ?? ''}` }))
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onSay(Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')))
  }
  return (
    <form onSubmit={onSubmit}>
      <Group align="flex-end">
        {asked.includes('bank_account_id') && (
          <NativeSelect
            label={upload.account}
            value={values.bank_account_id ?? ''}
            data={[none, ...choices]}
            onChange={set('bank_account_id')}
          />
        )}
        {asked.includes('encoding') && (
          <TextInput
            label={upload.encoding}
            description={upload.encodingHelp}
            maxLength={40}
            value={values.encoding ?? ''}
            onChange={set('encoding')}
          />
        )}
        {asked.includes('time_zone') && (
          <TimeZoneField
            label={upload.timeZone}
            value={values.time_zone ?? ''}
            onChange={(time_zone) => setValues((before) => ({ ...before, time_zone }))}
          />
        )}
        <Button type="submit" variant="default">
          {upload.readAgain}
        </Button>
      </Group>
    </form>
  )
}
