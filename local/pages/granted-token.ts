/** A token as a token endpoint answers it. */
export interface GrantedToken {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
}
