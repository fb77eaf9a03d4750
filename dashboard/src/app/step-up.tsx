import { useSyncExternalStore } from 'react'
import { notifyError } from './notify.ts'
import { useCode } from './use-code.ts'

interface Asked {
  answered: Promise<boolean>
  answer(provedToBeThere: boolean): void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Opens the dialog; true where the person proved to be there. Requests that ask meanwhile share its answer. */
export function askForStepUp(): Promise<boolean> {
  if (!asked) {
    const { promise, resolve } = withResolver()
    asked = {
      answered: promise,
      answer(proved) {
        asked = undefined
        tellListeners()
        resolve(proved)
      },
    }
    tellListeners()
  }
  return asked.answered
}

const loadModal = () => import('./step-up-modal.tsx')

/** Without the dialog nobody can prove anything: what asked fails as if the person had closed it, and a toast says why. */
function withoutDialog(error: unknown): void {
  asked?.answer(false)
  notifyError(error)
}

/** The dialog for what only somebody may do who proved to be there within five minutes. */
export function StepUpDialog() {
  const current = useSyncExternalStore(subscribe, () => asked)
  const code = useCode(loadModal, { isWanted: current !== undefined, onFailed: withoutDialog })
  return code ? <code.StepUpModal onAnswer={current?.answer} /> : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function withResolver(): { promise: Promise<boolean>; resolve: (value: boolean) => void } {
  let resolve: (value: boolean) => void = () => undefined
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
