const KEY = 'cellwright:model-refusals';

/** Models that are remembered; the oldest is forgotten. */
const MAX_MODELS = 100;

/** For a browser that stores nothing. */
let known: [model: string, refused: string[]][] = [];

/** Whom a request goes to: the provider, the server and the model. */
type Recipient = readonly [
  provider: string | undefined,
  server: string | undefined,
  model: string | undefined
];

/** What a model or its server has refused before, in this browser. */
export function refusalsOf(recipient: Recipient): string[] {
  const key = JSON.stringify(recipient);
  return stored().find(([each]) => each === key)?.[1] ?? [];
}

/** Remembers what was refused, so that it is not sent again, also in other tabs. */
export function rememberRefusals(
  recipient: Recipient,
  more: readonly string[]
): void {
  const key = JSON.stringify(recipient);
  const refused = [...new Set([...refusalsOf(recipient), ...more])];
  known = [
    ...stored().filter(([each]) => each !== key),
    [key, refused] as [string, string[]]
  ].slice(-MAX_MODELS);
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(known));
  } catch (error) {
    console.debug('Cellwright: this browser stores nothing', error);
  }
}

function stored(): typeof known {
  try {
    const found: unknown = JSON.parse(
      globalThis.localStorage?.getItem(KEY) ?? 'null'
    );
    return Array.isArray(found)
      ? found.filter(
          each =>
            Array.isArray(each) &&
            Array.isArray(each[1]) &&
            each[1].every(one => typeof one === 'string')
        )
      : known;
  } catch {
    // Not available, or written by somebody else.
    return known;
  }
}
