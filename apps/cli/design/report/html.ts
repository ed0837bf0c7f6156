/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Part[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function rendered(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(rendered).join('');
  // Control characters would make the page invalid, and show nothing.
  return String(part)
    .replace(/[&<>"']/g, (sign) => escapes[sign]!)
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
}

/** A template whose values are escaped, unless they are HTML. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => (index === 0 ? text : `${rendered(parts[index - 1]!)}${text}`)).join(''));

/** The style of a report: no fonts or pictures from elsewhere. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --card: #f6f7f9; --text: #1a1f26; --muted: #56606d; --line: #d5dae1; --focus: #0b57d0;
  --for: #2e7d4f; --against: #b3432f; --total: #3d6cb9; --warn: #7a4b00; --warn-ground: #fff4de;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --card: #1d2229; --text: #e8ebef; --muted: #a5afbb; --line: #3a424d; --focus: #8ab4f8;
    --for: #5cb884; --against: #e58a76; --total: #86aeea; --warn: #ffd48a; --warn-ground: #33280f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main, header, footer { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1.5rem 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p, ul, ol { margin: .5rem 0; max-width: 48rem; }
a { color: var(--focus); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
.muted { color: var(--muted); }
.warnings { background: var(--warn-ground); color: var(--warn); border-radius: .5rem; padding: .75rem 1rem; max-width: none; }
.warnings ul { margin: 0; padding-left: 1.25rem; max-width: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .75rem; padding: 0; list-style: none; max-width: none; }
.pairs { grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }
.cards > li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; min-width: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .25rem 0; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
meter { width: 5rem; vertical-align: middle; }
figure { margin: .5rem 0; max-width: 30rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--muted); font-size: .875rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; width: 100%; }
th, td { text-align: left; padding: .2rem .5rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 600; }
td.number, th.number { text-align: right; white-space: nowrap; padding-right: 0; font-variant-numeric: tabular-nums; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; overflow-x: auto; }
details { margin: .25rem 0; }
summary { cursor: pointer; }
footer { color: var(--muted); padding: 2rem 1rem; font-size: .875rem; }
@media print { .cards > li { break-inside: avoid; } }
`;
