import { Stack, Text } from '@mantine/core'
import type { CertificationData } from '../../../../gateway/src/extras/providers/http/contract/providers.ts'
import { formatDuration, formatInstant, readInstant } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { useProvidersTexts } from './texts.ts'

type Run = NonNullable<CertificationData['run']>
type Step = Run['steps'][number]

/** Whether an account passed its connector's certification, and the steps of the last run. Null: there is none to pass. */
export function Certification({ certification }: { certification: CertificationData | null }) {
  const texts = useProvidersTexts()
  const language = useLanguage()
  const { state, run } = certification ?? { state: 'not_certified', run: null }
  const at = run ? formatInstant(readInstant(run.ended_at) ?? new Date(0), language) : ''
  const said = run && state !== 'not_certified' ? texts[state](at, run.run_by, ...counts(run)) : texts.notCertified
  return (
    <Stack gap={4}>
      <Text size="sm" {...(state === 'certified' ? { fw: 600 } : { c: 'dimmed' })}>
        {said}
      </Text>
      {run && (
        <details>
          <summary>{texts.lastCertification(at, texts.outcomes[run.outcome], run.release)}</summary>
          <Steps run={run} />
        </details>
      )}
    </Stack>
  )
}

function counts({ passed, steps }: Run): [passed: string, all: string] {
  return [String(passed), String(steps.length)]
}

const tones: Readonly<Record<Step['state'], Tone>> = { passed: 'good', failed: 'bad', skipped: 'calm' }

function Steps({ run: { steps } }: { run: Run }) {
  const texts = useProvidersTexts()
  const language = useLanguage()
  return (
    <DataTable
      caption={texts.certificationSteps}
      rows={steps}
      rowKey={({ name }) => name}
      columns={[
        { key: 'step', header: texts.step, isHead: true, render: ({ label }) => label },
        {
          key: 'state',
          header: texts.stepState,
          render: ({ state }) => <Tag tone={tones[state]}>{texts.stepStates[state]}</Tag>,
        },
        { key: 'came', header: texts.came, render: ({ came }) => came },
        {
          key: 'took',
          header: texts.took,
          align: 'right',
          render: ({ took_ms: tookMs }) => formatDuration(tookMs, language),
        },
        { key: 'requests', header: texts.requestIds, render: ({ request_ids: ids }) => ids.join(', ') || '–' },
      ]}
    />
  )
}
