import { RequestFailed, unreachable } from './problem.ts';

/** An HTTP answer with its whole body. */
export interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly body: string;
}

/**
 * Sends a request to the service.
 *
 * @throws RequestFailed when there is no answer; rethrows an abort
 */
export async function exchange(path: string, init?: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(path, init);
    return { status: response.status, isOk: response.ok, body: await response.text() };
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new RequestFailed([unreachable]);
  }
}
