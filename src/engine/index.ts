import { Engine } from './engine';
import type { IEngineOptions } from './engine';

export { MIDDLEWARE } from './middleware';
export type { IEngineOptions };

/** Makes the agent. Heavy: import it dynamically. */
export function createEngine(options: IEngineOptions): Engine {
  return new Engine(options);
}
