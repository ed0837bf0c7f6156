import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

// Strips types for Jest. Everything else (module syntax, top-level await) runs as Node runs it.
export default {
  canInstrument: false,
  getCacheKey(source, path) {
    return createHash('sha256').update(version).update('\0').update(path).update('\0').update(source).digest('hex');
  },
  process(source, path) {
    const { code, map } = transformSync(source, {
      loader: 'ts',
      format: 'esm',
      target: 'node22',
      sourcefile: path,
      sourcemap: 'both',
      supported: { 'import-attributes': true },
    });
    return { code, map };
  },
};
