import { type BrandColours, brandedBackgrounds, type SchemeColours } from '../merchants/rules/brand-colours.ts'

/**
 * The style of all payer pages: no web font, no image but the shop's logo, both colour schemes with a contrast of at least 4.5:1. One
 * column on a phone. From 60rem on the amount and the steps are left of what the payer copies or scans.
 */
export const pageStyle = `
:root{color-scheme:light dark;--page:#f4f6fa;--card:#fff;--ink:#141b2d;--soft:#4d586e;--line:#dde3ee;--field:#7b879d;--accent:#1f4fd1;--on-accent:#fff;--good:#0b6b3a;--good-tint:#e3f4ea;--bad:#a61b1b;--bad-tint:#fdeaea;--calm:#46536b;--calm-tint:#e9edf4;--tint:#eef3ff;--test:#713c00;--test-tint:#ffe9c7;--shade:0 1px 2px rgba(16,28,56,.05),0 6px 20px rgba(16,28,56,.05)}
@media (prefers-color-scheme:dark){:root{--page:#0c111c;--card:#151c2b;--ink:#edf1fa;--soft:#b1bcd1;--line:#2b354a;--field:#77849d;--accent:#93b6ff;--on-accent:#0b1530;--good:#73e2a6;--good-tint:#12321f;--bad:#ff9f9f;--bad-tint:#3b1a1d;--calm:#c2cce0;--calm-tint:#232d42;--tint:#1a2440;--test:#ffd79a;--test-tint:#38290f;--shade:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
p,h1,h2,dl,dd,ol{margin:0}
.ribbon{padding:.5rem 1rem;background:var(--test-tint);color:var(--test);text-align:center;font-size:.875rem}
.ribbon strong{letter-spacing:.08em;border:1px solid currentColor;border-radius:.3rem;padding:.05rem .4rem;margin-right:.35rem;font-size:.8125rem}
.top,main,.foot{max-width:33rem;margin:0 auto;padding:0 1rem}
.top{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-top:1rem;padding-bottom:1rem}
.shop{display:flex;align-items:center;gap:.625rem;font-weight:600;min-width:0;overflow-wrap:anywhere;line-height:1.3}
.shop>:last-child{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.mark{flex:none;display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:.625rem;background:var(--accent);color:var(--on-accent);font-weight:700}
.logo{flex:none;width:auto;height:2.75rem;max-width:min(9rem,26vw);object-fit:contain;padding:.25rem;border-radius:.625rem;background:#fff}
.languages{display:flex;flex:none;margin-left:auto;border:1px solid var(--line);border-radius:.625rem;background:var(--card);padding:.125rem}
.languages a{display:grid;place-items:center;min-width:2.25rem;min-height:2.25rem;border-radius:.5rem;color:var(--soft);font-size:.8125rem;font-weight:600;letter-spacing:.03em;text-decoration:none}
.languages a:hover{color:var(--accent)}
.languages a[aria-current]{background:var(--tint);color:var(--accent)}
.parts{display:grid;gap:1rem}.side{display:contents}.parts>.steps{order:1}.reference{order:2}.after{order:3}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;box-shadow:var(--shade);min-width:0}
h1{font-size:1rem;font-weight:500;color:var(--soft)}
h2{font-size:1.0625rem;line-height:1.35;font-weight:650;margin-bottom:.75rem}
.amount{font-size:clamp(2rem,10vw,2.75rem);font-weight:700;line-height:1.15;margin:.125rem 0 .375rem;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.amount span{white-space:nowrap}
.amount small{font-size:1rem;font-weight:600;color:var(--soft);letter-spacing:.04em;white-space:nowrap}
.soft{color:var(--soft)}
.notice{margin-top:1rem;padding:.75rem .875rem;border-radius:.75rem;background:var(--tint)}
.until{display:grid;gap:.5rem 1rem;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));margin-top:1rem;padding:.75rem .875rem;border-radius:.75rem;background:var(--tint)}
.until span{display:block;color:var(--soft);font-size:.875rem}
.until strong{font-weight:650;font-variant-numeric:tabular-nums}
ol{padding:0;list-style:none;counter-reset:step}
li{counter-increment:step;display:flex;gap:.75rem}
li+li{margin-top:.75rem}
li::before{content:counter(step);flex:none;display:grid;place-items:center;width:1.625rem;height:1.625rem;border-radius:50%;background:var(--tint);color:var(--accent);font-size:.875rem;font-weight:700}
.row{padding:.75rem 0;border-top:1px solid var(--line)}
.row:first-child{border-top:0;padding-top:0}
.row:last-child{padding-bottom:0}
dt{color:var(--soft);font-size:.875rem}
dd{font-weight:600;overflow-wrap:anywhere;display:flex;align-items:center;justify-content:space-between;gap:.75rem}
.digits{font-variant-numeric:tabular-nums;font-size:1.125rem;overflow-wrap:normal}
.digits span{white-space:nowrap;margin-right:.4em}
.row button{flex:none;padding:.375rem .875rem}
button,.button{font:inherit;font-weight:600;color:var(--accent);background:transparent;border:1.5px solid var(--accent);border-radius:.75rem;padding:.5rem 1rem;min-height:2.75rem;cursor:pointer;text-align:center;text-decoration:none;display:inline-flex;align-items:center;justify-content:center}
button:hover,.button:hover{background:var(--tint)}
.button,.main{background:var(--fill,var(--accent));color:var(--on-fill,var(--on-accent))}
.button:hover,.main:hover{background:var(--fill,var(--accent));text-decoration:underline}
.copy-amount{margin:.25rem 0 .625rem}.why{font-weight:600;margin-bottom:.25rem}
.wide{width:100%;margin-top:1rem}
.quiet,.quiet:hover{background:transparent;color:var(--accent)}
.row button,.pix button{min-width:5.75rem}
label{display:block;font-weight:600;margin:1rem 0 .375rem}
input,select{font:inherit;color:inherit;background:var(--card);border:1.5px solid var(--field);border-radius:.75rem;padding:.5rem .75rem;min-height:2.75rem;width:100%}
.fault{color:var(--bad);font-weight:600;margin-top:.25rem}[aria-invalid]{border-color:var(--bad)}
summary{cursor:pointer;font-weight:600;border-radius:.375rem}
details p:first-of-type{margin-top:.75rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.code{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;background:var(--tint);border-radius:.75rem;padding:.75rem;user-select:all}
.qr{background:#fff;border-radius:.75rem;margin:1.25rem auto 0;width:min(100%,18rem);border:1px solid var(--line);overflow:hidden}
.qr svg{display:block;width:100%;height:auto}
.pix+dl{margin-top:1.25rem;padding-top:1rem;border-top:1px solid var(--line)}
.live{display:flex;gap:.625rem;align-items:baseline;color:var(--soft);font-size:.9375rem}
.live::before{content:"";flex:none;width:.5rem;height:.5rem;border-radius:50%;background:var(--good);animation:breathe 2s ease-in-out infinite}
.after .wide{margin-top:.875rem}
.state{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;color:var(--ink);font-weight:700;letter-spacing:-.01em;overflow-wrap:anywhere}
.result .amount{margin:1rem 0 0;font-size:2rem}
.sign{display:grid;place-items:center;width:3.5rem;height:3.5rem;border-radius:50%;margin-bottom:1rem;background:var(--calm-tint);color:var(--calm)}
.sign svg{width:1.75rem;height:1.75rem}
.sign.good{background:var(--good-tint);color:var(--good)}
.sign.bad{background:var(--bad-tint);color:var(--bad)}
.spinner{width:2.75rem;height:2.75rem;border-radius:50%;border:.3rem solid var(--line);border-top-color:var(--accent);margin-bottom:1rem;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes breathe{50%{opacity:.35}}
@media (prefers-reduced-motion:reduce){.spinner,.live::before{animation:none}}
.receipt{text-align:left;margin-top:1.25rem}
.receipt .row{padding:.5rem 0}
.receipt-buttons{margin-top:1rem}
.foot{color:var(--soft);font-size:.8125rem;padding-top:1.25rem;padding-bottom:3rem;overflow-wrap:anywhere}
.foot p+p{margin-top:.125rem}
.branded .band{background:var(--band);margin-bottom:1rem}.branded .shop{color:var(--on-band)}.branded .mark{background:var(--card);color:var(--accent)}.branded .band :focus-visible{outline-color:var(--on-band)}
@media (min-width:60rem){
.branded .top{padding-top:1rem;padding-bottom:1rem}.branded .band{margin-bottom:1.5rem}
.top{padding-top:1.5rem;padding-bottom:1.5rem}
.duo .top,.duo main,.duo .foot{max-width:64rem}
.duo .parts{grid-template-columns:23rem minmax(0,1fr);grid-template-rows:auto auto 1fr;gap:1.25rem}
.duo .sum,.duo .steps,.duo .after{grid-column:1}
.duo .pay,.duo .side,.duo .reference{grid-column:2}.duo .side{display:grid;grid-row:1/span 3;gap:1.25rem;align-content:start}.duo .side>*{grid-area:auto!important}
.duo .pay{grid-row:1/span 2}
.duo .sum{grid-row:1}.duo .steps{grid-row:2}.duo .after{grid-row:3}
.duo .reference{grid-row:3;align-self:start}
.card{padding:1.5rem}
.duo .amount{font-size:2.375rem}
.pix{display:grid;grid-template-columns:18rem minmax(0,1fr);grid-template-rows:auto auto 1fr;column-gap:1.5rem}
.pix .qr{grid-column:1;grid-row:1/span 3;margin:0;width:18rem;height:max-content}
.pix .code,.pix button{grid-column:2}
}
/* Whatever the window: a figure keeps its line. */
.parts .amount.medium{font-size:1.875rem}.parts .amount.small{font-size:1.5rem}
@media print{.ribbon,.languages,button,.after,.reference{display:none!important}.card{box-shadow:none}}
`

/** The colours of a shop in place of the usual ones. They come from `brandColours`, never from a request. */
export function brandStyle({ light, dark }: BrandColours): string {
  return `:root{${variables('light', light)}}@media (prefers-color-scheme:dark){:root{${variables('dark', dark)}}}\n`
}

function variables(scheme: 'light' | 'dark', { band, onBand, fill, onFill, accent }: SchemeColours): string {
  const { tint } = brandedBackgrounds[scheme]
  return `--band:${band};--on-band:${onBand};--fill:${fill};--on-fill:${onFill};--accent:${accent};--tint:${tint}`
}
