import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import vCard from 'vcf';
import { detectEncoding, writeUtf8 } from './file-format.ts';
import { readLines } from './jsonl-records.ts';
import { fileStart, recordLimit, SourceFileError } from './source-record.ts';

/**
 * Writes the contacts of a vCard file (versions 2.1, 3.0 and 4.0: RFC 2426, RFC 6350) as JSON lines, one contact a line.
 *
 * @throws SourceFileError when a contact does not end, or is too large
 */
export async function contactsAsLines(file: string, directory: string, target: string): Promise<void> {
  const { encoding } = await detectEncoding(file);
  const readable = join(directory, 'contacts');
  await writeUtf8(file, readable, encoding);
  const output = createWriteStream(target, { mode: 0o600 });
  for await (const card of cardsOf(file, readable)) {
    if (!output.write(`${JSON.stringify(contactOf(card))}\n`)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
}

/** The text of each contact. Contacts within others, as in agents of version 2.1, are part of them. */
async function* cardsOf(file: string, readable: string): AsyncGenerator<string, void, undefined> {
  let lines: string[] = [];
  let length = 0;
  let begins = 0;
  let isSoft = false;
  for await (const { text, number } of readLines(createReadStream(readable), fileStart, recordLimit)) {
    length += text?.length ?? 0;
    if (text === undefined || length > recordLimit) {
      throw new SourceFileError(`${file}: the contact at line ${number} has more than ${recordLimit} bytes.`, {
        hint: 'Leave out its photo.',
      });
    }
    if (begins === 0 && !/^BEGIN:VCARD\s*$/i.test(text)) continue;
    // A line of quoted-printable text that ends in an equals sign goes on in the next one.
    if (isSoft) lines[lines.length - 1] = `${lines.at(-1)!.slice(0, -1)}${text}`;
    else lines.push(text);
    const last = lines.at(-1)!;
    isSoft = last.endsWith('=') && quotedPrintable.test(last.slice(0, last.indexOf(':')));
    if (/^BEGIN:VCARD\s*$/i.test(text)) begins += 1;
    if (/^END:VCARD\s*$/i.test(text)) begins -= 1;
    if (begins > 0) continue;
    yield lines.join('\r\n');
    lines = [];
    length = 0;
  }
  if (begins > 0) {
    throw new SourceFileError(`${file}: the last contact does not end.`, {
      hint: 'The file is cut off; write it again, up to END:VCARD.',
    });
  }
}

const quotedPrintable = /;(?:ENCODING=)?QUOTED-PRINTABLE(?:;|$)/i;

type Property = Exclude<ReturnType<vCard['get']>, undefined | readonly unknown[]>;

/** The values of a contact under names that say what they are. Empty ones are left out. */
function contactOf(text: string): Readonly<Record<string, unknown>> {
  const card = new vCard().parse(text);
  const all = (name: string): readonly Property[] => [card.get(name) ?? []].flat();
  const whole = (name: string) => all(name).map((property) => unescaped(textOf(property)));
  const parts = (property: Property | undefined) => (property === undefined ? [] : partsOf(textOf(property)));
  const [family, given, middle, prefix, suffix] = parts(all('n')[0]);
  const addresses = all('adr').map((property) => {
    const [box, extended, street, city, region, postcode, country] = parts(property);
    return withValues({ post_box: box, address_line_2: extended, street, city, region, postcode, country });
  });
  return withValues({
    uid: whole('uid')[0],
    full_name: whole('fn')[0],
    given_name: given,
    middle_name: middle,
    family_name: family,
    name_prefix: prefix,
    name_suffix: suffix,
    nickname: whole('nickname')[0],
    birth_date: whole('bday')[0],
    gender: parts(all('gender')[0])[0],
    organization: parts(all('org')[0])[0],
    job_title: whole('title')[0],
    phones: whole('tel').map((phone) => phone.replace(/^tel:/i, '')),
    emails: whole('email').map((email) => email.replace(/^mailto:/i, '')),
    website: whole('url')[0],
    note: whole('note')[0],
    addresses: addresses.filter((address) => Object.keys(address).length > 0),
  });
}

function withValues(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** The text of a property, whose escapes stay. */
function textOf(property: Property): string {
  const value = String(property.valueOf() ?? '');
  const { encoding, charset, type } = property as { encoding?: string; charset?: string; type?: string | string[] };
  const isQuoted = [encoding, type].flat().some((word) => word?.toLowerCase() === 'quoted-printable');
  if (!isQuoted) return value;
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoderOf(charset).decode(Buffer.from(bytes, 'latin1'));
}

function decoderOf(charset = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

const escapes = /\\([\\;,:nN])/g;
const unescaped = (text: string): string =>
  text.replace(escapes, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character)).trim();

/** The components of a structured value; several values of a component are parted by blanks. */
const partsOf = (text: string): readonly string[] =>
  text.split(/(?<!\\);/).map((part) =>
    part
      .split(/(?<!\\),/)
      .map(unescaped)
      .join(' ')
      .trim(),
  );
