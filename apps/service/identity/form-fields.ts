/** Fields of a form that people do not see, one a line. */
export const hiddenInputs = (fields: readonly (readonly [name: string, value: string])[]): string =>
  fields
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}" />`)
    .join('\n        ');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the text of an element, or as an attribute in double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!);
