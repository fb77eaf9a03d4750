import { cellFacts, routerMap } from '../cells/cell-facts.ts'
import { checkCells } from '../cells/check-cells.ts'
import { type Command, UsageError } from './command.ts'

const mapCommand: Command = {
  name: 'router map',
  summary: 'Print the ids of points and keys that do not tell their cell, as a map file of HAProxy.',
  options: {},
  run: async ({ withDeps }) => ({ facts: await withDeps(routerMap) }),
}

const factsCommand: Command = {
  name: 'cell facts',
  summary: 'Print hashes, keyed by CELLS_KEY, of what must stand in one cell only: accounts, points and keys.',
  options: {},
  run: async ({ config, withDeps }) => ({
    facts: await withDeps(async (deps) => await cellFacts(deps, config.cellsKey)),
  }),
}

const checkCommand: Command = {
  name: 'cell check',
  summary: 'Compare what cell facts printed in each cell, and name what stands in two cells; then the exit code is 1.',
  argument: { value: 'FILE', help: 'the outputs of cell facts, one of each cell', isList: true },
  options: {},
  run: async (_surroundings, _values, files) => {
    const checked = checkCells(files)
    if ('faults' in checked) throw new UsageError(checked.faults.join('\n'))
    const { cells, shared } = checked
    return await Promise.resolve({
      facts: Object.fromEntries(shared.map(({ name, last, cells: of }) => [name, `${last} in cells ${of.join(', ')}`])),
      json: shared,
      notes: [`${cells} cells were compared: ${shared.length} hashes stand in two of them or more.`],
      exitCode: shared.length > 0 ? 1 : 0,
    })
  },
}

export const cellCommands: readonly Command[] = [mapCommand, factsCommand, checkCommand]
