import type { ITranslator } from '../../contract';
import type { IUsage } from '../state/thread-view-state';

/** How full the context is, in percent; null if its size is not known. */
export function filledPercent(
  { input, output }: IUsage,
  context: number | null
): number | null {
  return context === null
    ? null
    : Math.min(100, Math.round((100 * (input + output)) / context));
}

/**
 * "12,000 tokens in this thread; 12 % of the context", and anything else known.
 */
export function usageText(
  usage: IUsage,
  filled: number | null,
  trans: ITranslator
): string {
  const { total, cached, cost, estimated } = usage;
  return [
    estimated
      ? trans.__('about %1 tokens in this conversation', total.toLocaleString())
      : trans.__('%1 tokens in this conversation', total.toLocaleString()),
    filled === null
      ? trans.__('the size of the context is not known')
      : trans.__('%1 % of the context', filled),
    ...(cached > 0
      ? [
          trans.__(
            '%1 of them from the provider’s cache',
            cached.toLocaleString()
          )
        ]
      : []),
    ...(cost === null ? [] : [trans.__('cost so far: %1', costText(cost))])
  ].join('; ');
}

/** A sum in the person's number format: two decimals, or up to four below 1. */
export function costText(cost: number): string {
  return cost.toLocaleString(undefined, {
    minimumFractionDigits: 2,
    maximumFractionDigits: cost < 1 ? 4 : 2
  });
}
