import type { Pin } from '../../rules/document/types.ts';
import type { DesignContext, Evidence } from './evidence.ts';
import { familyNames, givenNames } from './person-text.ts';

/** Bits of an address that is made of the names that both records have: it says little that the names do not say. */
const ofNames = 5;
/** The same address with a number behind the names: namesakes have other numbers. */
const ofNamesAndNumber = 11;

/** Where millions have mailboxes, so that namesakes have alike addresses. At any other domain, there are few namesakes. */
const providers =
  'gmail.com googlemail.com icloud.com me.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com msn.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de ymail.com aol.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de proton.me protonmail.com mail.com mail.ru yandex.ru orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it alice.it btinternet.com sky.com virginmedia.com comcast.net verizon.net att.net sbcglobal.net cox.net bigpond.com uol.com.br bol.com.br qq.com 163.com naver.com rediffmail.com wp.pl o2.pl seznam.cz example.com example.org example.net'.split(
    ' ',
  );

/**
 * The address ada.lovelace@example.com of a record with the names Ada and Lovelace is one fact with them. Each record
 * derives the addresses that its names may have. The matcher `swapped` holds if each record has an address that the
 * other one's names make, so it holds only if the names agree as well.
 */
export function levelsOfAddresses(local: Pin, domain: Pin, context: DesignContext): Evidence['levels'] {
  const { parts } = context;
  const [given, family] = [givenNames(context), familyNames(context)];
  if (given === undefined || family === undefined) return [];
  const provider = parts.within('EMAIL_PROVIDER', 'MAIL_PROVIDERS', providers, domain);
  const forms = parts.union('MAILBOXES_OF_NAMES', mailboxForms(given, family, parts));
  const at = (id: string, mailbox: Pin): Pin => parts.joined(`${id}_TEXT`, [mailbox, provider], '@', true);
  const withoutNumber = parts.replaced('EMAIL_WITHOUT_NUMBER', '^.*[0-9].*$', '', local);
  const alone = at('EMAIL_OF_LETTERS', parts.stringop('EMAIL_LETTERS_ALONE', 'onlyletters', withoutNumber));
  const numbered = at('EMAIL_WITHOUT_DIGITS', parts.stringop('EMAIL_LETTERS', 'onlyletters', local));
  // Without an address there is nothing to compare, so the names alone must give no values.
  const ofForms = at('ADDRESS_OF_NAMES', forms);
  const written = at('EMAIL_AS_WRITTEN', local);
  const withNumber = (id: string, pin: Pin): Pin => parts.joined(`${id}_AND_NUMBER`, [pin, written], ' ', true);
  const swapped = (id: string, pins: readonly (readonly [id: string, pin: Pin])[]): string =>
    parts.matcher(id, 'swapped', { resolverIDs: pins.map(([own, pin]) => parts.resolver(own, pin)) });
  const numberedPins = [
    ['EMAIL_WITHOUT_DIGITS', withNumber('EMAIL_WITHOUT_DIGITS', numbered)],
    ['ADDRESS_OF_NAMES_AND_NUMBER', withNumber('ADDRESS_OF_NAMES', ofForms)],
  ] as const;
  return [
    [
      swapped('EMAIL_OF_NAMES', [
        ['EMAIL_OF_LETTERS', alone],
        ['ADDRESS_OF_NAMES', ofForms],
      ]),
      ofNames,
    ],
    [swapped('EMAIL_OF_NAMES_AND_NUMBER', numberedPins), ofNamesAndNumber],
  ];
}

/** Both names in both orders, an initial with the family name, and each name alone. */
function mailboxForms(given: Pin, family: Pin, parts: DesignContext['parts']): Pin[] {
  const plain = (id: string, pin: Pin): Pin =>
    parts.stringop(`${id}_MAILBOX`, 'onlyletters', parts.stringop(`${id}_MAILBOX_PLAIN`, 'normalizediacritics', pin));
  const [first, last] = [plain('GIVEN_NAME', given), plain('FAMILY_NAME', family)];
  const initial = parts.step('GIVEN_NAME_INITIAL', 'stringop', { operation: 'substring', start: 0, length: 1 }, first);
  return [
    parts.joined('MAILBOX_GIVEN_FAMILY', [first, last], '', true),
    parts.joined('MAILBOX_FAMILY_GIVEN', [last, first], '', true),
    parts.joined('MAILBOX_INITIAL_FAMILY', [initial, last], '', true),
    first,
    last,
  ];
}
