import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OverviewData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

/** What a newcomer does first; each step is marked once it is done. */
export function FirstSteps({ steps: done }: { steps: OverviewData['first_steps'] }) {
  const { steps } = useOverviewTexts()
  const { id: pointId, permissions } = usePoint()
  const language = useLanguage()
  const params = { pointId }
  return (
    <Panel title={steps.title} explanation={steps.explanation}>
      <ol className={classes['steps']}>
        <Step number={1} isDone={done.transaction} {...steps.create}>
          {permissions.includes('payins') && (
            <TextLink to="/p/$pointId/create" params={params} search={{ kind: 'payin' }}>
              {steps.create.link}
            </TextLink>
          )}
          <Anchor
            size="sm"
            href={language === 'en' ? '/docs/guides/first-payment' : `/docs/${language}/guides/first-payment`}
          >
            {steps.create.guide}
          </Anchor>
        </Step>
        <Step number={2} isDone={done.webhook} {...steps.webhook}>
          {permissions.includes('webhook') && (
            <TextLink to="/p/$pointId/webhooks" params={params}>
              {steps.webhook.link}
            </TextLink>
          )}
          <TextLink to="/p/$pointId/inbox" params={params}>
            {steps.webhook.inbox}
          </TextLink>
        </Step>
        <Step number={3} isDone={done.completed} {...steps.pay}>
          <TextLink to="/p/$pointId/payments" params={params}>
            {steps.pay.link}
          </TextLink>
        </Step>
      </ol>
    </Panel>
  )
}

interface StepProps {
  number: number
  isDone: boolean
  title: string
  text: string
  children: ReactNode
}

function Step({ number, isDone, title, text, children }: StepProps) {
  const { steps } = useOverviewTexts()
  return (
    <li className={classes['step']}>
      <span className={classes['number']} data-done={isDone || undefined}>
        {isDone ? <Icon name="check" /> : number}
        <span className="pa-unseen">{isDone ? steps.done : steps.open}</span>
      </span>
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" mb={4}>
          {text}
        </Text>
        <Text component="div" size="sm" display="flex" style={{ gap: '0.25rem 1rem', flexWrap: 'wrap' }}>
          {children}
        </Text>
      </div>
    </li>
  )
}
