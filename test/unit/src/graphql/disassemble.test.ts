import { describe, expect, it } from '@jest/globals';
import {
  BanNotFoundError,
  EdgeNotFoundError,
  NothingToDisassembleError,
  SeveralEntitiesError,
} from '../../../../src/entities/errors.ts';
import { createTestApi } from '../../functions/api/exchange.ts';

const DISASSEMBLE = 'mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }';
const LIFT = 'mutation ($input: RemoveConnectionBanInput!) { removeConnectionBan(input: $input) { removed } }';
const meta = { user: 'ada', reason: 'not the same person' };

describe('disassemble', () => {
  it('hands on edges, records, the ban and who wants it', async () => {
    const { ask, resolution } = createTestApi();
    const input = { edges: [{ a: 'r1', b: 'r2' }], recordIDs: ['r3'], createConnectionBan: true, meta };

    const { data } = await ask(DISASSEMBLE, { input });

    expect(data).toEqual({ disassemble: { triggered: true } });
    expect(resolution.disassembled).toEqual([{ ...input, meta: { ...input.meta, verified: false } }]);
  });

  it('tells what became of the entity, of the ban and of what is still connected', async () => {
    const { ask, resolution } = createTestApi();
    resolution.outcome = {
      triggered: true,
      complete: true,
      entityIDs: ['E1', 'E2'],
      reference: 'B1',
      stillConnected: [{ a: 'r1', b: 'r2', path: ['r1', 'r3', 'r2'], edges: ['r1:r3:PHONE', 'r3:r2:EMAIL'] }],
    };

    const { data } = await ask(
      `mutation ($input: DisassembleInput!) { disassemble(input: $input) {
        triggered complete entityIDs connectionBan stillConnected { a b path edges }
      } }`,
      { input: { edges: [{ a: 'r1', b: 'r2' }] } },
    );

    const { reference, ...others } = resolution.outcome;
    expect(data).toEqual({ disassemble: { ...others, connectionBan: reference } });
  });

  it('takes what is left out for nothing', async () => {
    const { ask, resolution } = createTestApi();

    await ask(DISASSEMBLE, { input: { recordIDs: ['r3'], edges: null } });

    expect(resolution.disassembled).toEqual([{ edges: [], recordIDs: ['r3'], createConnectionBan: false }]);
  });

  it.each([
    [new NothingToDisassembleError(), 'NOTHING_TO_DISASSEMBLE'],
    [new SeveralEntitiesError(['E1', 'E2']), 'SEVERAL_ENTITIES'],
    [new EdgeNotFoundError('r1', 'r2'), 'EDGE_NOT_FOUND'],
  ])('shows why it refuses: %p', async (failure, code) => {
    const { ask, resolution } = createTestApi();
    resolution.failure = failure;

    const { codes } = await ask(DISASSEMBLE, { input: { recordIDs: ['r3'] } });

    expect(codes).toEqual([code]);
  });
});

describe('removeConnectionBan', () => {
  const input = { reference: 'B1', entityID: 'E1', others: ['E2'], meta };

  it('hands on which ban is to go', async () => {
    const { ask, resolution } = createTestApi();

    const { data } = await ask(LIFT, { input });

    expect(data).toEqual({ removeConnectionBan: { removed: true } });
    expect(resolution.lifted).toEqual([{ ...input, meta: { ...input.meta, verified: false } }]);
  });

  it('says that there is no such ban', async () => {
    const { ask, resolution } = createTestApi();
    resolution.failure = new BanNotFoundError('B1', 'E1');

    const { codes } = await ask(LIFT, { input });

    expect(codes).toEqual(['CONNECTION_BAN_NOT_FOUND']);
  });
});
