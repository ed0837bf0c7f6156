/** Characters of a part, each a byte: below the limit of an item. */
const PART = 256 * 1_024;

/** JSON of ASCII characters, so that a part ends between two of them. */
export const asciiJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** An ASCII text in parts, each of which fits into an item; at least one. */
export const textParts = (text: string): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / PART)) }, (_, part) =>
    text.slice(part * PART, (part + 1) * PART),
  );

/** The number of a part in a sort key, so that parts sort in their order. */
export const partName = (part: number): string => String(part).padStart(4, '0');
