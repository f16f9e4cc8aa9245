import type { EventBody } from '../../contract';

import type { IUsage } from '../state/thread-view-state';

/** The usage with one more request. */
export function usageAfter(
  usage: IUsage,
  event: EventBody & { type: 'usage' }
): IUsage {
  const { input, output, estimated, cached = 0, cost } = event;
  return {
    input,
    output,
    total: usage.total + input + output,
    cached: usage.cached + cached,
    cost: cost === undefined ? usage.cost : (usage.cost ?? 0) + cost,
    estimated: usage.estimated || estimated
  };
}
