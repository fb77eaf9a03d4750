import type { Database } from '../../src/platform/database/database.ts'

/**
 * The database of a process that stops once, before its first transaction (`begin`) or before the first statement of that
 * name in one, while something else happens.
 */
export function pausing(database: Database, before: string, meanwhile: () => Promise<void>): Database {
  let isOver = false
  const pause = async (name: unknown) => {
    if (isOver || name !== before) return
    isOver = true
    await meanwhile()
  }
  const connect = async () => {
    await pause('begin')
    const client = await database.engine.connect()
    const query = async (...given: Parameters<typeof client.query>) => {
      const [statement] = given as unknown[]
      if (isNamed(statement)) await pause(statement.name)
      return await client.query(...given)
    }
    return overridden(client, { query })
  }
  return { ...database, engine: overridden(database.engine, { connect }) }
}

function isNamed(statement: unknown): statement is { name: string } {
  return typeof statement === 'object' && statement !== null && 'name' in statement
}

/** The object with some of its methods replaced. */
export function overridden<T extends object>(target: T, own: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
