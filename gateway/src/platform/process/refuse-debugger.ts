import inspector from 'node:inspector'

/*
 * Node opens its inspector on SIGUSR1: whoever may send a signal could then read keys and card numbers out of the memory. A
 * listener takes the signal's place on every version; `--disable-sigusr1` exists on newer ones only. This module is the
 * first import of each entry. A signal that came while the other files were being read has opened the inspector already,
 * so it is closed here, unless the operator asked for it.
 */
process.on('SIGUSR1', () => {
  process.stderr.write('SIGUSR1 is ignored: this process opens no debugger.\n')
})
const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
if (inspector.url() !== undefined && !/--inspect(-brk|-wait)?(=|\s|$)/.test(options)) inspector.close()
