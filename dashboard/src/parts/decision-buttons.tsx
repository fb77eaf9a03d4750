import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './decision-buttons.module.css'

/** The buttons of a dialog. They stay in sight while what is decided about is longer than the screen. */
export function DecisionButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" className={classes['buttons'] ?? ''}>
      {children}
    </Group>
  )
}
