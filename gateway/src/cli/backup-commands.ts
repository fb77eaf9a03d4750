import { access, chmod, readFile, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Config } from '../boot/config.ts'
import { ConfigError } from '../boot/config-error.ts'
import { lockDataFolder } from '../boot/data-folder-lock.ts'
import { backUpEmbeddedPostgres } from '../boot/embedded-postgres/backup.ts'
import { copyFileOnto, type Manifest } from '../boot/embedded-postgres/backup-files.ts'
import { restoreEmbeddedPostgres } from '../boot/embedded-postgres/restore.ts'
import { present } from '../lib/assert.ts'
import { settleRestored } from '../operations/settle-restored.ts'
import { attach } from './attach.ts'
import { type Command, cliActor, type Surroundings, UsageError } from './command.ts'

const backupCommand: Command = {
  name: 'backup',
  summary: 'Copy the embedded database to a folder, while the gateway works. The master key goes elsewhere.',
  options: {
    to: { value: 'FOLDER', help: 'a new folder, on another disk', required: true },
    'master-key-to': { value: 'FILE', help: 'also copy the master key, to a place apart from the backup' },
  },
  run: async ({ config, say }, values) => {
    refuseForeignDatabase(config)
    const folder = resolve(present(values['to'], 'to'))
    const keyCopy = values['master-key-to']
    if (keyCopy !== undefined && isInside(folder, keyCopy)) {
      throw new UsageError('--master-key-to must not lie in the backup: who has both has every secret')
    }
    const attached = await attach(config, say)
    try {
      if (keyCopy !== undefined) await copyKey(keyPath(config), resolve(keyCopy))
      const backup = await backUpEmbeddedPostgres(config.dataDir, folder)
      return {
        facts: {
          folder: backup.folder,
          ended_at: backup.endedAt,
          files: String(backup.files),
          bytes: String(backup.bytes),
          manifest_sha256: backup.manifestSha256,
          master_key: keyCopy && resolve(keyCopy),
        },
        notes:
          keyCopy === undefined ? ['Without its master key no backup can be used: keep a copy of it elsewhere.'] : [],
      }
    } finally {
      await attached.detach()
    }
  },
}

const restoreCommand: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty data folder, and make it ready to start.',
  options: {
    from: { value: 'FOLDER', help: 'what "pasarela backup" made', required: true },
    'master-key': {
      value: 'FILE',
      help: 'its master key, where the data folder has none and MASTER_KEY_FILE is not set',
    },
  },
  run: async (surroundings, values) => {
    const { config } = surroundings
    refuseForeignDatabase(config)
    const given = values['master-key']
    if (given === undefined && !(await isThere(keyPath(config)))) {
      throw new UsageError('--master-key is missing: without the key of this backup its secrets stay closed')
    }
    const lock = await lockDataFolder(config.dataDir)
    let manifest: Manifest
    try {
      // The key first: a wrong one must not leave a database behind that looks ready to start.
      if (given !== undefined) await copyKey(resolve(given), keyPath(config))
      manifest = await restoreEmbeddedPostgres(config.dataDir, resolve(present(values['from'], 'from')))
    } finally {
      await lock.release()
    }
    try {
      return await settled(surroundings, { ended_at: manifest.endedAt, files: String(manifest.files.length) })
    } catch (error) {
      throw new Error(
        `The files are restored, but not safe to start on yet: ${error instanceof Error ? error.message : String(error)} ` +
          'Mend that and run "pasarela after-restore" before any gateway starts.',
        { cause: error },
      )
    }
  },
}

const afterRestoreCommand: Command = {
  name: 'after-restore',
  summary: 'Once, after your own PostgreSQL came back from a backup and before a gateway starts on it.',
  options: {},
  run: async (surroundings) => await settled(surroundings, {}),
}

export const backupCommands: readonly Command[] = [backupCommand, restoreCommand, afterRestoreCommand]

async function settled({ withDeps }: Surroundings, facts: Record<string, string>) {
  const done = await withDeps(async (deps) => await settleRestored(deps, cliActor))
  return {
    facts: {
      ...facts,
      order_numbers_from: String(done.orderNumber),
      orders_asked_for: String(done.asked),
      approvals_ended: String(done.approvalsEnded),
      invitations_revoked: String(done.invitationsRevoked),
      sessions_ended: String(done.sessionsEnded),
    },
    notes: [
      'What happened after the backup is not in it. Before merchants are let in: compare the payouts of your banks since then',
      'with what the gateway knows, revoke again the keys and people that were revoked since, and run "pasarela verify" (docs/operations.md).',
    ],
  }
}

function refuseForeignDatabase({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return
  throw new ConfigError([
    'DATABASE_URL is set: this command is for the embedded database. Use pg_basebackup and an archive of the log (docs/operations.md).',
  ])
}

function keyPath(config: Config): string {
  return config.masterKeyFile ?? join(config.dataDir, 'master.key')
}

/** Never over another key: that one may be the only copy of what opens somebody's secrets. */
async function copyKey(from: string, to: string): Promise<void> {
  if (await isThere(to)) {
    if ((await readFile(to, 'utf8')) === (await readFile(from, 'utf8'))) return
    throw new UsageError(`${to} holds another key, and is not overwritten`)
  }
  const draft = `${to}.new`
  await rm(draft, { force: true })
  if ((await copyFileOnto(from, draft)) === undefined) throw new UsageError(`${from} does not exist`)
  await chmod(draft, 0o400)
  await rename(draft, to)
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

function isInside(folder: string, path: string): boolean {
  return !relative(folder, resolve(path)).startsWith('..')
}
