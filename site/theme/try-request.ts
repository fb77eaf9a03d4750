import { computed, defineComponent, h, ref } from 'vue'
import type { TriableOperation } from '../src/reference-pages.ts'
import { isTestKey, jsonOrText, requestUrl } from './trial.ts'

/** In memory only: a reload forgets the key. All forms of the open page share it. */
const key = ref('')

/** A form that sends the request of an operation to the gateway that serves this page. It takes test keys only. */
export const tryRequest = defineComponent({
  name: 'TryRequest',
  props: { id: { type: String, required: true } },
  setup: ({ id }) => {
    const operation = ref<TriableOperation>()
    const values = ref<Record<string, string>>({})
    const body = ref('')
    const answer = ref('')
    const isBusy = ref(false)
    const fault = computed(() =>
      key.value === '' || isTestKey(key.value) ? '' : 'This form takes test keys only: pas_test_…',
    )
    const load = async () => {
      if (operation.value !== undefined) return
      const { default: operations } = await import('@operations')
      operation.value = operations[id]
      body.value = operation.value?.body ?? ''
    }
    const send = async (event: Event) => {
      event.preventDefault()
      if (operation.value === undefined || !isTestKey(key.value)) return
      isBusy.value = true
      answer.value = await answerOf(operation.value, { key: key.value, values: values.value, body: body.value })
      isBusy.value = false
    }
    const fields = ({ path, query }: TriableOperation) =>
      [...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name), ...query].map((name) =>
        labelled(`${id}-${name}`, name, (attributes) =>
          h('input', {
            ...attributes,
            type: 'text',
            autocomplete: 'off',
            value: values.value[name] ?? '',
            onInput: (event: Event) => {
              values.value[name] = textOf(event)
            },
          }),
        ),
      )
    const form = (given: TriableOperation) =>
      h('form', { class: 'trial', onSubmit: (event: Event) => void send(event) }, [
        labelled(`${id}-key`, 'Test key', (attributes) =>
          h('input', {
            ...attributes,
            type: 'password',
            autocomplete: 'off',
            placeholder: 'pas_test_…',
            value: key.value,
            onInput: (event: Event) => {
              key.value = textOf(event).trim()
            },
          }),
        ),
        fault.value === '' ? undefined : h('p', { class: 'trial-fault', role: 'alert' }, fault.value),
        ...fields(given),
        given.body === undefined
          ? undefined
          : labelled(`${id}-body`, 'Body', (attributes) =>
              h('textarea', {
                ...attributes,
                rows: 8,
                spellcheck: 'false',
                value: body.value,
                onInput: (event: Event) => {
                  body.value = textOf(event)
                },
              }),
            ),
        h(
          'button',
          { type: 'submit', disabled: isBusy.value || !isTestKey(key.value) },
          isBusy.value ? 'Sending …' : 'Send',
        ),
        h('p', { class: 'trial-note' }, 'The key stays in the memory of this page.'),
        h(
          'div',
          { role: 'status' },
          answer.value === '' ? [] : [h('pre', { class: 'trial-answer', tabindex: 0 }, answer.value)],
        ),
      ])
    return () =>
      h('details', { class: 'try', onToggle: () => void load() }, [
        h('summary', 'Try it'),
        operation.value === undefined ? undefined : form(operation.value),
      ])
  },
})

async function answerOf(
  operation: TriableOperation,
  given: { key: string; values: Readonly<Record<string, string>>; body: string },
): Promise<string> {
  try {
    const response = await fetch(requestUrl(operation, given.values), {
      method: operation.method,
      headers: {
        authorization: `Bearer ${given.key}`,
        ...(operation.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(operation.body !== undefined && { body: given.body }),
      credentials: 'omit',
    })
    return `${response.status} ${response.statusText}\n\n${jsonOrText(await response.text())}`
  } catch (error) {
    return `No answer: ${error instanceof Error ? error.message : String(error)}`
  }
}

function labelled(id: string, label: string, field: (attributes: { id: string }) => ReturnType<typeof h>) {
  return h('p', { class: 'trial-field' }, [h('label', { class: 'trial-label', for: id }, label), field({ id })])
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLTextAreaElement).value
}
