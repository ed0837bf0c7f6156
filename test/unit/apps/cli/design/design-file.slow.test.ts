import { appendFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { type DesignedFile, type DesignFileOptions, designFile } from '../../../../../apps/cli/design/design-file.ts';
import { learningNotes } from '../../../../../apps/cli/design/design-from-records.ts';
import { designJson } from '../../../../../apps/cli/design/design-json.ts';
import { designText } from '../../../../../apps/cli/design/design-text.ts';
import { literal, openEngine } from '../../../../../apps/cli/files/engine.ts';
import { openSource } from '../../../../../apps/cli/files/source-file.ts';
import { fileStart } from '../../../../../apps/cli/files/source-record.ts';

import type { Question } from '../../../../../apps/cli/terminal/question.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { kindTitles } from '../../../../../src/workbench/design/field-kind.ts';
import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { csv, names, people, usual } from './people-file.ts';

const directory = temporaryDirectory();

const withColumn = (name: string, value: (index: number) => string) =>
  csv([[...names, name], ...people.map((row, index) => [...row, value(index)])]);

const wholeFile = csv([names, ...people]);

const design = async (name: string, content: string | Buffer, options: Partial<DesignFileOptions> = {}) =>
  designFile(await directory.write(name, content), { ...usual, ...options });

const columnOf = ({ columns }: DesignedFile, title: string) => columns.find((column) => column.title === title)!;
const refusal = (code: string, message: RegExp | string, hint = '') => ({
  code,
  message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  ...(hint !== '' && { hint: expect.stringContaining(hint) }),
});

describe('designFile', () => {
  it('designs rules that link the same people, a schema, and a mapping of all columns', async () => {
    const designed = await design('people.csv', wholeFile);
    const { design: made, trial, pairs } = designed.designed;

    expect(designed).toMatchObject({ rows: 120, counted: 120, title: 'cells separated by ",", UTF-8' });
    expect(columnOf(designed, 'id')).toMatchObject({ isId: true, field: null, isCompared: false });
    expect(columnOf(designed, 'last_name')).toMatchObject({ kind: 'familyName', field: 'last_name', isCompared: true });
    expect(designed.columnsFile).toEqual({
      version: 1,
      id: { column: 'id' },
      columns: [
        { column: 'id', field: null, reason: 'it is the id' },
        ...names.slice(1).map((name) => ({ column: name, field: name, type: 'text' })),
      ],
    });
    expect(trial.clusters).toEqual([
      { size: 1, count: 96 },
      { size: 2, count: 12 },
    ]);
    expect(pairs.length).toBeGreaterThan(0);
    const schema = loadRecordSchema(made.schema);
    expect(() => loadRuleConfig(JSON.stringify(made.ruleConfig), schema, 'designed')).not.toThrow();
  });

  it('makes the same design again, and leaves nothing behind', async () => {
    const temporary = directory.path('temporary');
    await mkdir(temporary);
    const former = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    const one = await design('again.csv', wholeFile);
    const two = await design('again.csv', wholeFile);

    expect(designJson(two, 'x', [])).toEqual(designJson(one, 'x', []));
    expect(two.designed).toEqual(one.designed);
    expect(await readdir(temporary)).toEqual([]);
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  });

  const withLatin = withColumn('größe', () => 'groß');

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${wholeFile}`), []],
    ['UTF-16', Buffer.from(`\uFEFF${csv([names, ...people], '\t')}`, 'utf16le'), ['is UTF-16, by its bytes']],
    ['Latin-1', Buffer.from(withLatin, 'latin1'), ['is Windows-1252 (Latin-1), by its bytes']],
    ['several line breaks', wholeFile.replaceAll('\nc1', '\r\nc1').replaceAll('\nc2', '\rc2'), []],
    ['semicolons', csv([names, ...people], ';'), []],
    ['circumflexes', csv([names, ...people], '^'), []],
  ])('reads a file with %s', async (what, content, notes) => {
    const { rows, columns, warnings } = await design(`${what}.csv`, content);

    expect(rows).toBe(120);
    expect(columns.map(({ title }) => title).slice(0, 5)).toEqual(names);
    for (const note of notes) expect(warnings).toContainEqual(expect.stringContaining(note));
  });

  it('makes rows of one group one entity where the owner vouches for the group', async () => {
    // Each person has a second row: an alias without any other value.
    const rows = people.flatMap((row, index) => [
      [...row, `g${index}`],
      [`alias${index}`, '', `Alias${index}`, '', '', `g${index}`],
    ]);
    const content = csv([[...names, 'Group ID'], ...rows]);

    const designed = await design('aliases.csv', content, { same: ['Group ID'] });

    expect(designed.designed.trial.clusters).toEqual([
      { size: 2, count: 96 },
      { size: 4, count: 12 },
    ]);
    expect(columnOf(designed, 'Group ID')).toMatchObject({
      kindTitle: 'the same entity',
      because: 'you said that an equal value is one entity',
    });
    expect(designed.instanceDesign.fields.at(-1)).toEqual({ name: 'Group_ID', description: 'Group ID', same: true });
    await expect(design('aliases.csv', content, { same: ['id'] })).rejects.toMatchObject(
      refusal('DESIGN_OPTION_INVALID', '--same names "id", which no record has: it is the id.', 'Name a column with'),
    );
    await expect(design('aliases.csv', content, { same: ['group'] })).rejects.toMatchObject(
      refusal('DESIGN_OPTION_INVALID', 'No column is named "group".', 'Group ID'),
    );
  });

  it('reads JSON lines with nested values, and says what it leaves out', async () => {
    const lines = people.map(([id, given, family, born], index) =>
      JSON.stringify({
        id: Number(id!.slice(1)),
        name: { first: given, last: family },
        born,
        emails: [{ at: `p${index}@example.org` }],
        tags: index % 2 === 0 ? 'a' : ['a', 'b'],
        mix: index % 2 === 0 ? 'x' : { y: 1 },
        none: null,
      }),
    );

    const designed = await design('people.jsonl', lines.join('\n'));

    expect(designed.columnsFile.columns).toEqual([
      { column: 'id', field: null, reason: 'it is the id' },
      { column: ['name', 'first'], field: 'name.first', type: 'text' },
      { column: ['name', 'last'], field: 'name.last', type: 'text' },
      { column: 'born', field: 'born', type: 'text' },
      { column: ['emails', '*', 'at'], field: 'emails.*.at', type: 'text' },
      { column: 'tags', field: 'tags', type: 'list' },
      { column: 'mix', field: null, reason: 'it is an object in some records and a text or a list in others' },
      { column: 'none', field: null, reason: 'it is always empty' },
    ]);
    expect(designed.designed.design.schema).toContain('tags: [String]');
    expect(columnOf(designed, 'emails.*.at').kind).toBe('email');
  });

  it('names fields of any script, and keeps their data', async () => {
    const header = ['код', 'имя', 'фамилия', 'https://example.org/ontology#birthDate'];
    const designed = await design('cyr.csv', csv([header, ...people.map((row) => row.slice(0, 4))]));

    expect(designed.columnsFile.id).toEqual({ column: 'код' });
    expect(designed.columnsFile.columns.map(({ field }) => field)).toEqual([null, 'imya', 'familiya', 'birthDate']);
    expect(columnOf(designed, header[3]!).kind).toBe('birthDate');
  });

  it('keeps leading zeros and takes long numbers for texts', async () => {
    const content = withColumn('postcode', (index) => `00${10 + (index % 30)}`);
    const designed = await design('zeros.csv', content);

    expect(columnOf(designed, 'postcode').summary.top.map(({ value }) => value)).toContain('0010');
  });

  it('leaves out an empty column, and never compares a column of JSON', async () => {
    const withEmpty = withColumn('nothing', () => '');
    const withJson = withColumn('extra', (index) => `"{""a"": ${index}}"`);

    expect(columnOf(await design('empty-column.csv', withEmpty), 'nothing')).toMatchObject({
      field: null,
      because: 'it is empty in every row',
    });
    expect(columnOf(await design('json.csv', withJson), 'extra')).toMatchObject({
      field: 'extra',
      isCompared: false,
      because: expect.stringContaining('its values are JSON'),
    });
  });

  it('uses the columns and kinds that are named', async () => {
    const content = withColumn('label', (index) => `x${index % 40}`);
    const kinds = new Map([['label', 'accountNumber' as const]]);

    const designed = await design('named.csv', content, { columns: ['label', 'last_name'], kinds });

    expect(columnOf(designed, 'label')).toMatchObject({ kind: 'accountNumber', because: 'you said so' });
    expect(columnOf(designed, 'email')).toMatchObject({ field: null, because: 'you chose other columns' });
    expect(columnOf(designed, 'id').isId).toBe(true);
    const noKind = new Map([['nope', 'city' as const]]);
    for (const wrong of [{ columns: ['nope'] }, { kinds: noKind }, { idColumn: 'nope' }]) {
      await expect(design('named.csv', content, wrong)).rejects.toMatchObject(
        refusal('DESIGN_OPTION_INVALID', 'No column is named "nope".', 'The columns are: id, first_name'),
      );
    }
  });

  it('learns the names of the columns of a file without a header', async () => {
    const designed = await design('plain.csv', csv(people), { header: names });

    expect(designed.rows).toBe(120);
    expect(designed.columnsFile.source).toEqual({ header: names });
  });

  it('makes ids from line numbers where there are none, or where it is told to', async () => {
    const none = await design('Größe 1.csv', csv([names.slice(1), ...people.map((row) => row.slice(1))]));
    const told = await design('told.csv', wholeFile, { idColumn: false });

    expect(none.columnsFile.id).toEqual({ linePrefix: 'Grosse_1-' });
    expect(designText(none).replace(/\s+/g, ' ')).toContain(
      'Ids are made from line numbers (Grosse_1-17 is that of line 17).',
    );
    expect(told.columnsFile.id).toEqual({ linePrefix: 'told-' });
    expect(columnOf(told, 'id').field).toBe('id_2');
  });

  it('names a column that could be the id where none looks like one', async () => {
    const phones = people.map((row, index) => [`+44 7${100_000_000 + index * 7_919}`, ...row.slice(1)]);
    const { id } = await design('phones.csv', csv([['phone', ...names.slice(1)], ...phones]));

    expect(id.because).toBe(
      'hardly two rows share a value of "phone", but neither its name nor its values look like an id',
    );
  });

  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const [header = '', ...lines] = wholeFile.trim().split('\n');
  const withLine = (at: number, change: (line: string) => string) =>
    `${[header, ...lines.map((line, index) => (index === at ? change(line) : line))].join('\n')}\n`;
  const named = (name: string) => (line: string) =>
    line.replace(/^([^,]*,[^,]*),[^,]*/, (_all, start) => `${start},${name}`);

  it.each<[string, string | Buffer, number, number, readonly string[]]>([
    [
      'a mix of encodings',
      Buffer.concat([
        Buffer.from(`${header}\n`),
        ...lines.map((line, index) => (index % 2 ? latin1 : Buffer.from)(`${named('Zoë')(line)}\n`)),
      ]),
      120,
      0,
      ['is a mix of UTF-8 and Windows-1252 (Latin-1)'],
    ],
    ['U+FFFD', withLine(7, named('M\ufffdller')), 119, 1, ['1 line is no record and is left out']],
    ['U+0000', withLine(7, named('M\0ller')), 120, 0, []],
    ['a quote that is not doubled', withLine(7, named('"Haas" x')), 120, 0, ['not doubled, the last time at line 9']],
    ['a quote within a quoted cell', withLine(7, named('"a "b" c"')), 120, 0, ['not doubled, the last time at line 9']],
    ['too many cells', withLine(7, (line) => `${line},more`), 119, 1, ['line 9: it has more cells than the header']],
  ])('takes the same rows as load from a file with %s', async (_what, content, taken, refused, notes) => {
    const { rows, warnings, columnsFile, file } = await design('rows.csv', content);
    const source = await openSource(file, {
      column: new Map(),
      mapping: { path: 'columns.json', content: columnsFile },
    });
    const loaded = await allOf(source.read(fileStart));
    await source.close();

    expect(rows).toBe(taken);
    expect(loaded.filter((row) => 'record' in row)).toHaveLength(taken);
    expect(loaded.filter((row) => 'problem' in row)).toHaveLength(refused);
    for (const note of notes) expect(warnings).toContainEqual(expect.stringContaining(note));
  });

  it.each([0, 60, 119])('refuses a quote that is not closed, with its line: row %d', async (at) => {
    await expect(design('open.csv', withLine(at, named('"Haas')))).rejects.toMatchObject(
      refusal('COLUMNS_INVALID', `a quote that opens at line ${at + 2} is not closed`),
    );
  });

  it('designs the same from texts for no value as from empty cells, and writes down which they are', async () => {
    const withTexts = (text: string) =>
      csv([
        [...names, 'vessel', 'flag'],
        ...people.map((row, index) => [
          ...row.map((cell, at) => (at === 4 && index % 3 ? text : cell)),
          text,
          index % 2 ? text : 'GB',
        ]),
      ]);

    const marked = await design('people.csv', withTexts('-0- '));
    const empty = await design('people.csv', withTexts(''));
    const asValues = await design('people.csv', withTexts('-0- '), { nulls: false });

    expect(marked.nulls).toMatchObject([
      { value: '-0-', columns: [{ column: 'email', count: 80 }, { column: 'vessel', count: 120 }, { count: 60 }] },
    ]);
    expect(marked.columnsFile).toEqual({ ...empty.columnsFile, nulls: ['-0-'] });
    expect(marked.designed.trial).toEqual(empty.designed.trial);
    expect(marked.designed.design.evidence.map(({ title, levels }) => [title, levels.map(([, bits]) => bits)])).toEqual(
      empty.designed.design.evidence.map(({ title, levels }) => [title, levels.map(([, bits]) => bits)]),
    );
    expect(marked.instanceDesign.nulls).toEqual(['-0-']);
    expect(designText(marked)).toContain('- vessel: "-0-" in 120 rows');
    expect(asValues).toMatchObject({ nulls: [] });
    expect(columnOf(asValues, 'vessel').field).toBe('vessel');
    // Those who call the API are not protected by columns.json: the rules drop the text as well.
    const { ruleConfig, schema } = marked.designed.design;
    const rules = compileRuleConfig(loadRuleConfig(JSON.stringify(ruleConfig), loadRecordSchema(schema), 'designed'));
    const [one, other] = ['1', '2'].map((id) => rules.resolve({ id, email: '-0-', flag: '-0-', vessel: '-0-' }));
    expect([one, other].flat(2).every((values) => values?.length === 0)).toBe(true);
    expect(rules.links(one!, other!)).toEqual([]);
  });

  it('reads a file without a header where that is said, and asks or refuses where it is unclear', async () => {
    const unclear = people.map(([, given, family]) => `${given} ${family},${family} ${given}`).join('\n');
    const questions: Question[] = [];
    const ask = async (question: Question) => {
      questions.push(question);
      return question.otherwise;
    };

    const numbered = await design('people.csv', csv(people), { header: false });
    const said = await design('unclear.csv', unclear, { header: true });
    const asked = await design('unclear.csv', unclear, { ask });
    const assumed = await design('unclear.csv', unclear, { assumesHeader: true });

    expect(numbered.rows).toBe(120);
    expect(numbered.columns.map(({ title }) => title)).toEqual(['column1', 'column2', 'column3', 'column4', 'email']);
    expect(numbered.columnsFile.source?.header).toEqual(numbered.columns.map(({ title }) => title));
    expect(numbered.warnings).toContainEqual(expect.stringContaining('named by their values: column1,'));
    expect([said.rows, asked.rows, assumed.rows]).toEqual([119, 119, 119]);
    expect(questions[0]!.text).toContain('Does the first row of');
    expect(assumed.warnings).toContainEqual(expect.stringContaining('It is taken for names.'));
    await expect(design('unclear.csv', unclear)).rejects.toMatchObject(
      refusal('COLUMNS_INVALID', 'may name the columns, or be a record', '--no-header'),
    );
    await expect(design('codes.csv', 'C001;Ada\nC002;Bob\nC003;Cyd\n')).rejects.toMatchObject(
      refusal('COLUMNS_INVALID', 'is no header but data: C001, Ada', '--no-header'),
    );
    await expect(design('official.csv', '1;-0-;-0-;x\n2;-0-;-0-;y\n3;-0-;-0-;z\n')).rejects.toMatchObject(
      refusal('COLUMNS_INVALID', 'is no header but data: 1, -0-, -0-, x'),
    );
  });

  it('refuses more columns than fit into its memory', async () => {
    const wide = Array.from({ length: 2_001 }, (_, index) => `column${index}`);
    const objects = people.map(([id], index) =>
      JSON.stringify({
        id,
        [`key${index}`]: 'x',
        ...(index === 0 && Object.fromEntries(wide.map((name) => [name, 'y']))),
      }),
    );

    await expect(design('wide.csv', `${wide}\n${wide}\n`)).rejects.toMatchObject(
      refusal('COLUMNS_INVALID', 'wide.csv has 2,001 columns; design reads at most 2,000'),
    );
    await expect(design('keys.jsonl', objects.join('\n'))).rejects.toMatchObject(
      refusal('SOURCE_FILE_UNUSABLE', 'keys.jsonl have more than 2,000 different fields'),
    );
  });

  it('draws a sample of a compressed file by the size of its content', async () => {
    const file = directory.path('compressed.parquet');
    const engine = await openEngine();
    await engine.rows(
      `COPY (SELECT 'c' || i AS id, 'Ada' || (i % 50) AS name, repeat('long ', 200) || (i % 9) AS note FROM range(5000) r(i))
       TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
    );
    engine.close();

    const { rows, counted, warnings } = await designFile(file, { ...usual, wholeFileBytes: 2_000_000 });

    expect((await stat(file)).size).toBeLessThan(200_000);
    expect(rows).toBe(5_000);
    expect(counted).toBeLessThan(1_300);
    expect(warnings).toContainEqual(expect.stringContaining('all figures come from a random sample'));
  });

  it('draws a sample of a file that is too large, and says so', async () => {
    const designed = await design('large.csv', wholeFile, { wholeFileBytes: 100 });

    expect(designed.rows).toBe(120);
    expect(designed.counted).toBeLessThanOrEqual(120);
    expect(columnOf(designed, 'id').isId).toBe(true);
  });

  describe('asks', () => {
    async function asking(content: string, answer: (question: Question) => string, name = 'asked.csv') {
      const questions: Question[] = [];
      const designed = await design(name, content, {
        ask: async (question) => {
          questions.push(question);
          return answer(question);
        },
      });
      return { designed, questions };
    }

    const namesIn = (question: Question | undefined) => question!.choices.map(({ name }) => name);

    it('nothing where everything is clear', async () => {
      expect((await asking(wholeFile, () => '')).questions).toEqual([]);
    });

    it('which column is the id, where several may be', async () => {
      const header = ['shop id', 'till id', ...names.slice(1)];
      const rows = people.map((row, index) => [`s${index}`, `w${index}`, ...row.slice(1)]);

      const { designed, questions } = await asking(csv([header, ...rows]), () => 'till id');

      expect(questions).toMatchObject([{ otherwise: 'shop id' }]);
      expect(namesIn(questions[0])).toEqual(['shop id', 'till id', 'none']);
      expect(designed.columnsFile.id).toEqual({ column: 'till id' });
      const { designed: none } = await asking(csv([header, ...rows]), () => 'none');
      expect(none.columnsFile.id).toEqual({ linePrefix: 'asked-' });
    });

    it('what a column holds whose name and values say nothing', async () => {
      const content = withColumn('zqx', (index) => `word${index % 50} other`);

      const { designed, questions } = await asking(content, ({ otherwise }) => (otherwise === 'unknown' ? 'city' : ''));

      expect(questions).toMatchObject([
        { text: expect.stringContaining('"word0 other"'), shown: 5, otherwise: 'unknown' },
      ]);
      // The likeliest first, and in the end every kind once.
      const offered = namesIn(questions[0]);
      expect(offered.slice(0, 5)).toEqual(['category', 'freeText', 'organizationName', 'unknown', 'ignored']);
      expect([...offered].sort()).toEqual(Object.keys(kindTitles).sort());
      expect(columnOf(designed, 'zqx')).toMatchObject({ kind: 'city', because: 'you said so' });
    });

    it('whether colons of ids may be replaced', async () => {
      const content = csv([names, ...people.map(([id, ...row]) => [`a:${id}`, ...row])]);

      const { designed } = await asking(content, () => 'yes');

      expect(designed.columnsFile.id).toEqual({ column: 'id', replace: [[':', '-']] });
      await expect(asking(content, () => 'no')).rejects.toMatchObject({ code: 'RECORD_IDS_UNUSABLE' });
    });
  });

  describe('refuses, with what to do,', () => {
    it.each([
      ['no rows', 'id,name\n', refusal('COLUMNS_INVALID', 'has a header and no rows', 'Add rows')],
      ['an empty file', '', refusal('SOURCE_FILE_UNUSABLE', 'is empty')],
      [
        'a file without a header',
        '1,2\n3,4\n',
        refusal('COLUMNS_INVALID', 'is no header but data: 1, 2', '--header name1,name2'),
      ],
      ['doubled names', 'id,a,a\n1,2,3\n', refusal('COLUMNS_INVALID', 'The columns 2 and 3 of', 'name of its own')],
      [
        'an open quote',
        `${csv([names, ...people.slice(0, 20)])}x,"y\n${csv(people)}`,
        refusal('COLUMNS_INVALID', /a quote that opens at line 22 is not closed\.$/, 'Double a quote'),
      ],
      [
        'rows that never fit',
        'a,b\n1\n2\n3\n',
        refusal('COLUMNS_INVALID', /no row has as many cells|has a header and no rows/),
      ],
      [
        'rows of which most do not fit',
        `Export of today\n${csv([['name'], ...people.slice(0, 5).map(([, a]) => [a!])])}${csv(people)}`,
        refusal('COLUMNS_INVALID', /120 of 12[56] rows have more or fewer cells than the header\.$/, '--delimiter'),
      ],
      ['JSON without objects', '[]\n', refusal('SOURCE_FILE_UNUSABLE', /./)],
      [
        'JSON that ends too early',
        '[{"id":"1"},{"id"',
        refusal('SOURCE_FILE_UNUSABLE', 'cannot be read: Malformed JSON', 'damaged'),
      ],
      [
        'rows that are all the same',
        csv([names, ...people.map(([id]) => [id!, 'Ada', 'Smith', '1980-01-02', 'a@x.org'])]),
        refusal('NOTHING_TO_COMPARE', 'all rows are the same', 'columns differ'),
      ],
      [
        'columns that describe nothing',
        csv([['id', 'created_at'], ...people.map(([id], index) => [id!, `2024-01-${10 + (index % 9)}`])]),
        refusal('NOTHING_TO_COMPARE', 'no column describes', '--kind'),
      ],
      [
        'ids that are missing',
        csv([names, ...people.map((row, index) => (index % 60 === 7 ? ['', ...row.slice(1)] : row))]),
        refusal('RECORD_IDS_UNUSABLE', '2 rows have none (row 8, 68)', '--no-id-column'),
      ],
      [
        'ids that are doubled',
        csv([names, ...people.map((row, index) => (index === 7 ? ['c6', ...row.slice(1)] : row))]),
        refusal('RECORD_IDS_UNUSABLE', '1 id stands in 2 rows ("c6" 2 times)', '--no-id-column'),
      ],
      [
        'ids with colons',
        csv([names, ...people.map(([id, ...row]) => [`a:${id}`, ...row])]),
        refusal('RECORD_IDS_UNUSABLE', '120 ids cannot be the id of a record ("a:c0")', "--id-replace ':' '-'"),
      ],
    ])('%s', async (what, content, error) => {
      await expect(design(`${what}.${what.startsWith('JSON') ? 'json' : 'csv'}`, content)).rejects.toMatchObject(error);
    });

    it('a directory, and a file that is not there', async () => {
      await expect(designFile(directory.path(), usual)).rejects.toMatchObject(
        refusal('SOURCE_FILE_UNUSABLE', 'is a directory'),
      );
      await expect(designFile(directory.path('nope.csv'), usual)).rejects.toMatchObject(
        refusal('SOURCE_FILE_UNUSABLE', 'cannot be read: ENOENT'),
      );
    });

    it('ids that a replacement makes equal', async () => {
      const content = csv([names, ...people.map(([, ...row], index) => [index === 1 ? 'a-0' : `a:${index}`, ...row])]);

      await expect(design('equal.csv', content, { idReplace: [[':', '-']] })).rejects.toMatchObject(
        refusal('RECORD_IDS_UNUSABLE', '1 id stands in 2 rows after the replacement ("a-0" 2 times)'),
      );
    });

    it('a file that changes while it is read', async () => {
      const changed = design('changing.csv', wholeFile, {
        onStep: (step) => {
          if (step === 'Reading rows')
            void appendFile(directory.path('changing.csv'), 'c999,Zoe,Zorn,1999-01-01,z@x.org\n');
        },
      });

      const changes = refusal('FILE_CHANGED', 'changed while it was read', 'Nothing was written');
      await expect(changed).rejects.toMatchObject(changes);
    });

    it('a file that changes before the result is written', async () => {
      const designed = await design('later.csv', wholeFile);
      await writeFile(directory.path('later.csv'), 'other');

      await expect(designed.check()).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    });

    it('an interruption, and leaves nothing behind', async () => {
      const abort = new AbortController();
      const before = await readdir(tmpdir());
      const interrupted = design('interrupted.csv', wholeFile, {
        signal: abort.signal,
        onStep: (step) => {
          if (step === 'Summarizing columns') abort.abort();
        },
      });

      await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });
      const left = (await readdir(tmpdir())).filter((name) => !before.includes(name));
      expect(left.filter((name) => name.startsWith('entity-data-design-'))).toEqual([]);
    });
  });

  describe('warns', () => {
    it('of lines that are no rows', async () => {
      const { warnings, rows } = await design('ragged.csv', `${wholeFile}c998,x\n`);

      expect(rows).toBe(120);
      expect(warnings).toContainEqual(
        '1 line is no record and is left out (line 122: it has fewer cells than the header). load refuses it too.',
      );
    });

    it('of a file of one column, which it compares', async () => {
      const designed = await design('one.csv', csv([['name'], ...people.map(([id, a, b]) => [`${a} ${b} ${id}`])]));

      expect(designed.warnings).toContainEqual(expect.stringContaining('has one column only'));
      expect(columnOf(designed, 'name')).toMatchObject({ isCompared: true, isId: false });
    });

    it('of a file in which nothing belongs together', async () => {
      const content = csv([names, ...people.filter((_, index) => index % 10 !== 9)]);
      const { warnings, designed } = await design('apart.csv', content);

      const warning = 'find no two records of one thing among the 108 records';
      expect(warnings).toContainEqual(expect.stringContaining(warning));
      // Few records are an alarm, and the reason for the fallback: it is said once.
      const notes = learningNotes(designed);
      expect(notes.filter((note) => note.includes('fewer than 1,000'))).toHaveLength(1);
      expect(notes).toHaveLength(designed.alarms.length);
    });

    it('of a file in which nearly everything becomes one', async () => {
      const rows = people.slice(0, 15).map(([id]) => [id!, 'Ada', 'Lovelace', '1980-02-03', 'ada@x.org']);
      const { warnings } = await design('together.csv', csv([names, ...rows, ...people.slice(20, 22)]));

      expect(warnings).toContainEqual(expect.stringContaining('make one entity of 15 of the 17 records'));
    });
  });
});
