// Run in a fresh process: imports a function, calls it once, and tells the parent how long both took.
// argv: file of the function, event as JSON, part of the answer, and how: `profile` samples where the time goes, `runtime`
// begins when the modules are loaded that are there before Lambda imports a function.
const [, , file, event, expected, mode] = process.argv;
if (mode === 'runtime') {
  // What Lambda's client of its runtime API does first: github.com/aws/aws-lambda-nodejs-runtime-interface-client,
  // src/client/rapid-client.ts and src/function.
  const { createRequire } = process.getBuiltinModule('node:module');
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:fs', 'node:path']) require(name);
  new (require('node:http').Agent)({ keepAlive: true, maxSockets: 1 });
}
let session;
if (mode === 'profile') {
  const { Session } = await import('node:inspector/promises');
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
}
const before = process.cpuUsage();
const began = performance.now();
const { handler } = await import(file);
const imported = performance.now();
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 60_000 - performance.now() };
const answer = await handler(JSON.parse(event), context);
const answered = performance.now();
const { user, system } = process.cpuUsage(before);
const profile = session === undefined ? undefined : (await session.post('Profiler.stop')).profile;
if (!(JSON.stringify(answer) ?? '').includes(expected)) throw new Error(`unexpected answer: ${JSON.stringify(answer)}`);
process.send(
  { imported: imported - began, answered: answered - imported, processor: (user + system) / 1_000, profile },
  () => process.exit(0),
);
