import { Engine, type IEngineOptions } from './engine';

export { MIDDLEWARE } from './middleware';
// From here, so that it comes in the engine's chunk.
export { makeCheckpointSaver } from '../storage';

/** Makes the agent. Heavy: import it dynamically. */
export function createEngine(options: IEngineOptions): Engine {
  return new Engine(options);
}

/**
 * What talks to MCP servers. From here, so that it shares what the engine has
 * loaded (zod, hashes, our tools) and JupyterLab's start knows nothing of it.
 */
export const loadMcp = (): Promise<typeof import('../mcp')> => import('../mcp');
