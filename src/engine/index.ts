import { Engine, type IEngineOptions } from './engine';

// Exported here so that it is part of the engine's chunk.
export { IndexedDBSaver } from '../storage';

/** Makes the agent. Heavy: import it dynamically. */
export function createEngine(options: IEngineOptions): Engine {
  return new Engine(options);
}

/**
 * Loads what talks to MCP servers. It is exported here so that it shares what
 * the engine has loaded (zod, hashes, our tools) and JupyterLab's start does
 * not load it.
 */
export const loadMcp = (): Promise<typeof import('../mcp')> => import('../mcp');
