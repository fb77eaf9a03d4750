/** The look of every payer page: no web font, no picture, both colour schemes with AA contrast. */
export const pageStyle = `
:root{color-scheme:light dark;--page:#f3f5f9;--card:#fff;--ink:#131a2a;--soft:#4c566b;--line:#d8deea;--accent:#1d4ed8;--on-accent:#fff;--good:#0b6b3a;--bad:#a61b1b;--tint:#eef3ff;--test:#7a4100;--test-tint:#ffe9c7}
@media (prefers-color-scheme:dark){:root{--page:#0c111d;--card:#161d2e;--ink:#eef2fb;--soft:#b3bdd2;--line:#313b52;--accent:#8fb4ff;--on-accent:#0b1530;--good:#6fe0a3;--bad:#ff9c9c;--tint:#1b2743;--test:#ffd79a;--test-tint:#3a2a10}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
main{max-width:32rem;margin:0 auto;padding:1rem 1rem 3rem}
.ribbon{margin:0;padding:.5rem 1rem;background:var(--test-tint);color:var(--test);text-align:center;font-size:.9rem}
.ribbon strong{letter-spacing:.08em;border:1px solid currentColor;border-radius:.3rem;padding:.05rem .4rem;margin-right:.35rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;margin-top:1rem;box-shadow:0 1px 2px rgba(10,20,50,.06)}
h1{font-size:1rem;font-weight:600;margin:0;color:var(--soft);overflow-wrap:anywhere}
h2{font-size:1rem;margin:0 0 .75rem}
.amount{font-size:clamp(2rem,9vw,2.75rem);font-weight:700;line-height:1.15;margin:.25rem 0;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amount small{font-size:.45em;font-weight:600;color:var(--soft);letter-spacing:.03em}
.soft{color:var(--soft);margin:.25rem 0}
.after{margin-top:1rem}
.notice{margin:.75rem 0 0;padding:.6rem .8rem;border-radius:.6rem;background:var(--tint)}
.state{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;color:var(--ink);font-weight:700}
.good{color:var(--good)}.bad{color:var(--bad)}
.sign{display:block;width:3rem;height:3rem;margin:0 0 .75rem}
ol{margin:0;padding:0 0 0 1.4rem}
li{margin:.35rem 0}
dl{margin:0}
.row{padding:.55rem 0;border-top:1px solid var(--line)}
.row:first-child{border-top:0;padding-top:0}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;min-height:2rem;font-weight:600;overflow-wrap:anywhere;display:flex;align-items:center;justify-content:space-between;gap:.75rem}
.digits{font-variant-numeric:tabular-nums;font-size:1.1rem}
.digits span+span{margin-left:.4em}
.row button{flex:none;min-height:2.5rem;padding:.35rem .8rem}
button,.button{font:inherit;font-weight:600;color:var(--accent);background:transparent;border:1.5px solid var(--accent);border-radius:.6rem;padding:.5rem .9rem;min-height:2.75rem;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center}
label{display:block;font-weight:600;margin:.6rem 0 .3rem}
input{font:inherit;color:inherit;background:transparent;border:1.5px solid var(--line);border-radius:.6rem;padding:.5rem .7rem;min-height:2.75rem;width:100%;margin:0 0 .7rem}
.button,.main{background:var(--accent);color:var(--on-accent)}
.wide{width:100%;margin-top:1rem}
.quiet{background:transparent;color:var(--accent)}
button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.code{font:.85rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;background:var(--tint);border-radius:.6rem;padding:.75rem;margin:.25rem 0 0;user-select:all}
.qr{background:#fff;border-radius:.75rem;padding:.5rem;margin:1rem auto 0;width:min(100%,17rem);border:1px solid var(--line)}
.qr svg{display:block;width:100%;height:auto}
.spinner{width:2.5rem;height:2.5rem;border-radius:50%;border:.3rem solid var(--line);border-top-color:var(--accent);margin:0 0 .75rem;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.spinner{animation:none}}
.foot{color:var(--soft);font-size:.875rem;margin-top:1.25rem;overflow-wrap:anywhere}
.foot p{margin:.15rem 0}
`
