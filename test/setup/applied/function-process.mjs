// Stands for the Lambda runtime: imports the handler once, then calls it with the events that the parent sends.
const timeout = Number(process.env.FUNCTION_TIMEOUT_MILLISECONDS ?? 25_000);
const { handler } = await import(process.argv[2]);

process.on('message', async ({ id, event, timeLeft = timeout }) => {
  const end = performance.now() + timeLeft;
  const context = { awsRequestId: `call-${id}`, getRemainingTimeInMillis: () => end - performance.now() };
  try {
    process.send({ id, answer: await handler(event, context) });
  } catch (error) {
    process.send({ id, failure: error instanceof Error ? error.stack : String(error) });
  }
});
process.send({ ready: true });
