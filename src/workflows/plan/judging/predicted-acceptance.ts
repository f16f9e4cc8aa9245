import type { IMemoryHit } from '../../../memory';
import { ALIKE_SITUATION } from './step-situation';
import type { IPlanTool } from '../state/plan-ports';

const DECISIONS = 5;
const LIKELY = 0.8;

/**
 * Whether a step's card may pass by itself: five like decisions, more than 80 %
 * of them to accept, by this person and not by a file's own account; tools at all,
 * none that reaches out, none that is new or has changed.
 */
export function predictedAcceptance(
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[]
): IMemoryHit | null {
  const hit = memories.find(({ likeness }) => likeness >= ALIKE_SITUATION);
  if (
    !hit ||
    hit.entry.origin === 'file' ||
    // Of a step without any, nobody knows what it will call.
    tools.length === 0 ||
    tools.some(
      ({ name, version, reachesOut }) =>
        reachesOut || hit.entry.versions[name] !== version
    )
  ) {
    return null;
  }
  const { uses, decisions } = hit.entry;
  return uses >= DECISIONS && (decisions.accept ?? 0) / uses > LIKELY
    ? hit
    : null;
}
