import type { DynamoDB, Input } from '../../src/store/dynamodb/dynamodb.ts';

/** What some work cost at a DynamoDB table. */
export interface Consumption {
  /** Requests to DynamoDB. */
  readonly calls: number;
  /** The longest chain of calls of which each began after the one before had ended: what latency is made of. */
  readonly rounds: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Calls by the name of their operation. */
  readonly commands: Readonly<Record<string, number>>;
}

interface Call {
  readonly command: string;
  readonly began: number;
  ended: number;
}

/** Counts the calls of a client, and sums up the units that the store is told. */
export class Meter {
  private calls: Call[] = [];
  private writeUnits = 0;
  private readUnits = 0;
  /** A clock that ticks with every beginning and end, so that no two are the same. */
  private ticks = 0;

  /** The same DynamoDB, whose calls are counted. */
  watch(dynamodb: DynamoDB): DynamoDB {
    return {
      call: async (command, input, limits) => {
        this.ticks += 1;
        const call: Call = { command, began: this.ticks, ended: Number.POSITIVE_INFINITY };
        this.calls.push(call);
        try {
          return await dynamodb.call(command, input, limits);
        } catch (error) {
          this.writeUnits += refusedUnits(error as Error, input);
          throw error;
        } finally {
          this.ticks += 1;
          call.ended = this.ticks;
        }
      },
      close: () => dynamodb.close(),
    };
  }

  add(units: number, kind: 'read' | 'write'): void {
    if (kind === 'read') this.readUnits += units;
    else this.writeUnits += units;
  }

  begin(): void {
    this.calls = [];
    this.writeUnits = 0;
    this.readUnits = 0;
  }

  end(): Consumption {
    const commands: Record<string, number> = {};
    for (const { command } of this.calls) commands[command] = (commands[command] ?? 0) + 1;
    const { writeUnits, readUnits } = this;
    return { calls: this.calls.length, rounds: longestChain(this.calls), writeUnits, readUnits, commands };
  }
}

/**
 * A write that its condition refuses is paid for, but DynamoDB does not say how much: at least one unit, and in a
 * transaction two for each of its items.
 */
function refusedUnits({ name }: Error, input: object): number {
  if (name === 'ConditionalCheckFailedException') return 1;
  if (name !== 'TransactionCanceledException') return 0;
  return 2 * ((input as Input<'TransactWriteItems'>).TransactItems?.length ?? 0);
}

/** The most intervals that lie one behind the other: the classic greedy choice of the one that ends first. */
export function longestChain(calls: readonly { readonly began: number; readonly ended: number }[]): number {
  let length = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { began, ended } of [...calls].sort((a, b) => a.ended - b.ended)) {
    if (began < free) continue;
    length += 1;
    free = ended;
  }
  return length;
}
