import type { IModelChoice } from '../../contract';

const KEY = 'cellwright:models-without-images';

/** Models that are remembered; the oldest is forgotten. */
const MAX_MODELS = 100;

/** For a browser that stores nothing. */
let refused: string[] = [];

/** Whether a model has refused an image before, in this browser. */
export function hasRefusedImages(choice: IModelChoice): boolean {
  return stored().includes(modelKey(choice));
}

export function rememberRefusal(choice: IModelChoice): void {
  const key = modelKey(choice);
  refused = [...stored().filter(each => each !== key), key].slice(-MAX_MODELS);
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(refused));
  } catch (error) {
    console.debug('Cellwright: this browser stores nothing', error);
  }
}

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(
      globalThis.localStorage?.getItem(KEY) ?? 'null'
    );
    return Array.isArray(found)
      ? found.filter(each => typeof each === 'string')
      : refused;
  } catch {
    // Not available, or written by somebody else.
    return refused;
  }
}

function modelKey({ provider, baseUrl, model }: IModelChoice): string {
  return JSON.stringify([provider, baseUrl, model]);
}
