import type { Context } from '../../context.ts';
import type { Deadline } from '../../deadline.ts';
import { type JournalEntry, takingWrite } from '../../items/journal.ts';
import { noteUndonePair } from '../reviews/note-undone-pair.ts';
import { carryOutLink } from './link-records.ts';
import { findDecision } from './read-decisions.ts';
import { carryOutSeparation } from './separate-records.ts';
import { carryOutUndo } from './undo-decision.ts';

/** Does what an interrupted decision may have left undone. */
export async function finishDecision(
  context: Context,
  entry: JournalEntry,
  deadline: Deadline,
  limit: number,
): Promise<void> {
  const { operation, decision } = entry;
  if (decision === undefined) return;
  const { id, action } = decision;
  if (action === 'undo') {
    await carryOutUndo(context, operation, id, deadline, limit);
    const undone = await findDecision(context.store, id);
    await noteUndonePair(context, [undone?.a, undone?.b]);
  } else if (action === 'separate') {
    // From here on the process that began is refused, if it still lives.
    await context.store.write([takingWrite(entry)]);
    await carryOutSeparation(context, { id, operation }, [], deadline, limit);
  } else {
    const stored = await findDecision(context.store, id);
    // The sweeper links what lifted constraints kept apart by the journal entry.
    await carryOutLink(context, operation, [stored?.a, stored?.b], [], deadline, limit);
  }
}
