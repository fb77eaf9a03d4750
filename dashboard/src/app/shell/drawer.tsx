import { Drawer } from '@mantine/core'
import { useShellTexts } from '../../texts/all-shell.ts'
import { Navigation } from './navigation.tsx'

/** The navigation of small screens. */
export function DrawerOfNavigation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { parts } = useShellTexts()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Pasarela"
      size="18rem"
      hiddenFrom="md"
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Navigation onFollow={onClose} />
    </Drawer>
  )
}
