import type { OnboardingStep } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { useOperatorTexts } from '../operator/texts.ts'

const tones: Readonly<Record<OnboardingStep['state'], Tone>> = { done: 'good', waiting: 'wait', open: 'calm' }

/** Where on the point's page a step is taken. */
const tabs: Readonly<Partial<Record<OnboardingStep['step'], string>>> = {
  fees: 'limits',
  limits: 'limits',
  brand: 'page',
}

/** How far a merchant is on the way to live payments, and where the next steps are taken. */
export function Onboarding({ steps }: { steps: readonly OnboardingStep[] }) {
  const { onboarding } = useOperatorTexts()
  const language = useLanguage()
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel
      title={onboarding.title}
      explanation={onboarding.progress(formatCount(done, language), formatCount(steps.length, language))}
    >
      <DataTable
        caption={onboarding.title}
        rows={steps}
        rowKey={({ step }) => step}
        columns={[
          { key: 'step', header: onboarding.step, isHead: true, render: ({ step }) => onboarding.steps[step] },
          {
            key: 'state',
            header: onboarding.state,
            render: ({ state }) => <Tag tone={tones[state]}>{onboarding.states[state]}</Tag>,
          },
          { key: 'place', header: onboarding.place, render: (step) => <Place of={step} /> },
        ]}
      />
    </Panel>
  )
}

function Place({ of: { step, state, point_id: pointId } }: { of: OnboardingStep }) {
  const { onboarding } = useOperatorTexts()
  if (state === 'done') return '–'
  if (pointId !== null) {
    const tab = tabs[step]
    return (
      <TextLink to="/operator/points/$pointId" params={{ pointId }} search={tab === undefined ? {} : { tab }}>
        {onboarding.openPoint}
      </TextLink>
    )
  }
  return step === 'live_route' ? <TextLink to="/operator/connectors">{onboarding.openConnectors}</TextLink> : '–'
}
