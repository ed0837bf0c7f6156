import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from 'aws-lambda';

/** What the authorizer hands on: the token's scopes, parted by spaces, the client's id, and the person who signed in. */
interface AuthorizerContext {
  readonly scope?: string;
  readonly clientId?: string;
  readonly person?: string;
}

export type ApiEvent = APIGatewayProxyEventV2WithLambdaAuthorizer<AuthorizerContext>;
