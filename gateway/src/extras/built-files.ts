import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A year, the longest time that caches use. A changed file has another name. */
export const immutable = 'public, max-age=31536000, immutable'

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  tgz: 'application/gzip',
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export interface BuiltFile {
  contentType: string
  plain: Buffer
  /** By the name of the content encoding. */
  compressed: ReadonlyMap<string, Buffer>
  /** A weak entity tag: the same for every encoding of the file (RFC 9110, section 8.8.1). */
  tag: string
}

/**
 * The files below a folder with one of these endings, by their path from it. They are read once, so a request reads no
 * disk and cannot name other files.
 */
export function readBuiltFiles(folder: string, endings: readonly string[]): ReadonlyMap<string, BuiltFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, BuiltFile>()
  for (const path of paths) {
    const ending = path.split('.').at(-1) ?? ''
    const contentType = contentTypes[ending]
    if (contentType === undefined || !endings.includes(ending)) continue
    const compressed = new Map<string, Buffer>()
    for (const [encoding, suffix] of encodings) {
      if (existsSync(path + suffix)) compressed.set(encoding, readFileSync(path + suffix))
    }
    const plain = readFileSync(path)
    const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    files.set(relative(folder, path).split(sep).join('/'), { contentType, plain, compressed, tag })
  }
  return files
}

/** Sends a file in a compression that the client accepts; 304 where the client has it. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const encoding = encodings.map(([name]) => name).find((name) => accepted.has(name) && file.compressed.has(name))
  reply.headers({ vary: 'accept-encoding', etag: file.tag }).type(file.contentType)
  if (namesTag(request.headers['if-none-match'], file.tag)) return reply.code(304).send()
  if (encoding === undefined) return reply.send(file.plain)
  return reply.header('content-encoding', encoding).send(file.compressed.get(encoding))
}

/** A list of tags, as a client keeps them of several answers (RFC 9110, section 13.1.2). */
function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((each) => each.trim() === tag)
}

/** The encodings that a client accepts. Weight 0 refuses an encoding (RFC 9110, section 12.5.3). */
function acceptedEncodings(header: string | undefined): ReadonlySet<string> {
  const entries = (header ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  return new Set(entries.filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry)).map((entry) => entry.split(';')[0] ?? ''))
}
