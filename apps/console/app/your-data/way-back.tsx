import type { MadeInstance } from './state.ts';

/** How to start the instance of the file again, and how to come back to the one before. */
export function WayBack({ instance }: { readonly instance: MadeInstance }) {
  return (
    <div className="way-back">
      <h3>Start it again, and come back</h3>
      <dl>
        <div>
          <dt>This instance, the next time</dt>
          <dd>
            <pre>{instance.command}</pre>
          </dd>
        </div>
        <div>
          <dt>What ran before, with all its data: stop the service, then</dt>
          <dd>
            <pre>{instance.formerCommand}</pre>
          </dd>
        </div>
      </dl>
    </div>
  );
}
