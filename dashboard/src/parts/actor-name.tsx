import type { ActorData } from '../../../gateway/src/core/web/contract/words.ts'
import { useShellTexts } from '../texts/all-shell.ts'

/** Who made something: a person by name, a key by its name. */
export function ActorName({ maker }: { maker: ActorData }) {
  const { makers } = useShellTexts()
  if (maker.kind === 'point') return <span>{makers.point}</span>
  return <span>{makers[maker.kind](maker.name)}</span>
}

/** The actor of an audit entry. Programs are named in the viewer's language; people, keys and machines by their own name. */
export function Actor({ name }: { name: string }) {
  const { makers } = useShellTexts()
  const user = /^operator cli \(system user (.+)\)$/.exec(name)?.[1]
  return <span title={name}>{user === undefined ? (makers.actors[name] ?? name) : makers.commandLine(user)}</span>
}
