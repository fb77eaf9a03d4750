/** The form on the page of a payment link, as its payer has it. */
export interface LinkForm {
  text: string
  /** The address to which it is sent. */
  action: string
  nonce: string
}

export async function openForm(url: string, language = 'en'): Promise<LinkForm> {
  const page = await fetch(url, { headers: { 'accept-language': language } })
  const text = (await page.text()).replaceAll('\u00a0', ' ')
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? ''
  return { text, action: new URL(action, url).href, nonce: fieldOf(text, 'nonce') }
}

/** The value of a field of a page. */
export function fieldOf(text: string, name: string): string {
  const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(text)?.[0] ?? ''
  return / value="([^"]*)"/.exec(input)?.[1] ?? ''
}

/** Sends the form as a browser without script. `location` is empty where the answer is a page. */
export async function sendForm(
  { action, nonce, text }: LinkForm,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const language = /<html lang="(..)"/.exec(text)?.[1] ?? 'en'
  const answer = await fetch(action, {
    ...{ method: 'POST', redirect: 'manual', headers: { 'accept-language': language, ...headers } },
    body: new URLSearchParams({ nonce, ...fields }),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}
