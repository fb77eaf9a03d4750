import { userInfo } from 'node:os'

/** Actor for the audit log: `operator cli (system user ana)`. */
export function machineActor(): string {
  return `operator cli (system user ${systemUser()})`
}

/** The operating system's user who runs the command; with `sudo`, the user who called it. */
function systemUser(): string {
  const sudo = process.env['SUDO_USER']
  const name = nameOfUser()
  return sudo && sudo !== name ? `${sudo} as ${name}` : name
}

/** In a container the user id may have no name. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
