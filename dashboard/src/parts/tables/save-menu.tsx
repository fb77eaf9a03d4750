import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { Query } from '../../app/api.ts'
import { currentLocale } from '../../app/languages.ts'
import { notifyError } from '../../app/notify.ts'
import { saveFile } from '../../app/save-file.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { Icon } from '../icons.tsx'

/** `report`: what the file's short form is called, where there is one; `rows`: what the long ones hold then. */
interface SaveMenuProps {
  label: string
  path: string
  query: Query
  report?: string
  rows?: string
}

/** Saves a file for people or for programs. A refusal is told instead of saved. */
export function SaveMenu({ label, path, query, report, rows }: SaveMenuProps) {
  const { parts } = useShellTexts()
  const [isWorking, setIsWorking] = useState(false)
  const save = async (form: Query) => {
    setIsWorking(true)
    try {
      await saveFile(path, { ...query, ...form }, 'export.csv')
    } catch (error) {
      notifyError(error)
    } finally {
      setIsWorking(false)
    }
  }
  const named = (text: string) => (rows === undefined ? text : `${rows} · ${text}`)
  const saveForPeople = (form: string) => void save({ form, locale: currentLocale() })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />} disabled={isWorking}>
          {isWorking ? parts.saving : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {report !== undefined && <Menu.Item onClick={() => saveForPeople('report')}>{report}</Menu.Item>}
        <Menu.Item onClick={() => saveForPeople('reader')}>{named(parts.saveForPeople)}</Menu.Item>
        <Menu.Item onClick={() => void save({})}>{named(parts.saveForPrograms)}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
