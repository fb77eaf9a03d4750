import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

export interface PanelProps {
  title: string
  explanation?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page with its own heading (h2), on a surface of its own. */
export function Panel({ title, explanation, actions, children }: PanelProps) {
  const id = useId()
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
        {actions}
      </Group>
      {children}
    </section>
  )
}
