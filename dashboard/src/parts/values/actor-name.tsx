import type { ActorData } from '../../../../gateway/src/core/web/contract/words.ts'
import { useShellTexts } from '../../texts/all-shell.ts'

/** Who made something: a person by name, a key by its name. */
export function ActorName({ maker }: { maker: ActorData }) {
  const { makers } = useShellTexts()
  if (maker.kind === 'point') return <span>{makers.point}</span>
  return <span>{makers[maker.kind](maker.name)}</span>
}

/** The actor of an audit entry. Programs are named in the viewer's language; people, keys and machines by their own name. */
export function Actor({ name }: { name: string }) {
  return <span title={name}>{useActorWord()(name)}</span>
}

/** The same within a sentence. */
export function useActorWord(): (name: string) => string {
  const { makers } = useShellTexts()
  return (name) => {
    const user = /^operator cli \(system user (.+)\)$/.exec(name)?.[1]
    if (user !== undefined) return makers.commandLine(user)
    const key = /^api key (\S+)$/.exec(name)?.[1]
    return key === undefined ? (makers.actors[name] ?? name) : makers.key(key)
  }
}
