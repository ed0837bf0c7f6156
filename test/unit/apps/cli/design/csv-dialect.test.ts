import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findDialect, unusualDialect } from '../../../../../apps/cli/design/csv-dialect.ts';
import { type Engine, openEngine } from '../../../../../apps/cli/duckdb/engine.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

describe('findDialect', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
  });
  afterEach(() => engine.close());

  it.each([
    ['id,name\n1,a\n2,b\n', ',', '"', '"'],
    ['id;name;x\n1;a,b;c\n2;a,b;c\n3;a;c\n', ';', '"', '"'],
    ['id\tname\n1\ta\n', '\t', '"', '"'],
    ['id|name\n1|a\n', '|', '"', '"'],
    ['id^name\n1^a\n', '^', '"', '"'],
    ['id,name,x\n1,a,b\n2,b\n3,a,b,c\n4,a,b\n5,a,b\n', ',', '"', '"'],
    ["id,name,x\n1,'a,b',c\n2,'b,c',d\n", ',', "'", "'"],
    ['id,name\n1,"a \\"q\\" b"\n2,"x"\n', ',', '"', '\\'],
    ['id;address\n1;"12, Main"\n2;"13, Main"\n', ';', '"', '"'],
    ['name\nAda\nBob\n', ',', '"', '"'],
    ['time\n12:30\n12:45\n', ',', '"', '"'],
    ['id,name\n', ',', '"', '"'],
    ['id;text\n1;"a\nb;c"\n2;d\n', ';', '"', '"'],
  ])('of %j separates by %j, quotes by %s and escapes by %s', async (text, delimiter, quote, escaping) => {
    const file = await directory.write('dialect.csv', text);

    expect(await findDialect(engine, file, undefined)).toEqual({ delimiter, quote, escape: escaping });
  });

  it('takes a delimiter that is given', async () => {
    const file = await directory.write('dialect.csv', 'a,b#c\n1,2#3\n');

    const dialect = await findDialect(engine, file, '#');

    expect(dialect.delimiter).toBe('#');
    expect(unusualDialect(dialect)).toEqual({ delimiter: '#' });
    expect(unusualDialect({ delimiter: ',', quote: '"', escape: '"' })).toEqual({});
    expect(unusualDialect({ delimiter: ',', quote: '"', escape: '\\' })).toEqual({ escape: '\\' });
  });
});
