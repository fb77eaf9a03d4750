import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** In the data folder. */
export const demoFileName = 'demo.json'

/** What a new user needs to make the first payment on the demo point. Test suites of clients read it too. */
export interface DemoFile {
  /** The gateway's address without a trailing slash. */
  baseUrl: string
  apiKey: string
  authPointId: string
  authApiToken: string
  webhookSecret: string
  settingsKey: string
  docsUrl: string
  dashboardUrl: string
  /** People who can sign in to the dashboard. Undefined if a point is live: then a file must not grant access. */
  people: DemoFilePeople | undefined
  /** Of the second point, whose payers deposit to an own account. Undefined without one. */
  ownAccountKey?: string | undefined
}

interface SignIn {
  email: string
  password: string
}

/** A merchant's owner and a colleague; an operator's admin and a second operator. */
export interface DemoFilePeople {
  owner: SignIn
  operations: SignIn
  admin: SignIn
  operator: SignIn
}

const signIn = z.object({ email: z.string(), password: z.string() })

const shape = z.object({
  base_url: z.string(),
  api_key: z.string(),
  auth_point_id: z.string(),
  auth_api_token: z.string(),
  webhook_secret: z.string(),
  settings_key: z.string(),
  docs_url: z.string(),
  dashboard_url: z.string().optional(),
  own_account_key: z.string().optional(),
  people: z.object({ owner: signIn, operations: signIn, admin: signIn, operator: signIn }).optional(),
})

/** Writes the file atomically, readable by its owner only (mode 0600). */
export function writeDemoFile(path: string, facts: DemoFile): void {
  const content: z.output<typeof shape> = {
    base_url: facts.baseUrl,
    api_key: facts.apiKey,
    auth_point_id: facts.authPointId,
    auth_api_token: facts.authApiToken,
    webhook_secret: facts.webhookSecret,
    settings_key: facts.settingsKey,
    docs_url: facts.docsUrl,
    dashboard_url: facts.dashboardUrl,
    ...(facts.ownAccountKey ? { own_account_key: facts.ownAccountKey } : {}),
    ...(facts.people ? { people: facts.people } : {}),
  }
  const draft = `${path}.${process.pid}`
  // A draft that a dead process left could have another mode.
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, path)
}

/**
 * Reads the file of an earlier start. Undefined if the file is missing or damaged; the caller then writes a new one.
 */
export function readDemoFile(path: string): DemoFile | undefined {
  try {
    const content = shape.parse(JSON.parse(readFileSync(path, 'utf8')))
    return {
      baseUrl: content.base_url,
      apiKey: content.api_key,
      authPointId: content.auth_point_id,
      authApiToken: content.auth_api_token,
      webhookSecret: content.webhook_secret,
      settingsKey: content.settings_key,
      docsUrl: content.docs_url,
      dashboardUrl: content.dashboard_url ?? '',
      people: content.people,
      ...(content.own_account_key ? { ownAccountKey: content.own_account_key } : {}),
    }
  } catch {
    return undefined
  }
}
