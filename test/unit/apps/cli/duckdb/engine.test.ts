import { describe, expect, it } from '@jest/globals';
import { DuckdbUnavailableError, openEngine, unavailable } from '../../../../../apps/cli/duckdb/engine.ts';
import { identifier, literal } from '../../../../../apps/cli/duckdb/sql.ts';

describe('openEngine', () => {
  it('runs statements and streams rows in their order', async () => {
    const engine = await openEngine();
    const streamed: unknown[] = [];

    await engine.rows('CREATE TABLE t AS SELECT i FROM range(10000) r(i)');
    for await (const [value] of engine.stream('SELECT i FROM t')) streamed.push(Number(value));

    expect(streamed).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
    expect(await engine.rows(`SELECT ${literal("it's")} AS ${identifier('a "b"')}`)).toEqual([["it's"]]);
    engine.close();
  });

  it('loads nothing from a network', async () => {
    const engine = await openEngine();

    await expect(engine.rows("SELECT * FROM read_csv('https://127.0.0.1:9/a.csv')")).rejects.toThrow(
      /httpfs|disabled|extension/i,
    );
    engine.close();
  });

  it('interrupts what is running, and begins nothing afterwards', async () => {
    const abort = new AbortController();
    const engine = await openEngine({ signal: abort.signal });

    const running = engine.rows('SELECT count(*) FROM range(1000000000000) a(i) WHERE i % 7 = 3');
    abort.abort();

    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.rows('SELECT 1')).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.stream('SELECT 1').next()).rejects.toMatchObject({ name: 'AbortError' });
    engine.close();
  });
});

describe('unavailable', () => {
  it('says which platforms have a binary, and which this one is', () => {
    const error = unavailable(new Error('Cannot find module'));

    expect(error).toBeInstanceOf(DuckdbUnavailableError);
    expect(error.message).toBe('DuckDB, which reads and writes these files, cannot be loaded: Cannot find module');
    expect(error.hint).toContain(`this is ${process.platform} on ${process.arch}`);
  });
});
