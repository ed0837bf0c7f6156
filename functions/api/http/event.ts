import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from 'aws-lambda';

/** What the authorizer hands on: the token's scopes, parted by spaces, and the client's id. */
export interface AuthorizerContext {
  readonly scope?: string;
  readonly clientId?: string;
}

export type ApiEvent = APIGatewayProxyEventV2WithLambdaAuthorizer<AuthorizerContext>;
