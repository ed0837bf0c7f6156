import { DYNAMODB_NEED, type DynamoDBUnderTest, startDynamoDB } from '../dynamodb-emulator.ts';
import type { Requirement } from '../requirement.ts';
import { type AwsEndpoint, startAwsEndpoint } from './aws-endpoint.ts';
import { terraformProblem } from './terraform.ts';

/** What an instance is applied to and runs on. */
export interface AppliedServices {
  readonly endpoint: AwsEndpoint;
  /** For the data: the endpoint has no transactions. */
  readonly database: DynamoDBUnderTest;
}

/** Starts the endpoint that Terraform applies to. */
export async function appliedEndpoint(): Promise<Requirement<AwsEndpoint>> {
  const problem = terraformProblem();
  const found = problem === undefined ? await startAwsEndpoint() : undefined;
  return { found, need: problem ?? 'AWS_ENDPOINT_URL or moto_server on the path' };
}

/** Starts all of them, or none where something is missing. */
export async function appliedServices(): Promise<Requirement<AppliedServices>> {
  const { found: endpoint, need } = await appliedEndpoint();
  const database = endpoint === undefined ? undefined : await startDynamoDB();
  if (endpoint !== undefined && database !== undefined) return { found: { endpoint, database }, need };
  await endpoint?.stop();
  return { found: undefined, need: endpoint === undefined ? need : DYNAMODB_NEED };
}
