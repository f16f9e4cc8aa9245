import { createRequire } from 'node:module';

interface IServerCommand {
  command: string;
  cwd: string;
  env: Record<string, string>;
}

const { metadata, webServer } = createRequire(__filename)(
  '../playwright.config.js'
) as {
  metadata: { worker: number; port: number; llmPort: number };
  webServer: IServerCommand[];
};

/** The servers that the tests of this worker use. */
export const servers = {
  /** Address of its Jupyter server. */
  port: metadata.port,
  /** Address of the scripted model, shared by all workers. */
  llmPort: metadata.llmPort,
  /** How its Jupyter server was started. */
  jupyter: webServer[metadata.worker]
};
