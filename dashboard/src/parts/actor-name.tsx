import type { ActorData } from '../../../gateway/src/core/web/contract/words.ts'
import { useShellTexts } from '../texts/all-shell.ts'

/** Who made something: a person by name, a key by its name. */
export function ActorName({ maker }: { maker: ActorData }) {
  const { makers } = useShellTexts()
  if (maker.kind === 'point') return <span>{makers.point}</span>
  return <span>{makers[maker.kind](maker.name)}</span>
}
