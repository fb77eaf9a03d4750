import { readFileSync, writeFileSync } from 'node:fs'
import type { Adapter, Call } from './adapters/adapter.ts'
import { pasarela } from './adapters/pasarela.ts'
import { allChecks } from './checks/all-checks.ts'
import type { DemoFile } from './demo-file.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { reportAsJson } from './report/as-json.ts'
import { reportAsJunit } from './report/as-junit.ts'
import { reportAsText } from './report/as-text.ts'
import { allRules } from './rules/all-rules.ts'
import type { Rule } from './rules/rule.ts'
import type { Need } from './run/check.ts'
import { send } from './run/exchange.ts'
import { runChecks } from './run/run-checks.ts'
import type { Subject } from './run/subject.ts'

export interface Terminal {
  out(line: string): void
  err(line: string): void
  signal: AbortSignal
  demo?: DemoFile
}

/** Runs the command; the exit code: 0 no rule failed, 1 a rule failed, 2 the tool could not run. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(args, terminal.demo ?? {})
    if (options === 'help') {
      terminal.out(usage)
      return 0
    }
    return await check(options, terminal)
  } catch (error) {
    terminal.err(error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function check(options: Options, terminal: Terminal): Promise<number> {
  const rules = rulesOf(options.only)
  const receiver = await receiverOf(options)
  const subject = await subjectOf(options, receiver, terminal.signal).catch(async (error: unknown) => {
    await receiver?.close()
    throw error
  })
  try {
    const prepared = await subject.adapter?.prepare()
    const refusal = prepared?.refusal
    const missing = (need: Need) =>
      need === 'receiver' && refusal !== undefined ? refusal : missingNeed(need, { options, subject })
    const callbacksMustCome = subject.paysItself || prepared?.sendsCallbacks === true
    const { signal } = terminal
    const results = await runChecks({ rules, checks: allChecks, subject, missing, callbacksMustCome, signal })
    const secrets = [options.key ?? '', options.settingsKey ?? '', options.apiToken ?? ''].filter(isSecret)
    const safe = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '(hidden)'), text)
    for (const line of reportAsText(results, options.url)) terminal.out(safe(line))
    if (options.junit !== undefined) writeFileSync(options.junit, safe(reportAsJunit(results)))
    if (options.json !== undefined) writeFileSync(options.json, safe(reportAsJson(results, options.url)))
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } finally {
    await subject.adapter
      ?.restore()
      .catch((error: unknown) => terminal.err(`The settings were not put back: ${String(error)}`))
    await receiver?.close()
  }
}

/** Shorter texts are made up, and hiding them would cut words. */
function isSecret(text: string): boolean {
  return text.length >= 8
}

function rulesOf(only: readonly string[]): readonly Rule[] {
  if (only.length === 0) return allRules
  const isMeant = (rule: Rule, id: string) => rule.id === id || rule.id.startsWith(`${id}-`)
  const unknown = only.filter((id) => !allRules.some((rule) => isMeant(rule, id)))
  if (unknown.length > 0) throw new Error(`There is no rule ${unknown.join(', ')}.`)
  return allRules.filter((rule) => only.some((id) => isMeant(rule, id)))
}

/** Only with the point's credentials can callbacks be checked. */
async function receiverOf(options: Options): Promise<Receiver | undefined> {
  const { pointId, apiToken, receiverCert, receiverKey, receiverPort: port } = options
  if (pointId === undefined || apiToken === undefined) return undefined
  const isTls = receiverCert !== undefined && receiverKey !== undefined
  const tls = isTls ? { cert: readFileSync(receiverCert, 'utf8'), key: readFileSync(receiverKey, 'utf8') } : undefined
  return await startReceiver({ port, tls })
}

async function subjectOf(options: Options, receiver: Receiver | undefined, signal: AbortSignal): Promise<Subject> {
  const { url: baseUrl, headers, pointId, apiToken, callbackWaitMs, paysItself } = options
  const common = { 'content-type': 'application/json', accept: 'application/json' }
  const made = new Map<string, Promise<unknown>>()
  const call: Call = async (method, path, { body, key } = {}) => {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const all = { ...common, ...headers, ...authorization }
    return await send({ url: `${baseUrl}${path}`, method, headers: all, body: textOf(body), signal })
  }
  // No answer at all is no failed rule: the tool cannot run.
  await call('GET', '/').catch((error: Error) => {
    throw new Error(`${baseUrl} does not answer: ${error.cause instanceof Error ? error.cause.message : error.message}`)
  })
  return {
    baseUrl,
    send: async (path, body, { raw, headers: added } = {}) => {
      const text = raw ?? textOf(body)
      const merged = Object.entries({ ...common, ...headers, ...added }).filter(([, value]) => value !== '')
      const all = Object.fromEntries(text === '' ? merged.filter(([name]) => name !== 'content-type') : merged)
      return await send({
        url: `${baseUrl}${path}`,
        method: text === '' ? 'GET' : 'POST',
        headers: all,
        body: text,
        signal,
      })
    },
    adapter: adapterOf(options, { call, receiver }),
    receiver,
    credentials: pointId === undefined || apiToken === undefined ? undefined : { pointId, apiToken },
    callbackWaitMs,
    paysItself,
    once: async <T>(key: string, make: () => Promise<T>) => {
      const before = made.get(key)
      if (before !== undefined) return (await before) as T
      const promise = make()
      made.set(key, promise)
      return await promise
    },
  }
}

function textOf(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body)
}

function adapterOf(
  options: Options,
  { call, receiver }: { call: Call; receiver: Receiver | undefined },
): Adapter | undefined {
  const { setup, settingsKey, receiverUrl, receiverCert } = options
  if (setup === undefined) return undefined
  if (setup !== 'pasarela') throw new Error(`There is no adapter ${setup}; there is pasarela.`)
  const own = `${receiverCert === undefined ? 'http' : 'https'}://127.0.0.1:${receiver?.port}/callbacks`
  const url = receiverUrl?.replace('{port}', String(receiver?.port))
  return pasarela({ call, settingsKey, receiverUrl: receiver === undefined ? undefined : (url ?? own) })
}

function missingNeed(need: Need, { options, subject }: { options: Options; subject: Subject }): string | undefined {
  switch (need) {
    case 'receiver':
      return subject.receiver === undefined ? 'callbacks need --point-id and --api-token' : undefined
    case 'adapter':
      return subject.adapter === undefined
        ? 'the specification gives no means to make it happen: needs --setup'
        : undefined
    case 'settings':
      return options.settingsKey === undefined ? 'needs --settings-key of an adapter' : undefined
    case 'decisions':
      return options.decisions ? undefined : 'the specification leaves it open: needs --decisions'
  }
}
