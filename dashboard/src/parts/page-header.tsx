import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

export interface PageHeaderProps {
  /** The page's only h1; also names the browser's tab. */
  title: string
  /** One sentence about what the page is for. */
  explanation?: ReactNode
  /** Beside the title: a status, an environment. */
  mark?: ReactNode
  /** Buttons, at the right; below the title on narrow screens. */
  actions?: ReactNode
}

/** The top of every page. */
export function PageHeader({ title, explanation, mark, actions }: PageHeaderProps) {
  useDocumentTitle(title)
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
      <div>
        <Group gap="sm">
          <Title order={1} maw="100%" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {mark}
        </Group>
        {explanation !== undefined && (
          <Text c="dimmed" mt={4} maw="48rem">
            {explanation}
          </Text>
        )}
      </div>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}

const product = 'Pasarela'

/** Names the browser's tab after the page: `Payments · Pasarela`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
}
