const KEY = 'cellwright:model-refusals';

/** Models that are remembered; the oldest is forgotten. */
const MAX_MODELS = 100;

/** For a browser that stores nothing. */
let known: [model: string, refused: string[]][] = [];

/** Whom a request goes to: an `IModelChoice`, for example. */
interface IRecipient {
  provider?: string;
  baseUrl?: string;
  model?: string;
}

function keyOf({ provider, baseUrl, model }: IRecipient): string {
  return JSON.stringify([provider, baseUrl, model?.trim()]);
}

/** What a model or its server has refused before, in this browser. */
export function refusalsOf(recipient: IRecipient): string[] {
  const key = keyOf(recipient);
  return stored().find(([each]) => each === key)?.[1] ?? [];
}

/** Forgets it, as when the person tests a server that may have been changed. */
export function forgetRefusals(recipient: IRecipient): void {
  remember(recipient, []);
}

/** Remembers what was refused, so that it is not sent again, also in other tabs. */
export function rememberRefusals(
  recipient: IRecipient,
  more: readonly string[]
): void {
  remember(recipient, [...new Set([...refusalsOf(recipient), ...more])]);
}

function remember(recipient: IRecipient, refused: string[]): void {
  const key = keyOf(recipient);
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
