import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

/** Mailboxes of an office, not of one person. */
const officeMailboxes =
  'info contact office mail admin sales support service hello team kontakt noreply no-reply webmaster postmaster billing accounts accounting hr jobs reception enquiries inquiries help marketing press newsletter'.split(
    ' ',
  );

export const contacts: EvidenceMaker = ({ parts, of, subject }) => {
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const email = of('email');
  if (email.length > 0) {
    const pin = parts.union(
      'EMAILS',
      email.map(({ field }) => parts.field(field.name)),
    );
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
        keys: [{ matcherID: 'SAME_EMAIL', bits: exact }],
      });
    } else {
      const local = parts.step('EMAIL_PERSONAL', 'filter', { values: officeMailboxes }, read('local'));
      const personal = parts.joined('EMAIL_OF_PERSON', [local, read('domain')], '@', true);
      const id = parts.resolver('EMAIL', personal);
      const localID = parts.resolver('EMAIL_LOCAL', local);
      const same = parts.same('SAME_EMAIL', id);
      const sameLocal = parts.same('SAME_EMAIL_LOCAL', localID);
      found.push({
        id: 'EMAIL',
        title: 'e-mail address',
        fields: namesOf(email),
        levels: [
          [same, exact],
          [parts.whole('EMAIL_TYPO', id, twoEdits, none), exact * 0.75],
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
    const pin = parts.union(
      'PHONES',
      phone.map(({ field }) => parts.field(field.name)),
    );
    const number = parts.step(
      'PHONE_NUMBER',
      'regexextract',
      { pattern: '\\+?[0-9][0-9 ()/.\\-]{5,20}[0-9]', all: true },
      pin,
    );
    const digits = parts.stringop('PHONE_DIGITS', 'onlydigits', number);
    // Compare the last 7 digits, the subscriber's number: country and area codes are often left out.
    const id = parts.resolver('PHONE', parts.step('PHONE_TAIL', 'regexextract', { pattern: '[0-9]{7}$' }, digits));
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
    const host = parts.step(
      'WEBSITE_HOST',
      'regexextract',
      { pattern: '^(?:[a-z]+://)?(?:www[.])?([^/:?#]+[.][a-z]+)' },
      parts.field(website[0]!.field.name),
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
