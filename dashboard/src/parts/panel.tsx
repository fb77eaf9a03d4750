import { Group, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { narrow } from '../app/theme.ts'
import classes from './panel.module.css'

export interface PanelProps {
  title: string
  explanation?: ReactNode
  actions?: ReactNode
  /** Beside the title, also where the rest is folded: nothing to press. */
  mark?: ReactNode
  /** On a phone only the heading is shown until it is opened. */
  isFoldedOnPhone?: boolean
  children: ReactNode
}

/** A part of a page with its own heading (h2), on a surface of its own. */
export function Panel({ title, explanation, actions, mark, isFoldedOnPhone = false, children }: PanelProps) {
  const id = useId()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  if (isFoldedOnPhone && isNarrow) {
    return (
      <section aria-labelledby={id} className={classes['panel']}>
        <details>
          <summary className={classes['summary']}>
            <Title order={2} id={id}>
              {title}
            </Title>
            <span>{mark}</span>
          </summary>
          {children}
        </details>
      </section>
    )
  }
  return (
    <section aria-labelledby={id} className={classes['panel']}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {explanation !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {explanation}
            </Text>
          )}
        </div>
        {mark}
        {actions}
      </Group>
      {children}
    </section>
  )
}
