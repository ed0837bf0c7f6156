import type { TableScan } from '../port.ts';
import { Placeholders } from './expression.ts';
import { marshalKey, unmarshalItem } from './marshal.ts';
import { callsOf, type DynamoDBStoreOptions } from './store.ts';

/**
 * Creates the scan of a DynamoDB table. It is no method of the store, so that only a function that scans holds the code
 * and needs the permission. Errors are those of the store.
 */
export function createDynamoDBScan(options: DynamoDBStoreOptions): TableScan {
  const { tableName } = options;
  const calls = callsOf(options);
  return {
    identity: tableName,
    scan: async ({ segment, segments, prefix = '', attributes, after, limit, consistent = true }) => {
      const placeholders = new Placeholders();
      const filter = prefix !== '' && {
        FilterExpression: `begins_with(${placeholders.name('pk')}, ${placeholders.value(prefix)})`,
      };
      const projection = attributes !== undefined && {
        ProjectionExpression: ['pk', 'sk', ...attributes].map((name) => placeholders.name(name)).join(', '),
      };
      const { Items = [], LastEvaluatedKey } = await calls.read('Scan', {
        TableName: tableName,
        Segment: segment,
        TotalSegments: segments,
        ConsistentRead: consistent,
        ...filter,
        ...projection,
        ...placeholders.fields(),
        ...(after !== undefined && { ExclusiveStartKey: marshalKey(after) }),
        ...(limit !== undefined && { Limit: Math.max(limit, 1) }),
      });
      const items = Items.map(unmarshalItem);
      if (LastEvaluatedKey === undefined) return { items };
      const { pk, sk } = unmarshalItem(LastEvaluatedKey);
      return { items, next: { pk, sk } };
    },
  };
}
