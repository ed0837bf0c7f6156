import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { chunked, untried } from '../../../src/events/chunks.ts';
import type { Delivery, EventTarget } from '../../../src/events/target.ts';
import { callFailed, clientOptions } from './aws-client.ts';

/** Error codes that pass: the bus accepts the same event later. */
const FOR_NOW = new Set(['ThrottlingException', 'InternalFailure', 'InternalException']);

/**
 * Puts events on a bus: source `entity-data.<deployment>`, detail type `Entity created` and so on, the event as detail.
 */
export function createBusTarget(busArn: string, deployment: string, connect = connectBuses): EventTarget {
  const client = connect(busArn.split(':')[3]!);
  return {
    async deliver(events) {
      const deliveries: Delivery[] = [];
      let isDown = false;
      const details = events.map((event) => ({ event, detail: JSON.stringify(event) }));
      for (const chunk of chunked(details, ({ detail }) => detail)) {
        if (isDown) {
          deliveries.push(...untried(chunk));
          continue;
        }
        try {
          const { Entries = [] } = await client.send(
            new PutEventsCommand({
              Entries: chunk.map(({ event, detail }) => ({
                EventBusName: busArn,
                Source: `entity-data.${deployment}`,
                DetailType: `Entity ${event.type}`,
                Detail: detail,
                Time: new Date(event.time),
              })),
            }),
          );
          chunk.forEach((_, index) => {
            const code = Entries[index]?.ErrorCode;
            deliveries.push(
              code === undefined
                ? 'delivered'
                : { reason: `the bus refuses it: ${code}`, unavailable: FOR_NOW.has(code) },
            );
          });
        } catch (error) {
          isDown = true;
          deliveries.push(...chunk.map(() => callFailed('bus', error)));
        }
      }
      return deliveries;
    },
  };
}

const connectBuses = (region: string): Pick<EventBridgeClient, 'send'> =>
  new EventBridgeClient({ ...clientOptions('EVENTBRIDGE'), region });
