/** The one style sheet of the bank's pages: no font, image or script from anywhere; light and dark; from 320 px up. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #eef1f6; --sheet: #fff; --ink: #16202e; --soft: #566377; --line: #dbe1ea;
  --brand: #0b5f6b; --brand-ink: #fff; --good: #12693f; --good-ground: #e4f5eb; --bad: #a3252b; --bad-ground: #fdecec;
  --wait: #74500a; --wait-ground: #fdf3dc; --ribbon: #f2b632; --ribbon-ink: #2b2002; --shadow: 0 12px 32px #1b2a4414 }
@media (prefers-color-scheme: dark) { :root { --ground: #0d131b; --sheet: #161f2b; --ink: #e9eef5; --soft: #9fadc0;
  --line: #2a3747; --brand: #5cc6d2; --brand-ink: #06262b; --good: #7fdba6; --good-ground: #12301f; --bad: #ff9d9d;
  --bad-ground: #3a1a1d; --wait: #f3cd7e; --wait-ground: #35290f; --shadow: none } }
* { box-sizing: border-box; margin: 0 }
body { font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; background: var(--ground); color: var(--ink);
  min-height: 100vh }
.ribbon { background: var(--ribbon); color: var(--ribbon-ink); text-align: center; font-size: .8125rem; font-weight: 600;
  letter-spacing: .02em; padding: .375rem 1rem }
main { max-width: 27rem; margin: 0 auto; padding: 1rem }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow);
  padding: 1.25rem; overflow-wrap: anywhere }
.top { display: flex; align-items: center; gap: .625rem; font-weight: 600 }
.top svg { width: 2rem; height: 2rem; flex: none; color: var(--brand) }
.top .side { margin-left: auto; color: var(--soft); font-size: .875rem; font-weight: 500 }
nav { display: flex; margin-left: auto }
nav a { display: grid; place-items: center; min-width: 2.25rem; min-height: 2.25rem; border-radius: .5rem;
  color: var(--soft); font-size: .8125rem; font-weight: 600; text-decoration: none }
nav a[aria-current] { background: var(--ground); color: var(--brand) }
h1 { font-size: 1.25rem; line-height: 1.3; margin-top: 1.25rem }
h1 + p, .lead { color: var(--soft); margin-top: .25rem }
.amount { font-size: clamp(1.75rem, 9vw, 2.5rem); font-weight: 700; line-height: 1.15; letter-spacing: -.02em;
  margin: 1.25rem 0 .25rem; font-variant-numeric: tabular-nums }
.amount small { font-size: .45em; font-weight: 600; color: var(--soft); letter-spacing: .04em; margin-right: .375rem }
dl { border-top: 1px solid var(--line); margin: 1.25rem 0 }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line);
  font-size: .9375rem }
dt { color: var(--soft); flex: none }
dd { text-align: right; font-weight: 500; font-variant-numeric: tabular-nums }
.state { display: flex; gap: .75rem; align-items: center; border-radius: .75rem; padding: .75rem 1rem; margin-top: 1.25rem;
  background: var(--wait-ground); color: var(--wait) }
.state svg { width: 1.75rem; height: 1.75rem; flex: none }
.state strong { display: block; line-height: 1.3 }
.state span { font-size: .875rem }
.state.good { background: var(--good-ground); color: var(--good) }
.state.bad { background: var(--bad-ground); color: var(--bad) }
form, .actions { display: grid; gap: .625rem; grid-template-columns: 1fr 1fr }
button, .button { font: inherit; font-weight: 600; min-height: 3rem; padding: .5rem .75rem; border-radius: .75rem;
  border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; text-align: center;
  text-decoration: none; display: grid; place-content: center }
button small { display: block; font-weight: 400; font-size: .8125rem; color: var(--soft) }
.main { background: var(--brand); border-color: var(--brand); color: var(--brand-ink) }
.wide { grid-column: 1 / -1 }
.danger { color: var(--bad) }
button:hover:not(:disabled), .button:hover { filter: brightness(1.06); border-color: var(--brand) }
button:disabled { color: var(--soft); border-style: dashed; cursor: not-allowed }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
a { color: var(--brand) }
a.main { color: var(--brand-ink) }
details { margin-top: 1.25rem; font-size: .9375rem; color: var(--soft) }
summary { cursor: pointer; color: var(--ink); font-weight: 500; padding: .25rem 0 }
details ul { padding-left: 1.25rem; margin-top: .25rem }
footer { text-align: center; color: var(--soft); font-size: .8125rem; padding: 1rem 0 }
@media (min-width: 40rem) { main { padding-top: 3rem } .sheet { padding: 2rem } }
`
