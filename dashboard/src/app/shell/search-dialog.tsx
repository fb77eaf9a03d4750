import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { OperatorTransactionData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { LookupData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { Icon } from '../../parts/icons.tsx'
import { SearchedAmount } from '../../parts/values/searched-amount.tsx'
import { EnvironmentBadge, useStatusTexts } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { formatAmountWithCode } from '../formats.ts'
import { useLanguage } from '../languages.ts'
import { pointPath, useCurrentPoint } from '../point.ts'
import { type Page, useRead } from '../reading.ts'
import { usePerson } from '../session.ts'
import { useNavGroups } from './pages.ts'
import classes from './search-dialog.module.css'

interface Choice {
  key: string
  label: string
  open(): void
}

export interface SearchDialogProps {
  onClose: () => void
  /** Gives what was typed before the field had the focus, and ends the keeping of it. */
  typedBefore: () => string
}

/** Finds a transaction by what people know of it, or a page by its name: Ctrl-K, Cmd-K or `/`. */
export function SearchDialog({ onClose, typedBefore }: SearchDialogProps) {
  const { search, parts } = useShellTexts()
  const listId = useId()
  useFocusAsBefore()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const [at, setAt] = useState(0)
  // What was found for an older text is never what Enter opens.
  const found = useTransactions(asked)
  const choices = useChoices(text.trim(), asked === text.trim() ? found : [])
  const chosen = choices[Math.min(at, choices.length - 1)]
  const open = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    choice.open()
  }
  const type = (typed: string) => {
    setText(typed)
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((at + step + choices.length) % Math.max(1, choices.length))
    else if (event.key === 'Enter') open(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={search.title}
      size="lg"
      yOffset="10vh"
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <TextInput
        role="combobox"
        aria-label={search.title}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.key}`}
        placeholder={search.placeholder}
        leftSection={<Icon name="search" />}
        value={text}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onFocus={() => type(text + typedBefore())}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SearchedPoint />
      <SearchedAmount text={asked} />
      <ChoiceList id={listId} choices={choices} chosen={chosen} onOpen={open} />
      {choices.length === 0 && <Text size="sm">{search.nothing}</Text>}
      <Hint />
    </Modal>
  )
}

function Hint() {
  const { search } = useShellTexts()
  return (
    <Text size="xs" c="dimmed" mt="sm">
      {search.hint}
    </Text>
  )
}

/** Where transactions are looked for, with the mark of test or live: what is found shows money. */
function SearchedPoint() {
  const { search } = useShellTexts()
  const point = useCurrentPoint()
  const { side } = usePerson()
  if (side === 'operator' || !point) return null
  return (
    <Text component="div" size="sm" my="xs">
      {search.inPoint} {point.name} <EnvironmentBadge environment={point.environment} />
    </Text>
  )
}

/** The dialog is gone at once when it closes, so that nobody else gives the focus back to where it was. */
function useFocusAsBefore(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}

interface ChoiceListProps {
  id: string
  choices: readonly Choice[]
  chosen: Choice | undefined
  onOpen: (choice: Choice) => void
}

function ChoiceList({ id, choices, chosen, onOpen }: ChoiceListProps) {
  const { search } = useShellTexts()
  return (
    <div id={id} role="listbox" aria-label={search.pages} className={classes['list']}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above, which moves the choice
        <div
          key={choice.key}
          id={`${id}-${choice.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice === chosen}
          className={classes['choice']}
          onClick={() => onOpen(choice)}
        >
          {choice.label}
        </div>
      ))}
    </div>
  )
}

/** Typing asks the server once it pauses. */
const pauseMs = 250

/** Fewer characters are the beginning of everything. */
const askedLengthMin = 3

/** What of the point, for an operator of all points, the text may mean: names, ids, documents and amounts. */
function useTransactions(asked: string): Choice[] {
  const navigate = useNavigate()
  const language = useLanguage()
  const { status } = useStatusTexts()
  const isOperator = usePerson().side === 'operator'
  const pointId = useCurrentPoint()?.id
  const isAsked = (isOperator || pointId !== undefined) && asked.length >= askedLengthMin
  const found = useRead<LookupData | Page<OperatorTransactionData>>(
    isOperator ? '/console/operator/transactions/search' : pointPath(pointId ?? '', '/transactions/lookup'),
    { query: isOperator ? { text: asked, limit: '10' } : { q: asked }, enabled: isAsked },
  )
  if (!isAsked || !found.data || found.isPlaceholderData) return []
  const pages = isOperator ? '/operator/transactions' : `/p/${pointId}/payments`
  return found.data.items.map((item) => ({
    key: item.transaction_id,
    label: [
      item.reference,
      ...('merchant' in item ? [item.merchant.name] : item.party_name ? [item.party_name] : []),
      formatAmountWithCode(item.amount, item.currency, { language }),
      status[item.status],
    ].join(' · '),
    open: () => void navigate({ to: `${pages}/${item.transaction_id}` }),
  }))
}

/** Pages first: they are there at once, and nothing that comes later moves them. */
function useChoices(text: string, transactions: readonly Choice[]): Choice[] {
  const { search } = useShellTexts()
  const navigate = useNavigate()
  const { side } = usePerson()
  const pointId = useCurrentPoint()?.id
  const pages = useNavGroups().flatMap((group) => group.pages)
  const isOperator = side === 'operator'
  const list = isOperator ? '/operator/transactions' : pointId && `/p/${pointId}/payments`
  const found = pages
    // By the word of its address too: who knew a page by another name finds it.
    .filter(({ to, label }) => [label, to.split('/').at(-1) ?? ''].some((name) => plain(name).includes(plain(text))))
    .map((page) => ({ key: page.to, label: page.label, open: () => void navigate({ to: page.to }) }))
  if (text === '' || !list) return [...found, ...transactions]
  const find = () => void navigate({ to: list, search: isOperator ? { text } : { search: text } })
  return [...found, ...transactions, { key: 'find', label: search.find(text), open: find }]
}

/** Without case and accents, as people type in a hurry. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
