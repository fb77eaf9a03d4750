import inspector from 'node:inspector'

/*
 * Node opens its inspector on SIGUSR1. A user who may send signals could then read keys and card numbers from memory. A
 * listener replaces that default on every Node version; `--disable-sigusr1` exists only on newer ones. Each entry
 * imports this module first. A signal during the start may have opened the inspector already, so this module closes it,
 * unless the operator enabled it.
 */
process.on('SIGUSR1', () => {
  process.stderr.write('SIGUSR1 is ignored: this process opens no debugger.\n')
})
const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
if (inspector.url() !== undefined && !/--inspect(-brk|-wait)?(=|\s|$)/.test(options)) inspector.close()
