/**
 * Returns the text of one JSON value: texts unchanged, numbers as their shortest decimal text (never an exponent),
 * booleans as `true` and `false`. '' means no value: null, blank texts, and values that JSON does not have. `undefined`
 * for lists and objects.
 *
 * Half a surrogate pair becomes U+FFFD, because no store can represent it.
 */
export function jsonText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string': {
      const text = value.isWellFormed() ? value : value.toWellFormed();
      return isBlank(text) ? '' : text;
    }
    case 'number':
      return numberText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? '' : undefined;
    default:
      return '';
  }
}

function isBlank(text: string): boolean {
  if (text.length === 0) return true;
  // Only a text that begins with white space can be blank, which is rare.
  return text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x80 ? false : text.trim() === '';
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value === 0) return '0';
  const text = String(value);
  return text.includes('e') ? withoutExponent(text) : text;
}

/** `1.5e-7` → `0.00000015`, `1e+21` → `1000000000000000000000`. */
function withoutExponent(text: string): string {
  const negative = text.startsWith('-');
  const [mantissa = '', exponentText = '0'] = (negative ? text.slice(1) : text).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponentText);
  const decimal =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, '0')
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${decimal}` : decimal;
}
