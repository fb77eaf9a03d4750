import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Typing asks the server once it pauses. */
const pauseMs = 300

/**
 * The text of a field whose value stands in the address: told when typing pauses. What comes back from there replaces
 * the text only where it is not what was told, so that nothing typed meanwhile is lost. `tell` returns what the address
 * holds now.
 */
export function usePausedText(value: string, tell: (text: string) => string): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tellLater = useDebouncedCallback((typed: string) => {
    told.current = tell(typed.trim())
  }, pauseMs)
  // The address may change under the field: back, a link, "clear filters".
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    tellLater.cancel()
    setText(value)
  }, [value, tellLater])
  const type = (typed: string) => {
    setText(typed)
    tellLater(typed)
  }
  return [text, type]
}
