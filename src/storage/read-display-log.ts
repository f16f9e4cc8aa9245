import type { AgentEvent, IBranch, IBranchRecord } from '../contract';
import { keysUnder } from './database/rows';
import type { OnDamaged, ThreadDatabase } from './database/thread-database';

/**
 * The display log of a branch: its parent's up to the fork, then its own.
 * Events that cannot be read are left out and reported.
 */
export async function readDisplayLog(
  database: ThreadDatabase,
  { threadId, branch }: IBranch,
  onDamaged: OnDamaged
): Promise<AgentEvent[]> {
  const damaged = (error: unknown): void => onDamaged(threadId, error);
  const record = await database.read(['threads'], tx =>
    tx.get('threads', threadId)
  );
  const own = async (id: string): Promise<unknown[]> =>
    (
      await database.rows.salvage('events', keysUnder(threadId, id), damaged)
    ).map(row => row.value);
  const stored = await logOf(branch, record?.branches ?? [], own);
  return stored.filter((event): event is AgentEvent => {
    const whole = isEvent(event);
    if (!whole && event !== undefined) {
      damaged(new Error('An event of the display log cannot be read.'));
    }
    return whole;
  });
}

/** Combines a branch's log from the branches' own logs. */
async function logOf(
  branch: string,
  branches: readonly IBranchRecord[],
  own: (branch: string) => Promise<unknown[]>
): Promise<unknown[]> {
  const lines: IBranchRecord[] = [];
  let at: string | null = branch;
  while (at !== null && lines.length < branches.length) {
    const line: IBranchRecord | undefined = branches.find(
      ({ id }) => id === at
    );
    if (!line) {
      break;
    }
    lines.push(line);
    at = line.parent;
  }
  if (lines.length === 0) {
    return own(branch);
  }
  let log: unknown[] = [];
  for (const line of lines.reverse()) {
    log = [...log.slice(0, line.events), ...(await own(line.id))];
  }
  return log;
}

function isEvent(value: unknown): value is AgentEvent {
  const event = value as Partial<AgentEvent> | null;
  return (
    typeof event === 'object' &&
    event !== null &&
    typeof event.type === 'string' &&
    typeof event.time === 'number'
  );
}
