import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGateway, type Gateway } from '../../apps/service/gateway/gateway.ts';
import { type GuidanceRoute, guidanceRoute } from '../../apps/service/routes/guidance.ts';

/** Milliseconds that no machine needs. */
const PATIENCE = 300_000;

const fields = Array.from({ length: 20_000 }, (_, index) => `  field${index}: String`);
const schema = `type Record {\n  id: ID!\n${fields.join('\n')}\n}`;

let gateway: Gateway;
let guidance: GuidanceRoute;
let port: number;

beforeEach(async () => {
  guidance = guidanceRoute({ serviceIdentifier: 'svc', log: () => {}, timeLimit: PATIENCE });
  gateway = createGateway({
    routes: [guidance, { routeKey: 'POST /', integration: () => ({ statusCode: 200, body: '{}' }) }],
    integrationTimeoutInSeconds: PATIENCE / 1_000,
  });
  ({ port } = await gateway.listen(0, '127.0.0.1'));
});

afterEach(async () => {
  await gateway.close();
  await guidance.close();
});

/** Posts, tells when everything is sent, and answers the status. */
async function post(path: string, body: string, onSent: () => void = () => {}): Promise<number | undefined> {
  const call = request({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  call.once('finish', onSent);
  call.end(body);
  const [response] = await once(call, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

describe('the API beside the guidance server', () => {
  it('answers fifty requests while eight calls compute on schemas of 20,000 fields', async () => {
    const order: string[] = [];
    const bodies = Array.from({ length: 8 }, (_, id) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'svc_generate_graphql', arguments: { operation: 'entity', schema } },
      }),
    );

    const sent: Promise<void>[] = [];
    const calls = bodies.map((body) => {
      let onSent = () => {};
      sent.push(new Promise((resolve) => (onSent = resolve)));
      return post('/mcp', body, onSent).then(() => order.push('call'));
    });
    await Promise.all(sent);
    for (let asked = 0; asked < 50; asked++) order.push(`api ${await post('/', '{}')}`);
    await Promise.all(calls);

    const lastCall = order.lastIndexOf('call');
    expect(order.slice(0, lastCall).filter((event) => event === 'api 200')).toHaveLength(50);
  });
});
