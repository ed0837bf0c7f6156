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
