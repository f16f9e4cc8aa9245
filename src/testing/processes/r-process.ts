import { join } from 'node:path';

import { LineProcess } from './line-process';

/** The result of code, as a kernel would send it. */
export interface IRRun {
  stdout: string;
  /**
   * Everything else that a person would see, including warnings and messages.
   */
  beside: string[];
  error: string | null;
}

/**
 * A real R (webR, R compiled to WebAssembly) in a process of its own: runs code
 * in one global environment.
 */
export class RProcess {
  private _process: LineProcess;

  constructor() {
    this._process = new LineProcess('R', process.execPath, ['-e', SERVER], {
      cwd: join(__dirname, '../../..')
    });
  }

  /** Runs code as a cell does: visible results at the top level are printed. */
  run(source: string): Promise<IRRun> {
    return this._process.ask<IRRun>({ run: source });
  }

  /** Runs code outside the history. @returns what it printed. */
  async inspect(code: string): Promise<string> {
    const { stdout, error } = await this.run(code);
    if (error !== null) {
      throw new Error(error);
    }
    return stdout;
  }

  dispose(): void {
    this._process.dispose();
  }
}

const SERVER = `
const { createInterface } = require('node:readline');
const { WebR } = require('webr');
const r = new WebR({ interactive: false });

async function run(source) {
  const shelter = await new r.Shelter();
  try {
    const { output } = await shelter.captureR(source, {
      withAutoprint: true,
      captureGraphics: false,
      throwJsException: false
    });
    const reply = { stdout: [], beside: [], error: null };
    for (const { type, data } of output) {
      if (type === 'stdout') {
        reply.stdout.push(data);
      } else if (type === 'stderr') {
        reply.beside.push(data);
      } else {
        const message = await (await data.get('message')).toString();
        if (type === 'error') {
          reply.error = message;
        } else {
          reply.beside.push(type + ': ' + message);
        }
      }
    }
    return { ...reply, stdout: reply.stdout.join('\\n') };
  } finally {
    await shelter.purge();
  }
}

let last = r.init();
createInterface({ input: process.stdin }).on('line', line => {
  last = last
    .then(() => run(JSON.parse(line).run))
    .then(reply => process.stdout.write(JSON.stringify(reply) + '\\n'));
});
`;
