import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './database-file.ts';

// Brings the log into the tables whenever told to. An error ends the thread, and the next checkpoint starts another.
const database = connect(workerData as string);
parentPort?.on('message', () => {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  parentPort?.postMessage('');
});
