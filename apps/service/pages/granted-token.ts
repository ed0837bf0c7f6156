/** A token as the token endpoint returns it. */
export interface GrantedToken {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
}
