import { withoutDiacritics } from '../../text/diacritics.ts';
import { monthNames } from './data/month-names.ts';

const months: ReadonlyMap<string, number> = (() => {
  const full = new Map<string, number>();
  monthNames.forEach((names, index) => {
    for (const name of names) full.set(name, index + 1);
  });
  const english = new Map<string, number>();
  const others = new Map<string, number>();
  for (const [name, month] of full) {
    const isEnglish = name === monthNames[month - 1]![0];
    for (let length = 3; length < name.length; length++) {
      const prefix = name.slice(0, length);
      if (isEnglish) english.set(prefix, month);
      // 0 marks a prefix that two months share, such as the Czech "cerv" of "cerven" and "cervenec".
      else others.set(prefix, (others.get(prefix) ?? month) === month ? month : 0);
    }
  }
  // "mar" is March, although the Finnish name of November begins with it too.
  const all = new Map([...others].filter(([, month]) => month !== 0));
  for (const [prefix, month] of english) all.set(prefix, month);
  for (const [name, month] of full) all.set(name, month);
  // French and Portuguese abbreviations that English readers would not mistake.
  all.set('jui', 6).set('sept', 9);
  return all;
})();

/** Returns 1 to 12 for the name of a month, or an abbreviation of at least three letters, in a dozen languages. */
export function monthOfName(name: string): number | undefined {
  return months.get(withoutDiacritics(name).toLowerCase());
}
