import { describe, expect, it } from '@jest/globals';
import { type DesignedFile, designFile } from '../../../../../apps/cli/design/design-file.ts';
import { waterfall } from '../../../../../apps/cli/design/report/charts.ts';
import { html } from '../../../../../apps/cli/design/report/html.ts';
import { reportPage } from '../../../../../apps/cli/design/report/report.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { csv, names, people } from './people-file.ts';

const directory = temporaryDirectory();
const attack = '<script>alert(1)</script>"\'&';
const next = ['npx entity-data start --instance shop', `npx entity-data load '${attack}.csv'`];

async function designed(): Promise<DesignedFile> {
  const quoted = `"${attack.replaceAll('"', '""')}"`;
  const rows = people.map((row, index) => [...row, index % 3 === 0 ? quoted : `x${index}`]);
  const file = await directory.write('attack.csv', csv([[...names, quoted], ...rows]));
  return designFile(file, { kinds: new Map(), idReplace: [], seed: 1 });
}

describe('reportPage', () => {
  it('shows columns, rules, expectation, entities and pairs, and escapes what the file says', async () => {
    const page = await reportPage(await designed(), next);

    for (const heading of [
      'Columns',
      'Rules',
      'What to expect',
      'Entities of the trial run',
      'Pairs around the threshold',
      'How to go on',
    ]) {
      expect(page).toMatch(new RegExp(`<h2 id="\\w+">${heading}</h2>`));
    }
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(page).not.toMatch(/<script/i);
    // The charts are pictures, with numbers beside them.
    expect(page.match(/<svg /g)!.length).toBeGreaterThan(12);
    expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
    expect(page).toContain('there is no estimate of precision and recall');
  });

  it('asks for nothing from elsewhere', async () => {
    const page = await reportPage(await designed(), next);

    const addresses = [...page.matchAll(/\b(?:src|href|url|action|xlink:href)\s*[=(]\s*["']?([^"')\s>]*)/gi)].map(
      ([, to]) => to,
    );
    expect(addresses.filter((to) => !to!.startsWith('#'))).toEqual([]);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/@import|<(?:link|img|iframe|object|form)\b/i);
  });

  it('shows what a model expects as its opinion, and why a design falls back', async () => {
    const made = await designed();
    const opinion = { precision: 0.987, recall: 0.912, low: 0.9, high: 0.99 };
    const alarms = [{ code: 'FEW', message: 'There are few records.', hint: 'Label some pairs.' }];
    const learned = {
      ...made,
      designed: { ...made.designed, opinion, alarms, fallback: { code: 'FEW', message: 'Too few.' }, pairs: [] },
    };

    const page = await reportPage(learned, next);

    expect(page).toContain(
      'own opinion, learned from 120 records without labels:</strong> precision 0.987, recall 0.912, interval 0.900 to 0.990',
    );
    expect(page).toContain('<li>Too few.</li><li>There are few records. Label some pairs.</li>');
    expect(page).toContain('No two records share a key of the rules.');
  });
});

describe('html', () => {
  it('escapes values, takes HTML as it is, and drops control characters', () => {
    const { text } = html`<p title="${'"'}">${['<b>', html`<i>${1}</i>`]} ${'a\u0000\u001bb'}</p>`;

    expect(text).toBe('<p title="&quot;">&lt;b&gt;<i>1</i> a  b</p>');
  });
});

describe('waterfall', () => {
  it('begins each part where the one before ended, and leaves out what counts nothing', () => {
    const part = (title: string, bits: number) => ({ title, bits, valueA: '', valueB: '' });

    const { data } = waterfall([part('a', 5), part('b', 0), part('c', -2)], 3, 4) as unknown as {
      data: { values: { title: string; from: number; to: number }[] };
    };

    expect(data.values.map(({ title, from, to }) => [title, from, to])).toEqual([
      ['a', 0, 5],
      ['c', 5, 3],
      ['sum', 0, 3],
    ]);
  });
});
