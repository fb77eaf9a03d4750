import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../../parts/icons.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { api } from '../api.ts'
import { chosenLanguage, languageNames, languages, useLanguage } from '../languages.ts'
import { openWhenAnswered } from '../load-code.ts'
import { notifyError } from '../notify.ts'
import { forgetSession, keepLanguage, usePerson } from '../session.ts'

const themes = ['light', 'dark', 'auto'] as const

export function LanguageMenu() {
  const { header } = useShellTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={header.language}>
          <Icon name="globe" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

export function ThemeMenu() {
  const { header } = useShellTexts()
  const { colorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={header.theme}>
          {colorScheme === 'dark' ? <Icon name="moon" /> : <Icon name="sun" />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Who is signed in, the way to their account, and out; on small screens language and appearance too. */
export function PersonMenu() {
  const { header } = useShellTexts()
  const person = usePerson()
  const navigate = useNavigate()
  const signOut = async () => {
    try {
      await api.delete('/console/session')
      // A new page forgets everything that the last person saw.
      if (await openWhenAnswered('/dashboard/sign-in')) return
      forgetSession()
      await navigate({ to: '/sign-in' })
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={header.person}>
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" size="sm" fw={600} c="var(--mantine-color-text)" display="block">
            {person.name}
          </Text>
          <Text component="span" size="xs" display="block" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
          {person.merchant && (
            <Text component="span" size="xs" display="block">
              {person.merchant.name}
            </Text>
          )}
        </Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{header.account}</Menu.Item>
        <div className="mantine-hidden-from-sm">
          <Menu.Divider />
          <Menu.Label>{header.language}</Menu.Label>
          <LanguageItems />
          <Menu.Divider />
          <Menu.Label>{header.theme}</Menu.Label>
          <ThemeItems />
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{header.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function LanguageItems() {
  const chosen = useLanguage()
  return languages.map((language) => (
    <Menu.Item
      key={language}
      lang={language}
      aria-current={language === chosen ? 'true' : undefined}
      rightSection={language === chosen ? <Icon name="check" /> : null}
      onClick={() => {
        chosenLanguage.write(language)
        void keepLanguage().catch(notifyError)
      }}
    >
      {languageNames[language]}
    </Menu.Item>
  ))
}

function ThemeItems() {
  const { header } = useShellTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return themes.map((each) => (
    <Menu.Item
      key={each}
      aria-current={each === colorScheme ? 'true' : undefined}
      rightSection={each === colorScheme ? <Icon name="check" /> : null}
      onClick={() => setColorScheme(each)}
    >
      {header.themes[each]}
    </Menu.Item>
  ))
}
