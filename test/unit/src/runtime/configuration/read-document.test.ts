import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RetryableError } from '../../../../../src/errors.ts';
import { createDocumentReader, readFileDocument } from '../../../../../src/runtime/configuration/read-document.ts';
import { awsError, fakePace, type Sent, scriptedClient } from '../../../../setup/scripted-client.ts';

const text = '{"transformers": [], "note": "é"}';
const bytes = Buffer.from(text);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const location = `dynamodb://crm-configuration/rule-config/${sha256}`;

const part = (number: number, content: Uint8Array) => ({
  id: { S: `rule-config/${sha256}` },
  part: { N: String(number) },
  data: { B: content },
});

const firstParts = (...items: object[]) => ({ Responses: { 'crm-configuration': items } });

describe('reading a document', () => {
  it('reads documents of one part by one call, those that are asked for together', async () => {
    const schema = Buffer.from('type Person { name: String }');
    const schemaHash = createHash('sha256').update(schema).digest('hex');
    const { dynamodb, sent } = scriptedClient(() =>
      firstParts({ id: { S: `schema/${schemaHash}` }, part: { N: '0' }, data: { B: schema } }, part(0, bytes)),
    );
    const read = createDocumentReader(dynamodb, fakePace());

    const documents = await Promise.all([read(location), read(`dynamodb://crm-configuration/schema/${schemaHash}`)]);

    expect(documents).toEqual([text, schema.toString()]);
    expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
    expect(sent[0]!.input['RequestItems']).toEqual({
      'crm-configuration': {
        Keys: [
          { id: { S: `rule-config/${sha256}` }, part: { N: '0' } },
          { id: { S: `schema/${schemaHash}` }, part: { N: '0' } },
        ],
        ConsistentRead: true,
      },
    });
  });

  it('asks anew for what is read later', async () => {
    const { dynamodb, sent } = scriptedClient(() => firstParts(part(0, bytes)));
    const read = createDocumentReader(dynamodb, fakePace());

    await read(location);
    await read(location);

    expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'BatchGetItem']);
  });

  it('joins the parts over the pages of the table where the first is not all', async () => {
    // The cut goes through a character of two bytes.
    const cut = bytes.indexOf(0xc3) + 1;
    const answers = [
      firstParts(part(0, bytes.subarray(0, cut))),
      { Items: [part(0, bytes.subarray(0, cut))], LastEvaluatedKey: { id: { S: 'x' }, part: { N: '0' } } },
      { Items: [part(1, bytes.subarray(cut))] },
    ];
    const { dynamodb, sent } = scriptedClient((_sent: Sent, call) => answers[call - 1]!);

    const read = await createDocumentReader(dynamodb, fakePace())(location);

    expect(read).toBe(text);
    expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'Query']);
    expect(sent.slice(1).map(({ input }) => [input['TableName'], input['ConsistentRead']])).toEqual([
      ['crm-configuration', true],
      ['crm-configuration', true],
    ]);
    expect(sent[2]!.input['ExclusiveStartKey']).toEqual({ id: { S: 'x' }, part: { N: '0' } });
  });

  it('queries what the table left for later, or does not let it read this way', async () => {
    const left = scriptedClient(({ operation }) =>
      operation === 'Query' ? { Items: [part(0, bytes)] } : { Responses: {}, UnprocessedKeys: {} },
    );
    const refused = scriptedClient(({ operation }) =>
      operation === 'Query' ? { Items: [part(0, bytes)] } : awsError('AccessDeniedException'),
    );

    const read = await Promise.all(
      [left, refused].map(({ dynamodb }) => createDocumentReader(dynamodb, fakePace())(location)),
    );

    expect(read).toEqual([text, text]);
  });

  it('does not ask a second time, when the time for a first answer is over', async () => {
    const { dynamodb, sent } = scriptedClient(() => new RetryableError('no answer in time', { hint: 'Repeat it.' }));

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toMatchObject({ retryable: true });
    expect(sent).toHaveLength(1);
  });

  it('refuses a document that is not the one that was deployed', async () => {
    const { dynamodb } = scriptedClient(({ operation }) =>
      operation === 'Query' ? { Items: [part(0, Buffer.from('{}'))] } : firstParts(part(0, Buffer.from('{}'))),
    );

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toMatchObject({
      code: 'CONFIGURATION_UNREADABLE',
      message: expect.stringContaining(`instead of ${sha256}`),
    });
  });

  it('says that a document is not there', async () => {
    const { dynamodb } = scriptedClient(({ operation }) => (operation === 'Query' ? { Items: [] } : firstParts()));

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toThrow(
      'rule-config is not in the table crm-configuration',
    );
  });

  it('says that the table may not be read', async () => {
    const { dynamodb } = scriptedClient(() => awsError('AccessDeniedException'));

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toMatchObject({ retryable: false });
  });

  it('reads a file too', async () => {
    const { dynamodb, sent } = scriptedClient(() => ({}));

    const read = await createDocumentReader(dynamodb, fakePace())(import.meta.filename);

    expect(read).toContain('reads a file too');
    expect(sent).toEqual([]);
  });

  it('reads no table where only files can be read', async () => {
    await expect(readFileDocument(location)).rejects.toThrow('only files can be read');
  });
});
