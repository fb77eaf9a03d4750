import { fence } from './html-text.ts'
import { bodyOf, type PlacedOperation } from './open-api.ts'

export interface SampleRequest {
  readonly method: string
  /** Path and query, from the address of the gateway. */
  readonly path: string
  readonly body?: unknown
  /** Sent with an API key. */
  readonly isKeyed: boolean
}

/** Whether a merchant's program calls an operation. Payers' pages and notifications of providers have no samples. */
export function hasSamples({ method, path, security = [] }: PlacedOperation): boolean {
  return security.length > 0 || (method === 'GET' && !path.includes('{'))
}

/** The request that the samples of an operation show. What only the reader knows is in capitals. */
export function sampleOf(operation: PlacedOperation): SampleRequest {
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
  const search = query
    .map(({ name, schema }) => `${name}=${String(schema?.example ?? schema?.enum?.[0] ?? 'VALUE')}`)
    .join('&')
  const path = operation.path
    .replace('/deliveries/{id}', '/deliveries/DELIVERY_ID')
    .replace('/payment-links/{id}', '/payment-links/PAYMENT_LINK_ID')
    .replace('/withdrawals/{id}', '/withdrawals/WITHDRAWAL_ID')
    .replace('{id}', 'TRANSACTION_ID')
    .replace('/statements/{currency}', '/statements/ARS?month=2026-01')
    .replace('{currency}', 'ARS')
  const { example } = bodyOf(operation) ?? {}
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    ...(example !== undefined && { body: example }),
    isKeyed: (operation.security ?? []).length > 0,
  }
}

/** The same request in four languages, as tabs. `PASARELA_URL` and `PASARELA_KEY` come from the environment. */
export function codeSamples(request: SampleRequest): string {
  return [
    '::: code-group',
    fence('sh', curlSample(request), 'curl'),
    fence('js', nodeSample(request), 'Node'),
    fence('py', pythonSample(request), 'Python'),
    fence('php', phpSample(request), 'PHP'),
    ':::',
  ].join('\n\n')
}

/** For a POSIX shell. */
export function curlSample({ method, path, body, isKeyed }: SampleRequest): string {
  const lines = [
    `curl -sS ${method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `}"$PASARELA_URL${path}"`,
  ]
  if (isKeyed) lines.push(`-H "Authorization: Bearer $PASARELA_KEY"`)
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`)
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`)
  }
  return lines.join(' \\\n  ')
}

function nodeSample({ method, path, body, isKeyed }: SampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(isKeyed || body !== undefined ? ['  headers: {'] : []),
    ...(isKeyed ? ['    Authorization: `Bearer ${process.env.PASARELA_KEY}`,'] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    ...(isKeyed || body !== undefined ? ['  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const response = await fetch(\`\${process.env.PASARELA_URL}${path}\`${given})\nconsole.log(response.status, await response.text())`
}

function indented(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

function pythonSample({ method, path, body, isKeyed }: SampleRequest): string {
  const headers = [
    ...(isKeyed ? ['"Authorization": "Bearer " + os.environ["PASARELA_KEY"]'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  return [
    body === undefined ? 'import os, urllib.error, urllib.request' : 'import json, os, urllib.error, urllib.request',
    '',
    ...(body === undefined ? [] : [`body = ${pythonValue(body)}`]),
    'request = urllib.request.Request(',
    `    os.environ["PASARELA_URL"] + "${path}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ')',
    'try:',
    '    print(urllib.request.urlopen(request).read().decode())',
    'except urllib.error.HTTPError as refusal:',
    '    print(refusal.code, refusal.read().decode())',
  ].join('\n')
}

function pythonValue(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map((each) => pythonValue(each, indent)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, each]) => `${indent}    "${name}": ${pythonValue(each, `${indent}    `)},`,
  )
  return entries.length === 0 ? '{}' : `{\n${entries.join('\n')}\n${indent}}`
}

function phpSample({ method, path, body, isKeyed }: SampleRequest): string {
  const headers = [
    ...(isKeyed ? ["'Authorization: Bearer ' . getenv('PASARELA_KEY')"] : []),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
  ]
  return [
    '<?php',
    ...(body === undefined ? [] : [`$body = ${phpValue(body)};`]),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(headers.length === 0 ? [] : [`    'header' => [${headers.join(', ')}],`]),
    ...(body === undefined ? [] : ["    'content' => json_encode($body),"]),
    "    'ignore_errors' => true,",
    ']]);',
    `echo file_get_contents(getenv('PASARELA_URL') . '${path}', false, $context);`,
  ].join('\n')
}

function phpValue(value: unknown, indent = ''): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return JSON.stringify(value)
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map((each) => phpValue(each, indent)).join(', ')}]`
  const entries = Object.entries(value as object).map(
    ([name, each]) => `${indent}    '${name}' => ${phpValue(each, `${indent}    `)},`,
  )
  return entries.length === 0 ? '(object) []' : `[\n${entries.join('\n')}\n${indent}]`
}
