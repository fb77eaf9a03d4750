/** The style of the documentation pages. */
export const docsStyle = `
:root{color-scheme:light dark;--page:#fff;--ink:#131a2a;--soft:#4c566b;--line:#d8deea;--accent:#1d4ed8;--tint:#f3f5f9}
@media (prefers-color-scheme:dark){:root{--page:#0c111d;--ink:#eef2fb;--soft:#b3bdd2;--line:#313b52;--accent:#8fb4ff;--tint:#161d2e}}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
p{max-width:42rem}
a{color:var(--accent)}
ul{padding-left:1.2rem}
li{margin:.4rem 0}
code,pre{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--tint);border-radius:.3rem}
code{padding:.1rem .3rem}
pre{padding:1rem;overflow-x:auto}
pre code{padding:0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-size:.875rem}
tr:target{background:var(--tint)}
td small{display:block;color:var(--soft)}
td:last-child{overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:1rem;margin-bottom:1rem}
`
