import { readFileSync } from 'node:fs'

const sampleEveryMs = 200

/** Resident memory of a process, in megabytes (10^6 bytes). */
export interface Memory {
  peakMb: number
  lastMb: number
}

/** Looks at a process's resident memory until it is stopped. The peak is the kernel's own where it tells one. */
export function sampleMemory(pid: number): { stop(): Memory } {
  const memory: Memory = { peakMb: 0, lastMb: 0 }
  const look = () => {
    const status = readStatus(pid)
    memory.lastMb = megabytes(bytesOf(status, 'VmRSS')) ?? memory.lastMb
    memory.peakMb = Math.max(memory.peakMb, memory.lastMb, megabytes(bytesOf(status, 'VmHWM')) ?? 0)
  }
  look()
  const timer = setInterval(look, sampleEveryMs)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return memory
    },
  }
}

/** Resident memory of a process now, in bytes; 0 where the system tells none. */
export function rssBytes(pid: number): number {
  return bytesOf(readStatus(pid), 'VmRSS') ?? 0
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // No such file beyond Linux, or none any more: what was seen so far stands.
    return ''
  }
}

function bytesOf(status: string, name: string): number | undefined {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
}

function megabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1e6
}
