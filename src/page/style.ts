/** Light and dark by the reader's setting; one column, so that a phone needs nothing else. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2330; --quiet: #5a6475; --paper: #fff; --raised: #f4f6f9;
  --line: #d8dee8; --accent: #0b62a8; --warn: #8a4b00; --warn-paper: #fff4e0; --bad: #a3142b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf1; --quiet: #9aa5b8; --paper: #12161d;
  --raised: #1b212b; --line: #2f3846; --accent: #6cb6f5; --warn: #ffd08a; --warn-paper: #33260f; --bad: #ff8c9c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 66rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; } a { color: var(--accent); }
code, pre { font: .875em/1.45 ui-monospace, monospace; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .75rem;
  overflow-x: auto; margin: .5rem 0; }
.quiet { color: var(--quiet); } .note { background: var(--warn-paper); color: var(--warn);
  padding: .6rem .8rem; border-radius: 6px; margin: 1rem 0; }
.scroll { overflow: auto; max-height: 75vh; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { background: var(--raised); white-space: nowrap; position: sticky; top: 0; }
td { max-width: 26rem; overflow-wrap: break-word; } td.short { white-space: nowrap; } td.long { min-width: 20rem; } tr:last-child td { border-bottom: 0; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .8rem; }
summary { cursor: pointer; padding: .6rem 0; } details[open] { padding-bottom: .8rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0; }
dt { font-family: ui-monospace, monospace; font-size: .875em; } dd { margin: 0; color: var(--quiet); }
.badge { font-size: .75rem; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .5rem;
  color: var(--quiet); white-space: nowrap; }
form { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .6rem; align-items: end; }
label { display: block; font-size: .8rem; color: var(--quiet); }
input, select, button { width: 100%; font: inherit; padding: .45rem .6rem; border-radius: 6px;
  border: 1px solid var(--line); background: var(--paper); color: var(--ink); }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#parameters { display: contents; } #answer { margin-top: 1rem; min-height: 3rem; }
.bad { color: var(--bad); } .wide { grid-column: 1 / -1; }
.pager { display: flex; gap: .6rem; align-items: center; margin: .6rem 0; } .pager button { width: auto; }
footer { max-width: 66rem; margin: 3rem auto 2rem; padding: 0 1rem; color: var(--quiet); font-size: .875rem; }
`;
