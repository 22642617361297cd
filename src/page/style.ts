/**
 * The style sheet of the web pages: light or dark as the viewer prefers, with a single column that
 * also fits a phone.
 */
export const style = `
:root { color-scheme: light dark; --ink: #1c2330; --quiet: #566072; --paper: #fff; --raised: #f4f6f9;
  --line: #d8dee8; --accent: #0b5c9e; --on-accent: #fff; --warn: #8a4b00; --warn-paper: #fff4e0; --bad: #a3142b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf1; --quiet: #9aa5b8; --paper: #12161d;
  --raised: #1b212b; --line: #2f3846; --accent: #6cb6f5; --on-accent: #12161d; --warn: #ffd08a; --warn-paper: #33260f; --bad: #ff8c9c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1.2rem; padding: .8rem 0 .5rem; }
.bar nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; flex: 1; }
.home { font-weight: 700; font-size: 1.15rem; color: var(--ink); text-decoration: none; }
h1 { font-size: 1.35rem; margin: 1rem 0 .6rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
p { margin: .5rem 0; } a { color: var(--accent); }
code, pre { font: .875em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
.code { position: relative; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .75rem;
  overflow-x: auto; margin: .5rem 0; }
.copy { position: absolute; top: .4rem; right: .4rem; width: auto; padding: .15rem .6rem; font-size: .8rem; }
.quiet { color: var(--quiet); font-size: .875rem; } .note { background: var(--warn-paper); color: var(--warn);
  padding: .45rem .8rem; border-radius: 6px; margin: .6rem 0; font-size: .9rem; }
.scroll { overflow: auto; max-height: 75vh; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; line-height: 1.35; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { background: var(--raised); white-space: nowrap; position: sticky; top: 0; font-weight: 600; }
td { max-width: 26rem; } td:first-child { white-space: nowrap; } td.short, .day { white-space: nowrap; }
td.long, td:has(.clamp) { white-space: normal; } td.long { min-width: 16rem; } tr:last-child td { border-bottom: 0; }
.clamp { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden;
  overflow-wrap: break-word; cursor: pointer; min-width: 12rem; }
.clamp:focus, .clamp:focus-within { -webkit-line-clamp: none; display: block; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0 .8rem; }
summary { cursor: pointer; padding: .45rem 0; } details[open] { padding-bottom: .6rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0; }
dt { font-family: ui-monospace, monospace; font-size: .875em; } dd { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 2rem; } .facts dt { font: inherit; font-size: .8rem; color: var(--quiet); }
.facts dd { color: var(--ink); font-weight: 600; }
.badge { font-size: .75rem; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .5rem;
  color: var(--quiet); white-space: nowrap; }
form { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .6rem; align-items: end; }
form.search { grid-template-columns: 1fr auto; } form.key { grid-template-columns: minmax(0, 24rem) auto; justify-content: start; }
.bar form { display: block; }
label { display: block; font-size: .8rem; color: var(--quiet); } .check input { width: auto; }
input, select, button { width: 100%; min-width: 0; font: inherit; padding: .45rem .6rem; border-radius: 6px;
  border: 1px solid var(--line); background: var(--paper); color: var(--ink); }
button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); cursor: pointer; }
button.plain { background: none; color: var(--accent); border-color: var(--line); padding: .2rem .6rem; font-size: .85rem; }
button:disabled { opacity: .45; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#parameters { display: contents; } #answer { margin-top: 1rem; }
.bad { color: var(--bad); } .wide { grid-column: 1 / -1; }
.pager { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .6rem 0; } .pager button { width: auto; }
iframe { display: block; width: 100%; height: 24rem; border: 0; margin: .6rem 0; }
figure { margin: .6rem 0; } svg { width: 100%; max-width: 48rem; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: var(--quiet); } svg circle { fill: var(--accent); }
.axis { stroke: var(--line); stroke-width: 2; } .cash { stroke: var(--accent); stroke-width: 8; opacity: .35; stroke-linecap: round; }
@media (max-width: 480px) { .bar nav { flex-basis: 100%; font-size: .9rem; } .source { white-space: nowrap; }
  .near table { font-size: .72rem; } .near :is(th, td) { padding: .3rem .18rem; }
  .near td:first-child { white-space: normal; width: 4.5rem; } .near .year { display: none; } }
footer { max-width: 72rem; margin: 3rem auto 2rem; padding: 0 1rem; color: var(--quiet); font-size: .875rem; }
`;
