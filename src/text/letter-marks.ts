/** A bit for each character of a text, by its UTF-16 unit; 32 characters apart from each other share one. */
export function letterMarks(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at++) marks |= 1 << (text.charCodeAt(at) & 31);
  return marks;
}

/** A bit for each of some texts. */
export function textMarks(texts: Iterable<string>): number {
  let marks = 0;
  for (const text of texts) {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    marks |= 1 << (hash >>> 27);
  }
  return marks;
}
