import { isPhoneInUse } from '../../rules/transformers/normalizephonenumber.ts';
import { levelsOfAddresses } from './address-of-names.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

/** Mailboxes of an office, not of one person, and what forms are filled with when there is no address. */
const officeMailboxes =
  'info contact office mail admin sales support service hello team kontakt noreply no-reply webmaster postmaster billing accounts accounting hr jobs reception enquiries inquiries help marketing press newsletter none no na n/a test noemail no-email nomail unknown null nobody noone donotreply x xx xxx a aa aaa abc asdf user email'.split(
    ' ',
  );

/** Numbers of subscribers that stand for "there is none". */
const placeholderNumbers = [...[...'0123456789'].map((digit) => digit.repeat(7)), '1234567', '2345678'];

/** A few digits behind a slash, after a whole number. */
const secondNumber = /((?:[0-9][ ().-]*){7,})\/[0-9]{1,4}$/;

export const contacts: EvidenceMaker = (context) => {
  const { parts, of, subject } = context;
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const email = of('email');
  if (email.length > 0) {
    const pin = parts.union('EMAILS', parts.fields(email));
    const read = (outputPin: string) =>
      parts.step('EMAIL_READ', 'normalizeemail', { removePlus: true, providerRules: true }, pin, outputPin);
    const exact = 15;
    const twoEdits = parts.comparer('TWO_EDITS', 'distance', { algorithm: 'osa', allowedDistance: 2 });
    if (subject === 'organization') {
      const id = parts.resolver('EMAIL', read('email'));
      const domain = parts.resolver('EMAIL_DOMAIN', read('domain'));
      found.push({
        id: 'EMAIL',
        title: 'e-mail address',
        fields: namesOf(email),
        levels: [
          [parts.same('SAME_EMAIL', id), exact],
          [parts.same('SAME_EMAIL_DOMAIN', domain), 4],
        ],
        otherwise: -1,
        shared: true,
        keys: [{ matcherID: parts.same('SAME_EMAIL', id), bits: exact }],
      });
    } else {
      const local = parts.step('EMAIL_PERSONAL', 'filter', { values: officeMailboxes }, read('local'));
      const personal = parts.joined('EMAIL_OF_PERSON', [local, read('domain')], '@', true);
      const id = parts.resolver('EMAIL', personal);
      const localID = parts.resolver('EMAIL_LOCAL', local);
      // ada.lovelace12 and ada.lovelace31 are two people: another digit counts as more errors than a typing error has.
      const spelled = parts.replaced('EMAIL_DIGITS_THRICE', '([0-9])', '$1$1$1', personal);
      const spelledID = parts.resolver('EMAIL_SPELLED', spelled);
      const same = parts.same('SAME_EMAIL', id);
      const sameLocal = parts.same('SAME_EMAIL_LOCAL', localID);
      found.push({
        id: 'EMAIL',
        title: 'e-mail address',
        fields: namesOf(email),
        levels: [
          ...levelsOfAddresses(local, read('domain'), context),
          [same, exact],
          [parts.whole('EMAIL_TYPO', spelledID, twoEdits, none), exact * 0.75],
          [sameLocal, exact * 0.3],
        ],
        otherwise: -1.5,
        shared: true,
        keys: [{ matcherID: same, bits: exact }],
      });
    }
  }
  const phone = of('phone');
  if (phone.length > 0) {
    const written = phone.flatMap(({ profile }) => profile.values);
    const all = parts.union('PHONES', parts.fields(phone));
    // As in 202.555.0123/0124: the second number of a list, or an extension.
    const pin = written.some((value) => secondNumber.test(value))
      ? parts.replaced('PHONE_FIRST', secondNumber.source, '$1', all)
      : all;
    const inUse = new Set(written.filter(isPhoneInUse).map((value) => value.replace(/\D/g, '').slice(-7)));
    const placeholders = placeholderNumbers.filter((number) => !inUse.has(number));
    const number = parts.extract('PHONE_NUMBER', { pattern: '\\+?[0-9][0-9 ()/.\\-]{5,20}[0-9]', all: true }, pin);
    const digits = parts.stringop('PHONE_DIGITS', 'onlydigits', number);
    // Compare the last 7 digits, the subscriber's number: country and area codes are often left out.
    const tail = parts.extract('PHONE_TAIL', { pattern: '[0-9]{7}$' }, digits);
    const id = parts.resolver('PHONE', parts.without('PHONE_GIVEN', 'PLACEHOLDER_PHONES', placeholders, tail));
    const exact = 15;
    const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
    const same = parts.same('SAME_PHONE', id);
    found.push({
      id: 'PHONE',
      title: 'phone number',
      fields: namesOf(phone),
      levels: [
        [same, exact],
        [parts.whole('PHONE_TYPO', id, oneEdit, none), exact * 0.6],
      ],
      otherwise: -1,
      shared: true,
      keys: [{ matcherID: same, bits: exact }],
    });
  }
  const website = of('website');
  if (website.length > 0) {
    const host = parts.extract(
      'WEBSITE_HOST',
      { pattern: '^(?:[a-z]+://)?(?:www[.])?([^/:?#]+[.][a-z]+)' },
      parts.union('WEBSITES', parts.fields(website)),
    );
    const id = parts.resolver('WEBSITE', host);
    const exact = 12;
    const same = parts.same('SAME_WEBSITE', id);
    found.push({
      id: 'WEBSITE',
      title: 'website',
      fields: namesOf(website),
      levels: [[same, exact]],
      otherwise: -1,
      shared: true,
      keys: [{ matcherID: same, bits: exact }],
    });
  }
  return found;
};
