import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createDocumentReader, readFileDocument } from '../../../../functions/configuration/read-document.ts';
import { awsError, type Sent, scriptedClient } from '../../../setup/scripted-client.ts';

const text = '{"transformers": [], "note": "é"}';
const bytes = Buffer.from(text);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const location = `dynamodb://crm-configuration/rule-config/${sha256}`;

const part = (number: number, content: Uint8Array) => ({
  id: { S: `rule-config/${sha256}` },
  part: { N: String(number) },
  data: { B: content },
});

describe('reading a document', () => {
  it('joins the parts over the pages of the table', async () => {
    // The cut goes through a character of two bytes.
    const cut = bytes.indexOf(0xc3) + 1;
    const pages = [
      { Items: [part(0, bytes.subarray(0, cut))], LastEvaluatedKey: { id: { S: 'x' }, part: { N: '0' } } },
      { Items: [part(1, bytes.subarray(cut))] },
    ];
    const { dynamodb, sent } = scriptedClient((_sent: Sent, call) => pages[call - 1]!);

    const read = await createDocumentReader(dynamodb)(location);

    expect(read).toBe(text);
    expect(sent.map(({ operation, input }) => [operation, input['TableName'], input['ConsistentRead']])).toEqual([
      ['Query', 'crm-configuration', true],
      ['Query', 'crm-configuration', true],
    ]);
    expect(sent[1]!.input['ExclusiveStartKey']).toEqual({ id: { S: 'x' }, part: { N: '0' } });
  });

  it('refuses a document that is not the one that was deployed', async () => {
    const { dynamodb } = scriptedClient(() => ({ Items: [part(0, Buffer.from('{}'))] }));

    await expect(createDocumentReader(dynamodb)(location)).rejects.toMatchObject({
      code: 'CONFIGURATION_UNREADABLE',
      message: expect.stringContaining(`instead of ${sha256}`),
    });
  });

  it('says that a document is not there', async () => {
    const { dynamodb } = scriptedClient(() => ({ Items: [] }));

    await expect(createDocumentReader(dynamodb)(location)).rejects.toThrow(
      'rule-config is not in the table crm-configuration',
    );
  });

  it('says that the table may not be read', async () => {
    const { dynamodb } = scriptedClient(() => awsError('AccessDeniedException'));

    await expect(createDocumentReader(dynamodb)(location)).rejects.toMatchObject({ retryable: false });
  });

  it('reads a file too', async () => {
    const { dynamodb, sent } = scriptedClient(() => ({}));

    const read = await createDocumentReader(dynamodb)(import.meta.filename);

    expect(read).toContain('reads a file too');
    expect(sent).toEqual([]);
  });

  it('reads no table where only files can be read', async () => {
    await expect(readFileDocument(location)).rejects.toThrow('only files can be read');
  });
});
