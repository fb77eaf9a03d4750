import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ApiError } from './api-error.ts'
import { browserMs } from './clock.ts'

/** Code that has not come after this long does not come; the connection may be dead without saying so. */
const loadTimeoutMs = 20_000

/** How long the gateway may take to answer before the page is loaded anew. */
const answerTimeoutMs = 10_000

/** A second failure within this time is no outdated page: it is shown instead. */
const reloadAgainAfterMs = 60_000

const noteKey = 'pasarela.reloaded'

/** The gateway answers, but a part of the page could not be loaded: the page is older than the gateway. */
export class CodeNotLoaded extends Error {
  override readonly name = 'CodeNotLoaded'
}

/**
 * Loads a part of the page. Throws `ApiError` with code `network` where the gateway does not answer, else `CodeNotLoaded`.
 * Nothing is loaded anew here: a link that is only pointed at is loaded ahead, and must not lose what somebody types.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await withTimeout(load())
  } catch (error) {
    if (!(await isGatewayThere())) throw new ApiError({ code: 'network', message: 'no answer', httpStatus: 0 })
    throw new CodeNotLoaded('a part of the page could not be loaded', { cause: error })
  }
}

/**
 * A page whose code is loaded when it is first shown: `lazyPage(() => import('./team-page.tsx'), 'TeamPage')`. Where that
 * fails, the error page stands in its place; the router's own way is to load everything anew, from a gateway that is away.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazyRouteComponent(() => loadCode(load), name)
}

/** Loads the page anew once the gateway answers at this address; false where it does not: then nothing happens. */
export async function reloadWhenAnswered(): Promise<boolean> {
  if (!(await isGatewayThere())) return false
  location.reload()
  return true
}

/** Loads a page that is older than the gateway anew, once; false where that was just done, or the gateway is away. */
export async function reloadOutdated(): Promise<boolean> {
  const last = Number(readNote() ?? 0)
  if (browserMs() - last < reloadAgainAfterMs) return false
  writeNote(String(browserMs()))
  return await reloadWhenAnswered()
}

/** Opens another page of the gateway by loading it; false where the gateway does not answer. */
export async function openWhenAnswered(path: string): Promise<boolean> {
  if (!(await isGatewayThere(path))) return false
  location.assign(path)
  return true
}

/** Whether the gateway gives the page that a browser would load. Nothing of the app leads to the browser's own error page. */
async function isGatewayThere(path: string = location.href): Promise<boolean> {
  try {
    const answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(answerTimeoutMs) })
    return answer.ok
  } catch {
    return false
  }
}

async function withTimeout<Code>(loading: Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the code took too long')), loadTimeoutMs)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}

function readNote(): string | null {
  try {
    return sessionStorage.getItem(noteKey)
  } catch {
    return null
  }
}

function writeNote(text: string): void {
  try {
    sessionStorage.setItem(noteKey, text)
  } catch {
    // Nothing is remembered then: the page is loaded anew more often.
  }
}
