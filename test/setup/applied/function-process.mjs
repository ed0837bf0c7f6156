// Stands for the Lambda runtime: imports the handler once, then calls it with the events that the parent sends.
const { handler } = await import(process.argv[2]);

process.on('message', async ({ id, event }) => {
  try {
    process.send({ id, answer: await handler(event, { awsRequestId: String(id) }) });
  } catch (error) {
    process.send({ id, failure: error instanceof Error ? error.stack : String(error) });
  }
});
process.send({ ready: true });
