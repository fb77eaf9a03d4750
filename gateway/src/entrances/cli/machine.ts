import { userInfo } from 'node:os'

/** Who acts at the machine, for the audit log: `operator cli (system user ana)`. */
export function machineActor(): string {
  return `operator cli (system user ${systemUser()})`
}

/** The operating system's name of whoever runs the command; behind `sudo`, who called it. */
function systemUser(): string {
  const sudo = process.env['SUDO_USER']
  const name = nameOfUser()
  return sudo && sudo !== name ? `${sudo} as ${name}` : name
}

/** A container may run under a number that has no name. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
