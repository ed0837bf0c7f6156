import { withoutDiacritics } from '../../text/diacritics.ts';
import { normalizeSpaces } from '../../text/plain-text.ts';
import { countryCodes } from './data/countries.ts';

/**
 * Returns the ISO 3166-1 alpha-2 code, in upper case, for a code (alpha-2, alpha-3) or a name in one of several
 * languages.
 */
export function countryCode(text: string): string | undefined {
  const direct = countryCodes.get(text.toLowerCase());
  if (direct !== undefined) return direct;
  return countryCodes.get(normalizeSpaces(withoutDiacritics(text).toLowerCase().replace(/[.']/g, ' ')));
}
