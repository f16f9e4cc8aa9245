import type { IMemoryHit } from '../../../memory';
import { ALIKE_SITUATION } from './step-situation';
import type { IPlanTool } from '../state/plan-ports';

const DECISIONS = 5;
const LIKELY = 0.8;

/**
 * Whether a step's card may be accepted automatically. That needs five similar
 * decisions, more than 80 % of them to accept, made by this person and not only
 * claimed by an imported file; and the step must have tools, none of which
 * reaches out, is new or has changed.
 */
export function predictedAcceptance(
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[]
): IMemoryHit | null {
  const hit = memories.find(({ likeness }) => likeness >= ALIKE_SITUATION);
  if (
    !hit ||
    hit.entry.origin === 'file' ||
    // If a step has no tools, it is unknown what it will call.
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
