import { useSyncExternalStore } from 'react'

/** A choice that this browser keeps, such as the language: shared by everything on the page, saved in localStorage. */
export interface StoredChoice<Value extends string> {
  read(): Value | undefined
  /** Undefined forgets it. */
  write(value: Value | undefined): void
  subscribe(listener: () => void): () => void
}

/** `isValid` refuses what an older or a tampered page left behind. */
export function storedChoice<Value extends string>(
  name: string,
  isValid: (text: string) => text is Value,
): StoredChoice<Value> {
  const key = `pasarela.${name}`
  const listeners = new Set<() => void>()
  return {
    read() {
      const text = readStorage(key)
      return text !== undefined && isValid(text) ? text : undefined
    },
    write(value) {
      writeStorage(key, value)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStoredChoice<Value extends string>(choice: StoredChoice<Value>): Value | undefined {
  return useSyncExternalStore(choice.subscribe, choice.read)
}

/** A browser may refuse storage altogether: then nothing is remembered, and all else works. */
function readStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function writeStorage(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Nothing is remembered then.
  }
}
