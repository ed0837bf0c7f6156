import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { requestPrices } from '../../../bench/costs/tables.ts';
import { costTables, filledPage, readCosts } from '../../../scripts/costs.ts';
import { createTelemetry } from '../../../src/runtime/lambda.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'costs.md'), 'utf8');

describe('the page of costs', () => {
  const { counts, prices } = readCosts();

  it('is what counts and prices give', () => {
    expect(filledPage(page, counts, prices)).toBe(page);
  });

  it('has a place for every table', () => {
    for (const name of costTables(counts, prices).keys()) expect(page).toContain(`<!-- ${name}:begin -->`);
  });

  it('follows a price', () => {
    const dearer = { ...prices, dynamodb: { ...prices.dynamodb, writeMillion: 10 } };

    expect(filledPage(page, counts, dearer)).not.toBe(page);
  });

  it('multiplies units with prices and adds what a request needs besides', () => {
    const [, , submit] = requestPrices(counts, prices).split('\n');
    const cells = submit!.split('|').map((cell) => cell.trim());
    const { writeUnits, readUnits } = counts.operations["people's rules, submit: new, 6 blocking keys"]!;
    const [dynamo, api, authorizer, gateway, logs, sum] = cells.slice(4, 10).map(Number);

    expect(dynamo).toBeCloseTo(writeUnits * 0.625 + readUnits * 0.125, 2);
    expect(gateway).toBe(1);
    expect(sum).toBeCloseTo(dynamo! + api! + authorizer! + gateway! + logs!, 1);
  });

  it('counts what a deployment logs of a submit: the request, and its metrics', () => {
    const lines: string[] = [];
    const environment = { METRICS_SERVICE: 'crm' };
    const { begin, meter, log, publish } = createTelemetry('api', environment, (line) => lines.push(`${line}\n`));
    begin({ requestId: 'JKJaXmPLvHcESHA=', functionRequestId: '8f507cfc-3d29-4697-b07a-ac58fc914c95' });
    meter.record('Records', 1, 'CREATED');
    meter.record('SubmitCandidates', 0);
    meter.record('RequestDuration', 1.5, 'submit');
    log('INFO', 'request', { fields: ['submit'], status: 200, milliseconds: 1.5, answerLength: 40 });
    publish();

    expect(counts.functions.submit.logBytes).toBeGreaterThanOrEqual(Buffer.byteLength(lines.join('')));
  });

  it('says so when an operation was not counted', () => {
    expect(() => requestPrices({ ...counts, operations: {} }, prices)).toThrow('npm run costs -- --measure');
  });
});
