/** The shape of a single value, by its characters alone. */
export type ValueShape =
  | 'email'
  | 'url'
  | 'date'
  | 'year'
  | 'uuid'
  | 'phone'
  | 'number'
  | 'code'
  | 'personName'
  | 'gender'
  | 'words'
  | 'sentence';

const legalForm =
  /(?:^|[\s,])(?:inc|ltd|llc|llp|plc|corp|corporation|company|gmbh|ag|kg|ohg|ug|sarl|sas|srl|spa|bv|nv|oy|ab|as|aps|sp\. ?z ?o\.?o|s\.a|limited|co)\.?$/i;
const genders = new Set(
  'm f male female man woman u unknown männlich weiblich maennlich w d divers homme femme h masculin feminin hombre mujer masculino femenino feminino maschio femmina kvinna kobieta mezczyzna erkek kadin'.split(
    ' ',
  ),
);

/** True if a name ends like a company name. */
export function hasLegalForm(text: string): boolean {
  return legalForm.test(text.trim());
}

/** The most characters to read: the first ones show the shape of a value. */
const maximalLength = 300;

export function valueShape(value: string): ValueShape {
  const text = value.slice(0, maximalLength).trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'email';
  if (
    /^(?:https?:\/\/|www\.)\S+$/i.test(text) ||
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|de|io|co\.uk|fr)$/i.test(text)
  )
    return 'url';
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return 'uuid';
  if (/^(?:19|20)\d\d$/.test(text)) return 'year';
  if (isDate(text)) return 'date';
  if (isPhone(text)) return 'phone';
  if (/^[-+]?\d+(?:[.,]\d+)?$/.test(text)) return 'number';
  if (genders.has(text.toLowerCase())) return 'gender';
  const words = text.split(/\s+/);
  if (words.length === 1 && /\d/.test(text)) return 'code';
  if (words.length > 12) return 'sentence';
  if (
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => /^[\p{L}.'’,-]+$/u.test(word)) &&
    !hasLegalForm(text)
  )
    return 'personName';
  return 'words';
}

function isDate(text: string): boolean {
  return (
    /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?$/.test(text) ||
    /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})$/.test(text) ||
    /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
    /^(?:\d{1,2}[-\s.]+)?[a-zäû]{3,9}[-\s.]+(?:\d{1,2}[-\s.,]+)?(?:\d{2}|\d{4})$/i.test(text)
  );
}

function isPhone(text: string): boolean {
  if (!/^\+?[\d\s()/.-]{7,20}$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15 && (text.startsWith('+') || /[\s()/.-]/.test(text));
}
