import { Button, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../app/formats.ts'
import { useLanguage } from '../app/languages.ts'
import { useShellTexts } from '../texts/all-shell.ts'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Longer texts are folded: a page stays a page. */
const foldedLines = 24

/** Text as it is, in monospace: a command, a body, a log line. `name` says what, for the copy button. */
export function CodeBlock({ code, name }: { code: string; name: string }) {
  const { parts } = useShellTexts()
  const [isOpen, setIsOpen] = useState(false)
  const lines = code.split('\n')
  const isLong = lines.length > foldedLines
  return (
    <div className={classes['block']}>
      <div className={classes['copy']}>
        <CopyButton value={code} name={name} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keyboard */}
      <section className={classes['code']} tabIndex={0} aria-label={name}>
        <pre>{isLong && !isOpen ? `${lines.slice(0, foldedLines).join('\n')}\n…` : code}</pre>
      </section>
      {isLong && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? parts.collapse : parts.expand}
        </Button>
      )}
    </div>
  )
}

/** JSON, indented; anything that is no JSON stays as it is. */
export function JsonView({ value, name }: { value: unknown; name: string }) {
  return <CodeBlock code={typeof value === 'string' ? indented(value) : JSON.stringify(value, null, 2)} name={name} />
}

/** A body as text and byte by byte, for signatures that do not match. `text` is what was sent, in UTF-8. */
export function BytesView({ text, name }: { text: string; name: string }) {
  const { parts } = useShellTexts()
  const language = useLanguage()
  const [view, setView] = useState('text')
  const bytes = new TextEncoder().encode(text)
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={name}
          value={view}
          onChange={setView}
          data={[
            { value: 'text', label: parts.asText },
            { value: 'bytes', label: parts.asBytes },
          ]}
        />
        <span className={classes['size']}>{parts.bytes(formatCount(bytes.length, language))}</span>
      </Group>
      <CodeBlock code={view === 'text' ? text : hexLines(bytes)} name={name} />
    </div>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const bytesPerLine = 16

/** Offset, bytes, and the characters that can be shown. */
function hexLines(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += bytesPerLine) {
    const part = [...bytes.slice(at, at + bytesPerLine)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const shown = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(bytesPerLine * 3 - 1)}  ${shown}`)
  }
  return lines.join('\n')
}
