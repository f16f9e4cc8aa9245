import type { Effect } from '../../../contract';

/** What memory never lets pass: shell, network, files. */
export function isRefusedEffect(effect: Effect): boolean {
  return ['shell', 'network', 'write'].includes(effect);
}
