import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  enterService,
  findRunningService,
  type ServiceDescription,
} from '../../../../apps/service/running-services.ts';

let directory: string;
let servers: Server[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entity-data-running-'));
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.close();
  await rm(directory, { recursive: true });
});

const at = (port: number): ServiceDescription => ({
  apiUrl: `http://127.0.0.1:${port}/`,
  tokenUrl: `http://127.0.0.1:${port}/oauth2/token`,
  mcpUrl: `http://127.0.0.1:${port}/mcp`,
  consoleUrl: `http://127.0.0.1:${port}/?token=c`,
  clientId: 'a',
  clientSecret: 'b',
});

async function listening(): Promise<{ service: ServiceDescription; stop: () => Promise<unknown> }> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const stop = () => {
    server.close();
    return once(server, 'close');
  };
  return { service: at((server.address() as AddressInfo).port), stop };
}

/** An entry as a process that was killed leaves it. */
async function leaveEntry(pid: number, service: ServiceDescription): Promise<void> {
  await mkdir(join(directory, 'services'), { recursive: true });
  const entry = { pid, started: Date.now() + 60_000, ...service };
  await writeFile(join(directory, 'services', `${pid}-1.json`), JSON.stringify(entry));
}

const endedProcess = () => spawnSync(process.execPath, ['-e', '0']).pid;

describe('findRunningService', () => {
  it('finds none where none was started', async () => {
    expect(await findRunningService(join(directory, 'none'))).toBeUndefined();
  });

  it('finds the service that started last', async () => {
    const [former, latter] = [await listening(), await listening()];
    await enterService(directory, latter.service, 2);
    await enterService(directory, former.service, 1);

    expect(await findRunningService(directory)).toEqual(latter.service);
  });

  it('tells which instance a service runs', async () => {
    const { service } = await listening();
    await enterService(directory, { ...service, instanceDirectory: '/shop' });

    expect((await findRunningService(directory))?.instanceDirectory).toBe('/shop');
  });

  it('finds the other one when the service that started last has ended', async () => {
    const [former, latter] = [await listening(), await listening()];
    await enterService(directory, former.service, 1);
    const entry = await enterService(directory, latter.service, 2);

    await entry.remove();

    expect(await findRunningService(directory)).toEqual(former.service);
  });

  it('heeds no entry of a process that was killed, and clears it away at the next start', async () => {
    const { service } = await listening();
    await leaveEntry(endedProcess(), service);

    expect(await findRunningService(directory)).toBeUndefined();

    await enterService(directory, service);
    expect(await readdir(join(directory, 'services'))).toHaveLength(1);
    expect(await findRunningService(directory)).toEqual(service);
  });

  it('heeds no entry whose number the system gave to another process', async () => {
    const { service, stop } = await listening();
    await stop();
    await leaveEntry(process.pid, service);

    expect(await findRunningService(directory)).toBeUndefined();
  });

  it.each(['{"pid":', 'null', '[]'])('heeds no damaged entry such as %s, and clears it away', async (text) => {
    const { service } = await listening();
    await mkdir(join(directory, 'services'), { recursive: true });
    await writeFile(join(directory, 'services', 'damaged.json'), text);

    expect(await findRunningService(directory)).toBeUndefined();

    await enterService(directory, service);
    expect(await readdir(join(directory, 'services'))).toHaveLength(1);
    expect(await findRunningService(directory)).toEqual(service);
  });
});
