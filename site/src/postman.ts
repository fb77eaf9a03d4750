import { bodyOf, type OpenApi, operationsOf, type PlacedOperation } from './open-api.ts'

/** A collection in Postman's format 2.1, one folder for each tag. Address and key are variables of the collection. */
export function postmanCollection(document: OpenApi): unknown {
  const all = operationsOf(document.paths).filter(({ path }) => path.startsWith('/api/v1/'))
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: all.filter(({ tags }) => tags?.[0] === name).map(itemOf),
  }))
  return {
    info: {
      name: `Pasarela ${document.info.version}`,
      description:
        'Set the variable key to a test key (pas_test_…). The variable url is the gateway that gave this file.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8420' },
      { key: 'key', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  }
}

function itemOf(operation: PlacedOperation): unknown {
  const { method, path, summary, description, parameters = [] } = operation
  const body = bodyOf(operation)
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const query = parameters.filter((each) => each.in === 'query')
  return {
    name: summary,
    request: {
      method,
      description,
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{url}}/${segments.join('/')}`,
        host: ['{{url}}'],
        path: segments,
        query: query.map(({ name, description: about, required }) => ({
          key: name,
          value: '',
          description: about,
          disabled: !required,
        })),
        variable: parameters.filter((each) => each.in === 'path').map(({ name }) => ({ key: name, value: '' })),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body.example ?? {}, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
}
