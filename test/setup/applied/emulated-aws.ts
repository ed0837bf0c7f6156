/** Reads what stands in an AWS-compatible endpoint, over the APIs of AWS that an emulator has. */
export interface EmulatedAws {
  /** REST APIs: `apigateway`, `lambda`. */
  get<Answer>(service: string, path: string): Promise<Answer>;
  /** Deletes what a path of a REST API names. */
  delete(service: string, path: string): Promise<void>;
  /** APIs of JSON with a target, such as Cognito's. */
  call<Answer>(service: string, target: string, input: object): Promise<Answer>;
  /** Inline policies of a role by their name. */
  rolePolicies(roleName: string): Promise<ReadonlyMap<string, PolicyDocument>>;
}

export interface PolicyDocument {
  readonly Statement: readonly {
    readonly Effect: string;
    readonly Action: string | readonly string[];
    readonly Resource: string | readonly string[];
    readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }[];
}

export const region = 'eu-central-1';

/** @param inRegion whose resources are read */
export function createEmulatedAws(url: string, inRegion: string = region): EmulatedAws {
  const ask = async (service: string, path: string, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        ...init.headers,
        // Emulators find the service by the scope of the signature and verify none.
        authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${inRegion}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${service} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return text;
  };
  const iam = (action: string, parameters: Record<string, string>) =>
    ask('iam', '/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ Action: action, Version: '2010-05-08', ...parameters }).toString(),
    });
  return {
    get: async <Answer>(service: string, path: string) => JSON.parse(await ask(service, path)) as Answer,
    delete: async (service, path) => {
      await ask(service, path, { method: 'DELETE' });
    },
    call: async <Answer>(service: string, target: string, input: object) =>
      JSON.parse(
        await ask(service, '/', {
          method: 'POST',
          headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
          body: JSON.stringify(input),
        }),
      ) as Answer,
    rolePolicies: async (RoleName) => {
      const names = elements(await iam('ListRolePolicies', { RoleName }), 'member');
      const documents = await Promise.all(
        names.map(async (PolicyName) => {
          const [text] = elements(await iam('GetRolePolicy', { RoleName, PolicyName }), 'PolicyDocument');
          return [PolicyName, readPolicy(text ?? '')] as const;
        }),
      );
      return new Map(documents);
    },
  };
}

/** IAM writes policies percent-encoded into XML; emulators write them as escaped text. */
function readPolicy(text: string): PolicyDocument {
  const plain = text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&');
  return JSON.parse(plain.startsWith('%') ? decodeURIComponent(plain) : plain) as PolicyDocument;
}

function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '');
}
