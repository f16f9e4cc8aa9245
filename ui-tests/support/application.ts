/**
 * The parts of JupyterLab's application that tests use inside the page. Galata
 * declares it too, with types that need its plugins' code. The first
 * declaration wins, and this file comes first in its folder.
 */
interface ILabApplication {
  restored: Promise<unknown>;
  commands: {
    execute(id: string, args?: Record<string, unknown>): Promise<unknown>;
    hasCommand(id: string): boolean;
  };
  shell: { widgets(area: string): Iterable<ILabWidget> };
  serviceManager: {
    contents: { rename(from: string, to: string): Promise<unknown> };
    kernelspecs: { refreshSpecs(): Promise<void> };
  };
}

interface ILabWidget {
  close(): void;
  context?: {
    path: string;
    save(): Promise<void>;
    sessionContext: {
      changeKernel(options: { name: string }): Promise<unknown>;
      shutdown(): Promise<void>;
      statusChanged: {
        connect(slot: (sender: unknown, status: string) => void): void;
      };
    };
    model: {
      readOnly: boolean;
      dirty: boolean;
      toJSON(): {
        cells: {
          source: string | string[];
          outputs?: { text?: string | string[] }[];
        }[];
      };
      sharedModel: { cells: { setSource(text: string): void }[] };
    };
  };
}

declare global {
  interface Window {
    jupyterapp: ILabApplication;
  }
}

export {};
