import { configuration } from './configuration.ts';
import { exchange } from './exchange.ts';
import { gatewayProblem, RequestFailed } from './problem.ts';

interface RpcAnswer {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly content?: readonly { readonly text?: string }[];
  };
  readonly error?: { readonly message: string };
}

/**
 * Calls a tool of the guidance server.
 *
 * @param tool its name without the service's prefix, such as `lint_rule_config`
 * @throws RequestFailed with the errors of the server
 */
export async function callTool<Result>(tool: string, args: object, signal?: AbortSignal): Promise<Result> {
  const { serviceIdentifier, mcpUrl } = configuration();
  if (mcpUrl === null) throw new RequestFailed([noGuidance]);
  const { status, body } = await exchange(mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: toolName(serviceIdentifier, tool), arguments: args },
    }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { result, error } = read(status, body);
  if (error !== undefined) throw new RequestFailed([{ message: error.message }], status);
  if (result === undefined) throw new RequestFailed([gatewayProblem(status, body)], status);
  if (result.isError) {
    const text = result.content?.map((part) => part.text ?? '').join('\n');
    throw new RequestFailed([{ message: text || 'The guidance server refused the request without a reason.' }], status);
  }
  return result.structuredContent as Result;
}

const noGuidance = {
  message: 'This deployment has no guidance server.',
  hint: 'Set create_guidance_server = true in the Terraform module.',
};

function read(status: number, body: string): RpcAnswer {
  try {
    return JSON.parse(body) as RpcAnswer;
  } catch {
    throw new RequestFailed([gatewayProblem(status, body)], status);
  }
}

/** The full name of a tool: the service's prefix with invalid characters replaced, then the tool. */
function toolName(serviceIdentifier: string, tool: string): string {
  return `${serviceIdentifier.replace(/[^A-Za-z0-9_-]/g, '_')}_${tool}`;
}
