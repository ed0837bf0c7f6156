import { describe, expect, it } from '@jest/globals';
import { answer } from '../../../../functions/guidance/answer.ts';

describe('answer', () => {
  it('tells a request that there is no tool yet, under the id it came with', () => {
    const { status, headers, body } = answer('POST', '{"jsonrpc":"2.0","id":7,"method":"tools/list"}');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body!)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32000, message: 'The guidance server is not part of this version yet.' },
    });
  });

  it('accepts a notification without answering it', () => {
    const { status, body } = answer('POST', '{"jsonrpc":"2.0","method":"notifications/initialized"}');

    expect({ status, body }).toEqual({ status: 202, body: undefined });
  });

  it.each(['GET', 'DELETE', 'PUT'])('refuses %s', (method) => {
    expect(answer(method, '')).toEqual({ status: 405, headers: { allow: 'POST' } });
  });

  it.each([
    ['', -32700],
    ['{"jsonrpc":', -32700],
    ['null', -32600],
    ['[]', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1}', -32600],
  ])('refuses the body %j with the code %i', (body, code) => {
    const { status, body: text } = answer('POST', body);

    expect(status).toBe(400);
    expect(JSON.parse(text!)).toMatchObject({ id: null, error: { code } });
  });
});
