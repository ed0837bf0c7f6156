/**
 * Which addresses reach the same mailbox, by provider. Facts from the providers' documentation (Gmail: dots and
 * googlemail.com; Outlook.com, iCloud, Fastmail, Proton: plus addressing; Yahoo: base name and keyword).
 */
export interface MailProvider {
  /** A mailbox has the same name under all of these domains; the first is the canonical one. */
  readonly domains: readonly string[];
  /** Characters of the local part that the provider ignores. */
  readonly ignored?: RegExp;
  /** The separator between the mailbox and a tag that the provider ignores. */
  readonly tag?: '+' | '-';
}

export const mailProviders: readonly MailProvider[] = [
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
