// Run in a fresh process: imports a function, calls it once, and tells the parent how long both took.
// argv: file of the function, event as JSON, part of the answer.
const [, , file, event, expected] = process.argv;
const before = process.cpuUsage();
const began = performance.now();
const { handler } = await import(file);
const imported = performance.now();
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 60_000 - performance.now() };
const answer = await handler(JSON.parse(event), context);
const answered = performance.now();
const { user, system } = process.cpuUsage(before);
if (!(JSON.stringify(answer) ?? '').includes(expected)) throw new Error(`unexpected answer: ${JSON.stringify(answer)}`);
process.send({ imported: imported - began, answered: answered - imported, processor: (user + system) / 1_000 }, () =>
  process.exit(0),
);
