import { withoutDiacritics } from '../../text/normal-form.ts';

/** Abbreviations and variants of a word, so that vocabularies need only one form. */
const expanded: Readonly<Record<string, string>> = {
  addr: 'address',
  adr: 'address',
  adress: 'address',
  tel: 'phone',
  telefon: 'phone',
  telephone: 'phone',
  telefono: 'phone',
  telefone: 'phone',
  telefoon: 'phone',
  nr: 'number',
  num: 'number',
  no: 'number',
  numero: 'number',
  nummer: 'number',
  nbr: 'number',
  fname: 'firstname',
  lname: 'lastname',
  mname: 'middlename',
  soc: 'social',
  sec: 'security',
  ident: 'id',
  identifier: 'id',
  dt: 'date',
  yr: 'year',
  org: 'organization',
  organisation: 'organization',
  desc: 'description',
  qty: 'quantity',
  cat: 'category',
  ctry: 'country',
  st: 'street',
};

/**
 * The words of a field's name in lower case without diacritics: `dateOfBirth`, `DATE_OF_BIRTH` and `date-of-birth` are
 * the same three words. `FName` and the German `USt` are one word each. Only the last steps of a path name the value; `emails.*.address` keeps the word before it.
 */
export function fieldWords(name: string): readonly string[] {
  return withoutDiacritics(withoutRemark(name.slice(0, 200)))
    .replace(/(?<!\p{L})(?:[FLM]Name|USt)(?!\p{Ll})/gu, (word) => word.toLowerCase())
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (Object.hasOwn(expanded, word) ? expanded[word]! : word));
}

/** A remark in parentheses says the same again, as in `Last Name (Legal Name)`, or when there is a value. */
export const withoutRemark = (name: string): string =>
  name.replace(/ \((?:if |when |optional)[^()]*\)$/i, '').replace(/( (\w+)) \([^()]* \2\)$/, '$1');
