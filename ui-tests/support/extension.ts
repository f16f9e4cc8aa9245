import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Page } from '@playwright/test';

const ROOT = path.resolve(__dirname, '..', '..');

const BUNDLES = path.join(ROOT, 'ui-tests', 'test-results', 'extensions');

/** What an extension gets from JupyterLab and from other extensions. */
const SHARED = ['cellwright', '@jupyterlab/apputils', '@lumino/coreutils'];

/**
 * Runs before the page loads: makes what JupyterLab shares between extensions
 * available to `addExtension`, as each prebuilt extension gets it.
 */
export async function watchSharedModules(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window._JUPYTERLAB = new Proxy<Window['_JUPYTERLAB']>(
      {},
      {
        set(containers, name: string, container: IContainer) {
          containers[name] = {
            get: module => container.get(module),
            init: scope => {
              window.sharedModules = scope;
              return container.init(scope);
            }
          };
          return true;
        }
      }
    );
  });
}

/** Registers and activates the plugin of a bundled file, in a running page. */
export async function addExtension(page: Page, file: string): Promise<void> {
  await page.evaluate(async names => {
    window.shared = {};
    for (const name of names) {
      const [version] = Object.values(window.sharedModules[name]);
      window.shared[name] = (await version.get())();
    }
  }, SHARED);
  await page.addScriptTag({ path: path.join(BUNDLES, `${file}.js`) });
  await page.evaluate(async () => {
    const plugin = window.extension.default;
    const app = window.jupyterapp as unknown as IPluginHost;
    app.registerPlugin(plugin);
    await app.activatePlugin(plugin.id);
  });
}

/**
 * Bundles files from `extension-examples/` as separate builds would, each with
 * its own copy of everything that is not shared.
 */
export function bundleExtensions(files: string[]): Promise<void> {
  return new Promise((resolve, reject) =>
    rspack(
      {
        mode: 'development',
        devtool: false,
        context: ROOT,
        entry: Object.fromEntries(
          files.map(file => [file, `./extension-examples/${file}.ts`])
        ),
        output: {
          path: BUNDLES,
          library: { name: 'extension', type: 'window' }
        },
        externals: Object.fromEntries(
          SHARED.map(name => [name, `window.shared[${JSON.stringify(name)}]`])
        ),
        externalsType: 'var',
        resolve: { extensions: ['.ts', '.js'] },
        module: {
          rules: [
            // A single file each: the page could not fetch a second one from
            // anywhere.
            { test: /\.[tj]s$/, parser: { dynamicImportMode: 'eager' } },
            {
              test: /\.ts$/,
              loader: 'builtin:swc-loader',
              options: { jsc: { parser: { syntax: 'typescript' } } }
            }
          ]
        }
      },
      (error, stats) =>
        error || stats?.hasErrors()
          ? reject(
              error ?? new Error(stats!.toString({ all: false, errors: true }))
            )
          : resolve()
    )
  );
}

interface IPluginHost {
  registerPlugin(plugin: { id: string }): void;
  activatePlugin(id: string): Promise<void>;
}

interface IContainer {
  get(module: string): Promise<() => unknown>;
  init(scope: SharedModules): unknown;
}

type SharedModules = Record<
  string,
  Record<string, { get(): Promise<() => unknown> }>
>;

declare global {
  interface Window {
    _JUPYTERLAB: Record<string, IContainer>;
    sharedModules: SharedModules;
    shared: Record<string, unknown>;
    extension: { default: { id: string } };
  }
}
