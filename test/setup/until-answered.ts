/** Calls until there is an answer: while a machine stands still, a client takes the answer for lost. */
export async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') throw error;
    }
  }
}
