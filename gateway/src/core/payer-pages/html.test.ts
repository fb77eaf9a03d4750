import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, trustedHtml } from './html.ts'

describe('a piece of a page', () => {
  it('escapes values in texts and attributes', () => {
    const evil = `"><script>alert('x')</script>&`
    assert.equal(
      html`<a title="${evil}">${evil}</a>`.text,
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
    )
  })

  it('does not escape its own pieces again, and omits absent values', () => {
    const items = ['a<', 'b'].map((text) => html`<li>${text}</li>`)
    assert.equal(
      html`<ul>${items}</ul>${null}${undefined}${false}${0}${trustedHtml('<hr>')}`.text,
      '<ul><li>a&lt;</li><li>b</li></ul>0<hr>',
    )
  })
})
