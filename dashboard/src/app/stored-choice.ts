import { useSyncExternalStore } from 'react'

/** A choice that this browser keeps, such as the language: shared by everything on the page, saved in localStorage. */
export interface StoredChoice<Value extends string> {
  read(): Value | undefined
  /** Undefined forgets it. */
  write(value: Value | undefined): void
  subscribe(listener: () => void): () => void
}

/**
 * `isValid` refuses what an older or a tampered page left behind. `scope: 'tab'`: each tab keeps its own choice, and a new
 * tab begins with the one that was made last in any.
 */
export function storedChoice<Value extends string>(
  name: string,
  isValid: (text: string) => text is Value,
  { scope = 'browser' }: { scope?: 'browser' | 'tab' } = {},
): StoredChoice<Value> {
  const key = `pasarela.${name}`
  const kinds: readonly StorageKind[] = scope === 'tab' ? ['sessionStorage', 'localStorage'] : ['localStorage']
  const listeners = new Set<() => void>()
  return {
    read() {
      return kinds.map((kind) => readStorage(kind, key)).find((text) => text !== undefined && isValid(text)) as
        | Value
        | undefined
    },
    write(value) {
      for (const kind of kinds) writeStorage(kind, key, value)
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

type StorageKind = 'localStorage' | 'sessionStorage'

/** A browser may refuse storage altogether: then nothing is remembered, and all else works. */
function readStorage(kind: StorageKind, key: string): string | undefined {
  try {
    return globalThis[kind].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function writeStorage(kind: StorageKind, key: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, value)
  } catch {
    // Nothing is remembered then.
  }
}
