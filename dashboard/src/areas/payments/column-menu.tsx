import { Button, Menu } from '@mantine/core'
import { Icon } from '../../parts/icons.tsx'
import type { ColumnChoice } from './list-columns.tsx'
import { usePaymentsTexts } from './texts.ts'

/** Which columns the list shows. */
export function ColumnMenu({ choices, toggle }: ColumnChoice) {
  const { list } = usePaymentsTexts()
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" visibleFrom="sm" rightSection={<Icon name="chevronDown" size={14} />}>
          {list.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ key, header, isShown }) => (
          <Menu.CheckboxItem key={key} checked={isShown} onChange={() => toggle(key)}>
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
