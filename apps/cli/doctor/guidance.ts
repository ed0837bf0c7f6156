import { isObject } from '../../../src/is-object.ts';
import { parsedJson } from '../../../src/text/json.ts';
import { versionFinding } from './api.ts';
import { type Finding, failed, ok } from './finding.ts';
import { type Answer, namesIn, type ProbeOptions, probe, type Silence, silenceHint } from './probe.ts';

/** Names of the tools without the deployment's prefix. */
type ToolNames = readonly string[];

/** Asks the guidance server who it is and what it offers. It needs no token. */
export async function checkGuidance(
  options: ProbeOptions,
  mcpUrl: string,
  version: string,
  expected: ToolNames,
): Promise<Finding[]> {
  const call = (method: string, params: object) =>
    probe(options, mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const begun = await call('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'entity-data-doctor', version },
  });
  const server = resultOf(begun)?.['serverInfo'];
  if ('silence' in begun) {
    return [failed('guidance', `${mcpUrl} does not answer: ${begun.silence}`, silenceHint(mcpUrl, 'mcp_url'))];
  }
  if (begun.status === 429 || begun.status >= 500) {
    return [
      failed(
        'guidance',
        `${mcpUrl} answers ${begun.status}`,
        begun.status === 429
          ? 'Raise guidance_throttling, or try again in a minute.'
          : 'See the alarms errors and server-errors in docs/operations.md.',
      ),
    ];
  }
  if (!isObject(server)) {
    const message = `${mcpUrl} answers ${begun.status} and not as a server of the Model Context Protocol`;
    return [
      failed('guidance', message, 'Use the output mcp_url as it is (on a domain of your own with /mcp at its end).'),
    ];
  }
  const listed = namesIn(resultOf(await call('tools/list', {}))?.['tools']);
  const missing = expected.filter((name) => !listed.some((tool) => tool.endsWith(name)));
  const tools =
    missing.length === 0
      ? ok('guidance', `${listed.length} tools`, { tools: listed })
      : failed(
          'guidance',
          `the server lacks the tools ${missing.join(', ')}`,
          'Upgrade the module: it is older than this command line.',
        );
  return [tools, versionFinding('guidance.version', 'the guidance server', server['version'], version)];
}

function resultOf(answer: Answer | Silence): Readonly<Record<string, unknown>> | undefined {
  if ('silence' in answer) return undefined;
  // Either JSON or one event of a stream.
  const text = /^data: (.*)$/m.exec(answer.text)?.[1];
  const body = answer.json ?? (text === undefined ? undefined : parsedJson(text));
  const result = isObject(body) ? body['result'] : undefined;
  return isObject(result) ? result : undefined;
}
