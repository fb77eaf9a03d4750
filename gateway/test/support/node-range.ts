/** Whether a Node version is in a range of alternatives such as `^20.19.0 || >=22.12.0`. */
export function runsOn(range: string, version: readonly number[]): boolean {
  return range.split('||').some((alternative) => {
    const lowest = partsOf(alternative)
    const differs = lowest.findIndex((part, at) => part !== version[at])
    if ((version[differs] ?? 0) < (lowest[differs] ?? 0)) return false
    return alternative.includes('>') || lowest[0] === version[0]
  })
}

/** Major, minor and patch, zeros where nothing or anything stands. */
export function partsOf(version: string): [number, number, number] {
  const [, major, minor, patch] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)]
}
