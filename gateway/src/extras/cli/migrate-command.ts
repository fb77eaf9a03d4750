import { migrate } from '../../core/platform/database/migrate.ts'
import type { Command } from './command.ts'
import { withDatabase } from './deps.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "Bring the database's schema to this version; for deployments with MIGRATE=off.",
  options: {},
  run: async ({ config, say }) => {
    const version = await withDatabase(config, say, async (database) => await migrate(database.owner, say))
    return { facts: { schema_version: String(version) } }
  },
}
