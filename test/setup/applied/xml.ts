/** An element of XML: its own text, and its children by their names. Attributes are left out. */
export interface XmlElement {
  readonly text: string;
  readonly children: ReadonlyMap<string, readonly XmlElement[]>;
}

/** Reads XML as AWS's query APIs answer it: elements and text, no CDATA, no comments. */
export function parseXml(xml: string): XmlElement {
  const tokens = xml.replace(/<\?[^>]*\?>/g, '').matchAll(/<(\/?)([\w:.-]+)[^>]*?(\/?)>|([^<]+)/g);
  const root = { name: '', text: '', children: new Map<string, XmlElement[]>() };
  const open = [root];
  for (const [, closing, name, empty, text] of tokens) {
    const current = open.at(-1)!;
    if (text !== undefined) current.text += decoded(text);
    else if (closing === '/') open.pop();
    else {
      const child = { name: name!, text: '', children: new Map<string, XmlElement[]>() };
      current.children.set(name!, [...(current.children.get(name!) ?? []), child]);
      if (empty !== '/') open.push(child);
    }
  }
  return root;
}

/** The elements that the path leads to, in order. */
export function elementsAt(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  return path.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.get(name) ?? []),
    [element],
  );
}

export const textAt = (element: XmlElement, ...path: readonly string[]): string | undefined =>
  elementsAt(element, ...path)[0]?.text.trim();

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
