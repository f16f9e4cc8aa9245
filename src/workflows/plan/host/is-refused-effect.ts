import type { Effect } from '../../../contract';

/**
 * Effects that memory never lets through without a card: shell, network, files.
 */
export function isRefusedEffect(effect: Effect): boolean {
  return ['shell', 'network', 'write'].includes(effect);
}
