/** Readable on screen, light and dark, at any width, and in print. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --text: #1b1b1b; --soft: #595959; --line: #d0d0d0; --page: #fff; --code: #f4f4f4; --link: #0b57a4; --mark: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e8e8; --soft: #b0b0b0; --line: #4a4a4a; --page: #181818; --code: #262626; --link: #8ab4f8; --mark: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; background: var(--code); }
code { padding: .1em .3em; border-radius: 3px; }
pre { padding: .75rem; overflow-x: auto; border-radius: 4px; white-space: pre-wrap; }
pre code { padding: 0; font-size: 1em; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; overflow-wrap: normal; }
caption, figcaption { color: var(--soft); font-size: .9rem; text-align: start; padding: .4rem 0; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { font-weight: 600; }
.number { text-align: end; }
figure { margin: 1.5rem 0; }
figure img { max-width: 100%; height: auto; background: #fff; }
mark.untraced { background: none; color: var(--mark); font-weight: 600; text-decoration: underline wavy; }
sup a { text-decoration: none; padding: 0 .15em; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; }
.soft { color: var(--soft); font-size: .9rem; }
@page { margin: 20mm; @bottom-center { content: counter(page) " / " counter(pages); } }
@media print {
  :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --page: #fff; --code: #f4f4f4; --link: #000; --mark: #b3261e; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h1, h2, h3, h4, h5, h6, figcaption, caption { break-after: avoid; }
  figure, tr, pre, blockquote, img { break-inside: avoid; }
  thead { display: table-header-group; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; }
}
`;
