/** How a window that signs in hands its answer to the page that opened it. Only pages of this origin hear it. */
const channelName = 'entity-data-sign-in';
/** Milliseconds until a window knows that no page waits for its answer. */
const patience = 2_000;

interface Message {
  /** Parameters of the authorization server's answer. */
  readonly answer?: string;
  /** State of an answer that a page took. */
  readonly taken?: string;
}

/**
 * Hands an answer to the page that waits for it.
 *
 * @returns whether a page took it
 */
export function handAnswer(answer: URLSearchParams): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    channel.onmessage = ({ data }: { readonly data: Message }) => {
      if (data.taken === undefined || data.taken !== answer.get('state')) return;
      clearTimeout(timer);
      resolve(true);
    };
    channel.postMessage({ answer: answer.toString() } satisfies Message);
  }).finally(() => channel.close());
}

/**
 * Waits for the answer to the sign-in with this state.
 *
 * @returns stops waiting
 */
export function onAnswer(state: string, take: (answer: URLSearchParams) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: { readonly data: Message }) => {
    const answer = new URLSearchParams(data.answer ?? '');
    if (answer.get('state') !== state) return;
    channel.postMessage({ taken: state } satisfies Message);
    take(answer);
  };
  return () => channel.close();
}
