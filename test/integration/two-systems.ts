import { mkdirSync } from 'node:fs';
import { sampleRuleConfig } from '../../src/guidance/tools/example-documents.ts';
import type { TemporaryDirectory } from '../setup/temporary-directory.ts';

/** Two systems that count from 1 and name their columns differently. */
export const systems = {
  'crm.csv': `id,first_name,last_name,email,phone
1,Anna,Meyer,anna.meyer@mail.example,+49 30 901820
2,Karl,Braun,karl@mail.example,+49 30 901821
3,Eva,Schulz,eva.schulz@mail.example,
`,
  'shop.csv': `customer_no,Straße,mail
1,Torstr. 1,karl@mail.example
2,Torstr. 2,anna.meyer@mail.example
3,Torstr. 3,otto@mail.example
`,
};

const column = (name: string, field: string | null) => ({ column: name, field });

const columns = {
  crm: {
    version: 1,
    id: { column: 'id' },
    columns: [
      column('id', null),
      column('first_name', 'givenName'),
      column('last_name', 'familyName'),
      column('email', 'email'),
      column('phone', 'phone'),
    ],
  },
  shop: {
    version: 1,
    id: { column: 'customer_no' },
    columns: [column('customer_no', null), column('Straße', 'Strasse'), column('mail', 'email')],
  },
};

export const systemsSchema = (directive = '@sources(names: ["crm", "shop"], withoutDuplicates: ["crm"])') =>
  `type Record ${directive} { id: ID! source: String sourceId: String givenName: String familyName: String dateOfBirth: String email: String phone: String Strasse: String }`;

/** Writes both files, and an instance with their columns whose rules link records of one e-mail address. */
export async function writeSystems(folder: TemporaryDirectory, schema = systemsSchema()): Promise<void> {
  mkdirSync(folder.path('customers/columns'), { recursive: true });
  for (const [name, text] of Object.entries(systems)) await folder.write(name, text);
  await folder.write('customers/schema.graphqls', schema);
  await folder.write('customers/rule-config.json', JSON.stringify(sampleRuleConfig));
  for (const [source, content] of Object.entries(columns)) {
    await folder.write(`customers/columns/${source}.json`, JSON.stringify(content));
  }
}
