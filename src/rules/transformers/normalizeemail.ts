import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { isAscii, normalForm } from '../../text/normal-form.ts';

import { defaultInput, eachValueToPins } from './default-pin.ts';
import { defineTransformer } from './transformer.ts';

/**
 * Which addresses reach the same mailbox, by provider. Facts from the providers' documentation (Gmail: dots and
 * googlemail.com; Outlook.com, iCloud, Fastmail, Proton: plus addressing; Yahoo: base name and keyword).
 */
interface MailProvider {
  /** A mailbox has the same name under all of these domains; the first is the canonical one. */
  readonly domains: readonly string[];
  /** Characters of the local part that the provider ignores. */
  readonly ignored?: RegExp;
  /** The separator between the mailbox and a tag that the provider ignores. */
  readonly tag?: '+' | '-';
}

const mailProviders: readonly MailProvider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g, tag: '+' },
  { domains: ['icloud.com', 'me.com', 'mac.com'], tag: '+' },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[.\-_]/g, tag: '+' },
  { domains: ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'], ignored: /[.-]/g, tag: '+' },
  ...['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'fastmail.com', 'fastmail.fm', 'zoho.com', 'gmx.com'].map(
    (domain): MailProvider => ({ domains: [domain], tag: '+' }),
  ),
  ...['yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.it', 'yahoo.es', 'ymail.com', 'rocketmail.com'].map(
    (domain): MailProvider => ({ domains: [domain], tag: '-' }),
  ),
];

const attributes = z.object({
  removePlus: z
    ._default(z.boolean(), false)
    .check(z.describe('True drops a tag after a plus sign: ada+news@example.com → ada@example.com. Default false.')),
  providerRules: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True applies what known providers ignore: dots and tags of gmail.com, several domains of one provider ' +
          '(googlemail.com, me.com). Default false.',
      ),
    ),
});

const outputPins = ['email', 'local', 'domain'];

export const normalizeemail = defineTransformer<z.infer<typeof attributes>>({
  type: 'normalizeemail',
  summary: 'Reads an e-mail address in any usual notation and writes it in lower case. Other texts become no value.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => outputPins,
  compile({ removePlus, providerRules }) {
    const providers = new Map<string, MailProvider>();
    if (providerRules) {
      for (const provider of mailProviders) for (const domain of provider.domains) providers.set(domain, provider);
    }
    return eachValueToPins(3, (value, note) => {
      const address = readAddress(value);
      if (address === undefined) {
        note?.(`"${value}" is not an e-mail address`);
        return undefined;
      }
      let [local, domain] = address;
      if (removePlus) local = withoutTag(local, '+');
      const provider = providers.get(domain);
      if (provider !== undefined) {
        if (provider.tag !== undefined) local = withoutTag(local, provider.tag);
        if (provider.ignored !== undefined) local = local.replace(provider.ignored, '') || local;
        domain = provider.domains[0]!;
      }
      return [`${local}@${domain}`, local, domain];
    });
  },
  examples: [
    {
      attributes: {},
      inputs: { default: ['Ada Lovelace <Ada.L@Example.COM>', 'no address'] },
      outputs: { email: ['ada.l@example.com'], local: ['ada.l'], domain: ['example.com'] },
    },
    {
      attributes: { removePlus: true, providerRules: true },
      inputs: { default: ['ada.lovelace+news@googlemail.com'] },
      outputs: { email: ['adalovelace@gmail.com'], local: ['adalovelace'], domain: ['gmail.com'] },
    },
  ],
});

// Local part as in RFC 5322 without quoted texts and comments, letters of other scripts as in RFC 6531.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\uffff]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\uffff]+)*$/;
const domainPart = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
/** RFC 5321: 64 octets before the @ and 255 after it; longer texts are rejected unread. */
const maximalLength = 320;

function readAddress(text: string): [local: string, domain: string] | undefined {
  if (text.length > 2 * maximalLength) return undefined;
  let address = text.trim();
  const open = address.lastIndexOf('<');
  if (open >= 0 && address.endsWith('>')) address = address.slice(open + 1, -1);
  address = address.toLowerCase();
  if (address.startsWith('mailto:')) address = address.slice('mailto:'.length);
  const query = address.indexOf('?');
  const at = address.lastIndexOf('@', query > address.indexOf('@') ? query : undefined);
  if (at < 1) return undefined;
  const local = withoutQuotes(address.slice(0, at).trim());
  let domain = address.slice(at + 1, query > at ? query : undefined).trim();
  if (domain.endsWith('.')) domain = domain.slice(0, -1);
  if (!isAscii(domain)) domain = domainToASCII(domain);
  if (local.length > 64 || domain.length > 253 || !localPart.test(local) || !domainPart.test(domain)) return undefined;
  return [normalForm(local, 'NFC'), domain];
}

function withoutQuotes(text: string): string {
  return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function withoutTag(local: string, separator: string): string {
  const at = local.indexOf(separator);
  return at > 0 ? local.slice(0, at) : local;
}
