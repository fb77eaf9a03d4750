import { useEffect, useState } from 'react'
import { loadCode } from './load-code.ts'

/**
 * A part of the page that is loaded when it is first wanted; undefined until then. Where it cannot be loaded, `onFailed`
 * gets the error, and the part is loaded anew when it is wanted again. `load` and `onFailed` keep their identity.
 */
export function useCode<Code>(
  load: () => Promise<Code>,
  { isWanted, onFailed }: { isWanted: boolean; onFailed: (error: unknown) => void },
): Code | undefined {
  const [code, setCode] = useState<Code>()
  const isMissing = isWanted && code === undefined
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    void loadCode(load).then(
      (loaded) => {
        if (!isGone) setCode(() => loaded)
      },
      (error) => {
        if (!isGone) onFailed(error)
      },
    )
    return () => {
      isGone = true
    }
  }, [isMissing, load, onFailed])
  return code
}
