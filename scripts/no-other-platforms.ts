import type { Plugin } from 'esbuild';

/**
 * Leaves out what the AWS SDK would import while it runs: the names of browsers, and streams of events, which no call of
 * the functions has. What such a file shared with the start would be in one more file of the start, at a millisecond each.
 */
export const noOtherPlatforms: Plugin = {
  name: 'no-other-platforms',
  setup(build) {
    build.onResolve({ filter: /^bowser$|^@smithy\/core\/event-streams$/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const failure = `throw new Error(${JSON.stringify(`${path} is in no archive: no function needs it.`)});`;
      return { path: `data:text/javascript,${encodeURIComponent(failure)}`, external: true };
    });
  },
};
