import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

/**
 * SHA-256 of all that a server says about a tool, independent of the order of its
 * keys. Rules rely on it, so nobody may be able to find another description
 * with the same hash.
 */
export function hashEntry(entry: Record<string, unknown>): string {
  return bytesToHex(sha256(utf8ToBytes(canonical(entry))));
}

/** JSON with the keys of each object in sorted order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
        )
      : inner
  );
}
