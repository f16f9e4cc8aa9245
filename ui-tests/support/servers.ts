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

/** What the tests of this worker talk to. */
export const servers = {
  /** Where its Jupyter server listens. */
  port: metadata.port,
  /** Where the scripted model does, for all workers. */
  llmPort: metadata.llmPort,
  /** How its Jupyter server was started. */
  jupyter: webServer[metadata.worker]
};
