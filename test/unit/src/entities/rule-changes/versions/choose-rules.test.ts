import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RulesReplacedError } from '../../../../../../src/entities/items/counters.ts';
import { PART_BYTES } from '../../../../../../src/entities/items/texts.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import {
  type ChooseOptions,
  chooseRules,
  type DeployedRules,
} from '../../../../../../src/entities/rule-changes/versions/choose-rules.ts';
import { readDocument, StoredRulesError } from '../../../../../../src/entities/rule-changes/versions/documents.ts';
import { INDEX_VERSION } from '../../../../../../src/rules/compile/index-plan.ts';
import { RuleConfigError } from '../../../../../../src/rules/document/findings.ts';
import { loadRecordSchema } from '../../../../../../src/rules/record-schema/record-schema.ts';
import type { Store, Write } from '../../../../../../src/store/port.ts';
import { deployedPeople, edits, peopleSchemaText } from '../../../../../setup/edited-people.ts';
import { interrupted } from '../../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { WatchedStore } from '../../../../../setup/watched-store.ts';

const MOMENT = Date.parse('2026-02-03T04:05:06Z');
const ada = { id: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', dateOfBirth: '1815-12-10' };
const former = deployedPeople();
const changed = deployedPeople(edits.tightened);
const nameOf = ({ text }: DeployedRules) => createHash('sha256').update(text).digest('hex');

/** A process that starts on the table. */
async function start(store: Store, deployed: DeployedRules, options: ChooseOptions = {}) {
  const { rules, text, register } = await chooseRules(store, deployed, { now: () => MOMENT, ...options });
  return { rules, text, register, resolution: createResolution({ store, rules, register }) };
}
const codesOf = ({ register }: Awaited<ReturnType<typeof start>>) => register.status.findings.map(({ code }) => code);
const registerOf = (store: MemoryStore) => [...store.items.values()].find(({ pk }) => pk === 'Q#')!;

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

describe('the rules of a table', () => {
  it('are those of its first start, with the document that they are written in', async () => {
    const started = await start(store, former);

    expect(started.register.status).toEqual({
      inForce: nameOf(former),
      deployed: nameOf(former),
      since: MOMENT,
      findings: [],
    });
    expect(await readDocument(store, nameOf(former))).toBe(former.text);
  });

  it('go on serving when others are deployed that make other keys, and everything says so', async () => {
    await (await start(store, former)).resolution.submit([ada]);

    const started = await start(store, changed);

    expect(started.text).toBe(former.text);
    expect(started.register.status).toMatchObject({ inForce: nameOf(former), deployed: nameOf(changed) });
    expect(codesOf(started)).toEqual(['RULES_NOT_IN_FORCE']);
    expect((await started.resolution.metrics()).rules).toBe(started.register.status);
    expect((await started.resolution.search({ parameters: { email: ada.email } })).entities.length).toBe(1);
  });

  it.each(['tightened', 'relaxed', 'exact', 'reordered', 'manyKeys', 'threshold'] as const)(
    'are not replaced by rules that are %s',
    async (name) => {
      await (await start(store, former)).resolution.submit([ada]);

      expect(codesOf(await start(store, deployedPeople(edits[name])))).toEqual(['RULES_NOT_IN_FORCE']);
    },
  );

  it.each(['scores', 'demanding'] as const)(
    'are replaced at once by rules with other %s, which stored records do not depend on',
    async (name) => {
      await (await start(store, former)).resolution.submit([ada]);
      const deployed = deployedPeople(edits[name]);

      const started = await start(store, deployed);

      expect(started.register.status).toMatchObject({ inForce: nameOf(deployed), findings: [] });
      expect(started.text).toBe(deployed.text);
      // And they are what goes on serving from then on.
      const later = await start(store, changed);
      expect(later.text).toBe(deployed.text);
    },
  );

  it('are replaced at once as long as nothing is stored, also by one that begins anew after another', async () => {
    await start(store, former);
    await start(store, changed);

    const started = await start(store, former);

    expect(started.register.status).toMatchObject({ inForce: nameOf(former), findings: [] });
  });

  it('stay when a submit was refused: nothing is stored by it', async () => {
    const { resolution } = await start(store, former);
    await expect(resolution.submit([{ id: '' }])).rejects.toThrow();
    await resolution.submitWithPreview([ada], { dryRun: true });
    await resolution.sweep();

    expect(codesOf(await start(store, changed))).toEqual([]);
  });

  it('are replaced where the owner wants that, and the table goes on saying so', async () => {
    await (await start(store, former)).resolution.submit([ada]);

    const adopting = await start(store, changed, { adoptChanged: true });
    const later = await start(store, changed);

    expect(adopting.text).toBe(changed.text);
    expect(codesOf(adopting)).toEqual(['RULES_ADOPTED']);
    expect(codesOf(later)).toEqual(['RULES_ADOPTED']);
  });

  it('are taken for the deployed ones where a former release stored records, and that is said', async () => {
    const { rules } = await chooseRules(new MemoryStore(), former);
    await createResolution({ store, rules }).submit([ada]);

    const first = await start(store, former);
    const second = await start(store, changed);

    expect(codesOf(first)).toEqual(['RULES_ASSUMED']);
    expect(codesOf(second)).toEqual(['RULES_NOT_IN_FORCE']);
    expect(await first.resolution.entityByRecord('ada')).toBeDefined();
  });

  it('are in force without the documents that a former release would not have: work under way counts as stored', async () => {
    store.items.set('journal', { pk: 'J#0', sk: `${'0'.repeat(26)}`, r: ['ada'] });

    expect(codesOf(await start(store, former))).toEqual(['RULES_ASSUMED']);
  });
});

describe('keys of a table', () => {
  const hashesOf = (store: MemoryStore) =>
    [...store.items.values()].flatMap(({ pk }) => (/^[BK]#/.test(pk) ? [pk.slice(2)] : [])).sort();

  it('are what a former release made of the same rules: nothing has to be indexed anew', async () => {
    const started = await start(store, former);
    await started.resolution.submit([ada]);
    // As keys were made before tables noted their rules: digests over the signature alone.
    const formerPlans = new Map(started.rules.parts.plans.map(({ signature, identity }) => [signature, identity]));

    expect(Object.fromEntries(formerPlans)).toEqual(registerOf(store)['k']);
    for (const { hash } of started.rules.indexKeys(started.rules.resolve(ada))) expect(hashesOf(store)).toContain(hash);
  });

  it('stay apart from those of a plan that carries other values', async () => {
    await (await start(store, former)).resolution.submit([ada]);

    const { rules } = await start(store, changed, { adoptChanged: true });

    const before = new Set(hashesOf(store));
    const email = rules.parts.plans.find(({ ruleIDs }) => ruleIDs.includes('EMAIL'))!;
    const keys = rules.indexKeys(rules.resolve(ada));
    expect(keys.filter(({ plan }) => plan === email).map(({ hash }) => before.has(hash))).toEqual([false]);
    expect(keys.filter(({ plan }) => plan !== email).every(({ hash }) => before.has(hash))).toBe(true);
  });
});

describe('two processes that start at once', () => {
  /** The store, where another process does something before this one first writes the register. */
  function overtaken(act: () => Promise<unknown>) {
    const isOfRegister = (one: Write) => 'put' in one && one.put.pk === 'Q#';
    let isOvertaken = false;
    return interrupted(store, async (verb, writes) => {
      if (isOvertaken || verb !== 'write' || !(writes as Write[]).some(isOfRegister)) return;
      isOvertaken = true;
      await act();
    });
  }

  it('on an empty table: the first write wins, and the other reads what it wrote', async () => {
    const slow = overtaken(async () => (await start(store, former)).resolution.submit([ada]));

    const started = await start(slow, changed);

    expect(started.text).toBe(former.text);
    expect(codesOf(started)).toEqual(['RULES_NOT_IN_FORCE']);
  });

  it('with the same rules: both go by them', async () => {
    const slow = overtaken(() => start(store, former));

    expect(codesOf(await start(slow, former))).toEqual([]);
    expect(registerOf(store)['v']).toBe(1);
  });

  it('cannot both store by their own rules: the one that thinks the table empty is refused before its first record', async () => {
    const first = await start(store, former);
    const second = await start(store, changed);

    await expect(first.resolution.submit([ada])).rejects.toThrow(RulesReplacedError);
    expect(first.register.isReplaced).toBe(true);
    expect([...store.items.values()].filter(({ pk }) => !pk.startsWith('Q#'))).toEqual([]);
    await second.resolution.submit([ada]);
    const again = await start(store, former);
    expect(again.text).toBe(changed.text);
  });

  it('cannot take over what the other began to store by', async () => {
    const first = await start(store, former);
    const slow = overtaken(() => first.resolution.submit([ada]));

    const second = await start(slow, changed);

    expect(second.text).toBe(former.text);
    expect((await second.resolution.search({ parameters: { email: ada.email } })).entities.length).toBe(1);
  });

  it('read nothing by rules that are not those of the table', async () => {
    const first = await start(store, former);
    const second = await start(store, changed);
    await second.resolution.submit([ada]);

    for (const operation of [
      () => first.resolution.search({ parameters: { email: ada.email } }),
      () => first.resolution.sweep(),
      () => first.resolution.disassemble({ recordIDs: ['ada'] }),
      () => first.resolution.submitWithPreview([ada], { dryRun: true }),
    ])
      await expect(operation()).rejects.toMatchObject({ code: 'TRY_AGAIN', retryable: true });
  });
});

describe('what the register costs', () => {
  it('is one read at a start, and nothing when something is stored', async () => {
    await (await start(store, former)).resolution.submit([ada]);
    const watched = new WatchedStore(store);
    const callsOf = async (work: () => Promise<unknown>) => {
      watched.reset();
      await work();
      return watched.calls;
    };

    const { resolution, rules } = await start(watched, former);
    const atStart = [...watched.calls];
    const unasked = createResolution({ store: watched, rules });

    expect(atStart).toEqual(['getMany 1']);
    expect(await callsOf(() => resolution.submit([{ ...ada, id: 'b' }]))).toEqual(
      await callsOf(() => unasked.submit([{ ...ada, id: 'c' }])),
    );
    expect(await callsOf(() => resolution.entityByRecord('ada'))).toEqual(
      await callsOf(() => unasked.entityByRecord('ada')),
    );
  });
});

describe('a document in the table', () => {
  const large = deployedPeople((document) => {
    document.referenceLists = [
      {
        id: 'LIST',
        meta: { header: [{ type: 'text' }, { type: 'text' }] },
        rows: Array.from({ length: 6_000 }, (_, row) => [`größe ${row} 😀`, 'straße '.repeat(15) + row]),
      },
    ];
  });

  it('may be a megabyte, in parts that an item can hold and that end between characters', async () => {
    const bytes = Buffer.byteLength(large.text);
    await (await start(store, large)).resolution.submit([ada]);

    const parts = [...store.items.values()].filter(({ pk }) => pk.startsWith('Q#') && pk !== 'Q#');
    expect(bytes).toBeGreaterThan(700_000);
    expect(parts.length).toBe(Math.ceil(bytes / PART_BYTES));
    for (const { d } of parts) expect(Buffer.byteLength(d as string)).toBeLessThanOrEqual(PART_BYTES);
    expect((await start(store, changed)).text).toBe(large.text);
  });

  it('that is damaged, or gone, is not served by', async () => {
    for (const damage of [
      (store: MemoryStore, key: string) => store.items.delete(key),
      (store: MemoryStore, key: string) => store.items.set(key, { ...store.items.get(key)!, d: '{}' }),
    ]) {
      const store = new MemoryStore();
      await (await start(store, former)).resolution.submit([ada]);
      damage(store, [...store.items].find(([, { sk }]) => sk === '0000')![0]);

      await expect(start(store, changed)).rejects.toThrow(StoredRulesError);
      expect(codesOf(await start(store, former))).toEqual([]);
    }
  });

  it('that reads a field which the deployed schema lost goes on serving, and every such field is named', async () => {
    await (await start(store, former)).resolution.submit([ada]);
    const schema = loadRecordSchema(peopleSchemaText.replace(/^.*dateOfBirth.*$/m, ''));
    const deployed = deployedPeople((document) => {
      for (const transformer of document.transformers)
        if (transformer.attributes.path === 'dateOfBirth') transformer.attributes.path = 'city';
    }, schema);

    const started = await start(store, deployed);

    expect(codesOf(started)).toEqual(['RULES_NOT_IN_FORCE', 'RULES_MISS_FIELDS']);
    expect(started.register.status.findings[1]!.message).toContain('dateOfBirth');
    const [found] = (await started.resolution.search({ parameters: { email: ada.email } })).entities;
    expect(found!.records).toEqual([ada]);
  });

  it('that this release cannot run at all is refused with every problem', async () => {
    await (await start(store, former)).resolution.submit([ada]);
    const text = former.text.replaceAll('"soundex"', '"a lost algorithm"');
    const name = createHash('sha256').update(text).digest('hex');
    await store.write([
      { put: { pk: `Q#${name}`, sk: '0000', d: text } },
      { update: { pk: 'Q#', sk: '#' }, set: { s: name } },
    ]);

    await expect(start(store, changed)).rejects.toThrow(RuleConfigError);
  });
});

describe('another release', () => {
  it('goes on with the keys that the table began with, and says that values may differ', async () => {
    await start(store, former);
    // As if a release with another version of keys had begun the table.
    await store.write([{ update: { pk: 'Q#', sk: '#' }, set: { x: INDEX_VERSION + 1, u: 1 } }]);

    const started = await start(store, former);

    expect(codesOf(started)).toEqual(['RULES_OF_ANOTHER_RELEASE']);
    await started.resolution.submit([ada]);
    const later = await start(store, former);
    expect((await later.resolution.search({ parameters: { email: ada.email } })).entities.length).toBe(1);
  });
});
