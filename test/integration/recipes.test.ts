import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../setup/memory-store.ts';
import { email, peopleOn } from './api-people.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

/** The only GraphQL document of a section of the page. */
function documentOf(heading: string): string {
  const section = page.slice(page.indexOf(`## ${heading}\n`)).split(/^## /m)[1] ?? '';
  const blocks = [...section.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text]) => text!);
  expect(blocks.length).toBe(1);
  return blocks[0]!;
}

interface Answer {
  readonly complete: boolean;
  readonly entityIDs: readonly string[];
  readonly connectionBan: string | null;
  readonly stillConnected: readonly { readonly a: string; readonly b: string; readonly edges: readonly string[] }[];
}

describe('the recipe "Take two things apart"', () => {
  it('parts two people that three links connect, and keeps them apart', async () => {
    const people = peopleOn(new MemoryStore());
    await people.submit(
      { id: 'crm-17', name: 'Ada', phone: '17', emails: [email('shared@example.org'), email('ada@example.org')] },
      { id: 'crm-18', name: 'Ada', phone: '17', emails: [email('again@example.org')] },
      { id: 'shop-4711', name: 'Bob', phone: '47', emails: [email('shared@example.org'), email('bob@example.org')] },
      { id: 'shop-4712', name: 'Bob', phone: '47', emails: [email('again@example.org'), email('ada@example.org')] },
    );
    const recipe = documentOf('Take two things apart');
    const isWrong = (edge: string) => edge.includes('crm-') && edge.includes('shop-');
    let [a, b] = ['crm-17', 'shop-4711'];
    const answers: Answer[] = [];

    for (let more = true; more; ) {
      const { data, codes } = await people.ask(recipe.replace('crm-17', a).replace('shop-4711', b));
      expect(codes).toEqual([]);
      const answer: Answer = data.disassemble;
      answers.push(answer);
      more = answer.stillConnected.length > 0;
      const wrong = answer.stillConnected.flatMap(({ edges }) => edges).find(isWrong);
      if (more) [a, b] = wrong!.split(':') as [string, string];
    }

    expect(answers.map(({ connectionBan }) => connectionBan !== null)).toEqual([false, false, true]);
    expect(answers.map(({ entityIDs }) => entityIDs.length)).toEqual([1, 1, 2]);
    const { data } = await people.ask(`{
      ada: entityByRecord(input: { id: "crm-17" }) { entity { records { id } connectionBans { reference user reason } } }
      bob: entityByRecord(input: { id: "shop-4711" }) { entity { records { id } } }
    }`);
    expect(data.ada.entity.records).toEqual([{ id: 'crm-17' }, { id: 'crm-18' }]);
    expect(data.bob.entity.records).toEqual([{ id: 'shop-4711' }, { id: 'shop-4712' }]);
    expect(data.ada.entity.connectionBans).toEqual([
      { reference: answers.at(-1)!.connectionBan, user: 'jane', reason: 'two people' },
    ]);
    // A record that either would take brings them not together.
    await people.submit({ id: 'both', phone: '17', emails: [email('bob@example.org')] });
    const again = await people.ask('{ entityByRecord(input: { id: "shop-4711" }) { entity { records { id } } } }');
    expect(again.data.entityByRecord.entity.records).not.toContainEqual({ id: 'crm-17' });
  });
});
