/** Everything of the SDK that runs. A function that answers without its table never loads it. */
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
