/**
 * Everything of the SDK that runs. In the functions, `light/sdk.ts` takes its place: it answers the same calls, and a
 * function starts without the 500 KB and 60 ms of the SDK.
 */
export {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
export { NodeHttpHandler } from '@smithy/node-http-handler';
