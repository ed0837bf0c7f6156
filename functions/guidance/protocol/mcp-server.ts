import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import type { PromptDefinition } from '../../../src/guidance/prompts/registry.ts';
import type { Resource } from '../../../src/guidance/resources/registry.ts';
import type { Toolbox, ToolCall } from '../../../src/guidance/tools/toolbox.ts';
import type { ToolCalls } from '../workers/tool-workers.ts';
import { REQUEST_TIME_LIMIT } from './messages.ts';

/** What the server offers. */
export interface Offer {
  readonly toolbox: Pick<Toolbox, 'list' | 'has' | 'named'>;
  readonly calls: ToolCalls;
  readonly resources: () => ReadonlyMap<string, Resource>;
  readonly prompts: ReadonlyMap<string, PromptDefinition>;
  readonly version: string;
  /** Milliseconds that the calls of one request may take together; default `REQUEST_TIME_LIMIT`. */
  readonly timeLimit?: number;
}

/** Revisions that are served, newest first; those before 2026-07-28 by their handshake. */
const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

const instructions = [
  'Helps to design, check and debug a deployment of the entity resolution service (a rule-config, a GraphQL schema and the records).',
  'It sees no data of any deployment, stores nothing and needs no key.',
  'Design a rule-config from field names, lint it after every edit, simulate pairs that should and should not match, validate records, then generate the GraphQL documents and curl commands of the first load.',
  'Do not send real personal data: made-up records show the same.',
].join(' ');

/** Everything is part of the release: it changes when the deployment does. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

export type OnToolCall = (name: string, call: ToolCall) => void;

/** Of the revisions with a handshake, or of those without. */
type Era = 'legacy' | 'modern';

/** What is known of the client of one exchange. */
export interface Client {
  readonly era: Era;
  /** False for revisions whose results are texts. */
  readonly readsStructuredContent: boolean;
}

/** A server for one exchange: nothing is kept between two. */
export function createMcpServer(offer: Offer, client: Client, onToolCall: OnToolCall): Server {
  const { era } = client;
  const { toolbox, calls, resources, prompts } = offer;
  const until = performance.now() + (offer.timeLimit ?? REQUEST_TIME_LIMIT);
  const server = new Server(
    { name: 'entity-data-guidance', title: 'Entity data guidance', version: offer.version },
    {
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        // Clients of that era set a level without asking; there is never a message to send them.
        ...(era === 'legacy' ? { logging: {} } : {}),
      },
      instructions: toolbox.named(instructions),
      supportedProtocolVersions: protocolVersions,
      cacheHints: {
        'tools/list': cacheHint,
        'prompts/list': cacheHint,
        'resources/list': cacheHint,
        'resources/templates/list': cacheHint,
        'resources/read': cacheHint,
        'server/discover': cacheHint,
      },
    },
  );

  server.setRequestHandler('tools/list', (request) => {
    refuseCursor(request.params?.cursor);
    return { tools: toolbox.list() as never };
  });
  server.setRequestHandler('tools/call', async (request) => {
    const { name, arguments: args } = request.params;
    if (!toolbox.has(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool; tools/list names them all.');
    }
    const call = await calls.call(name, args, until);
    onToolCall(name, call);
    return resultFor(client, call) as never;
  });

  server.setRequestHandler('resources/list', (request) => {
    refuseCursor(request.params?.cursor);
    return {
      resources: [...resources().values()].map(({ uri, name, title, description, mimeType }) => {
        return { uri, name, title, description, mimeType };
      }),
    };
  });
  server.setRequestHandler('resources/templates/list', (request) => {
    refuseCursor(request.params?.cursor);
    return { resourceTemplates: [] };
  });
  server.setRequestHandler('resources/read', (request) => {
    const { uri } = request.params;
    // A passage of the search has its heading behind the address of the page.
    const resource = resources().get(uri.replace(/#.*$/s, ''));
    if (resource === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: resource.mimeType, text: toolbox.named(resource.text()) }] };
  });

  server.setRequestHandler('prompts/list', (request) => {
    refuseCursor(request.params?.cursor);
    return {
      prompts: [...prompts.values()].map((prompt) => ({
        name: prompt.name,
        title: prompt.title,
        description: prompt.description,
        arguments: prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
      })),
    };
  });
  server.setRequestHandler('prompts/get', (request) => {
    const prompt = demandPrompt(prompts, request.params.name);
    const values = promptValues(prompt, request.params.arguments ?? {});
    const text = toolbox.named(prompt.text(values));
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  server.setRequestHandler('completion/complete', (request) => {
    const { ref, argument } = request.params;
    if (ref.type !== 'ref/prompt') return { completion: { values: [], total: 0, hasMore: false } };
    const choices = demandPrompt(prompts, ref.name).arguments.find(({ name }) => name === argument.name)?.choices ?? [];
    const typed = argument.value.toLowerCase();
    const values = choices.filter((choice) => choice.toLowerCase().startsWith(typed)).slice(0, 100);
    return { completion: { values, total: values.length, hasMore: false } };
  });
  return server;
}

/** A long result is sent once to clients that read the structured content: their text is a summary. */
function resultFor({ readsStructuredContent }: Client, { result, summary }: ToolCall): ToolCall['result'] {
  if (!readsStructuredContent || summary === undefined) return result;
  return { ...result, content: [{ type: 'text', text: summary }] };
}

/** Every list is one page. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor: the list is one page.');
}

function demandPrompt(prompts: Offer['prompts'], name: string): PromptDefinition {
  const prompt = prompts.get(name);
  if (prompt !== undefined) return prompt;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt; prompts/list names them all.');
}

function promptValues(prompt: PromptDefinition, given: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, required } of prompt.arguments) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined && value.trim() !== '') values[name] = value;
    else if (required) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${name} is missing.`);
  }
  return values;
}
