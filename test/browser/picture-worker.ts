// Runs in a thread of its own: within Jest's sandbox, where every global is looked up anew, it takes a hundred times as long.
import { parentPort, workerData } from 'node:worker_threads';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { PictureAnswer, PictureTask } from './pictures.ts';

parentPort?.postMessage(work(workerData as PictureTask));

function work(task: PictureTask): PictureAnswer {
  if (task.kind === 'pack') {
    return { packed: PNG.sync.write(PNG.sync.read(Buffer.from(task.picture)), { colorType: 2, deflateLevel: 9 }) };
  }
  const a = PNG.sync.read(Buffer.from(task.expected));
  const b = PNG.sync.read(Buffer.from(task.actual));
  const sizes = { expected: `${a.width} × ${a.height}`, actual: `${b.width} × ${b.height}` };
  if (sizes.expected !== sizes.actual) return { ...sizes, pixels: Number.POSITIVE_INFINITY };
  const shown = new PNG({ width: a.width, height: a.height });
  const pixels = pixelmatch(a.data, b.data, shown.data, a.width, a.height, { threshold: task.colourTolerance });
  return { ...sizes, pixels, difference: PNG.sync.write(shown) };
}
