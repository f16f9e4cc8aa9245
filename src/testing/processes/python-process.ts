import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { CellOutput, ICellRun } from '../../contract';
import { LineProcess } from './line-process';

/**
 * A real IPython in a process of its own: runs cells in one namespace and
 * returns their outputs as a notebook would get them (text, tables, plots,
 * tracebacks).
 */
export class PythonProcess {
  private _process: LineProcess;

  /**
   * @param cwd the working directory, as a kernel has its notebook's folder.
   * @param libraries whether it has the libraries that only tests need.
   * @throws Error if the checkout has no virtual environment.
   */
  constructor(cwd: string, { libraries = false } = {}) {
    this._process = new LineProcess(
      'Python',
      pythonPath(),
      ['-u', '-c', SERVER],
      {
        cwd,
        env: {
          ...process.env,
          PYTHONIOENCODING: 'utf-8',
          MPLBACKEND: '',
          ...(libraries && { PYTHONPATH: librariesPath() })
        }
      }
    );
  }

  /** Runs a cell. */
  async run(source: string): Promise<ICellRun> {
    const started = Date.now();
    const reply = await this._process.ask<{
      ok: boolean;
      count: number;
      outputs: CellOutput[];
    }>({ run: source });
    return {
      status: reply.ok ? 'ok' : 'error',
      outputs: reply.outputs,
      executionCount: reply.count,
      ms: Date.now() - started
    };
  }

  /** Runs code outside the history. @returns what it printed. */
  async inspect(code: string): Promise<string> {
    const reply = await this._process.ask<{
      printed: string;
      error: string | null;
    }>({
      inspect: code
    });
    if (reply.error) {
      throw new Error(reply.error);
    }
    return reply.printed;
  }

  /** Restarts it, as a kernel is restarted, in another folder. */
  async reset(cwd: string): Promise<void> {
    await this._process.ask({ reset: cwd });
  }

  dispose(): void {
    this._process.dispose();
  }
}

/** @throws Error that says how to set it up. */
export function pythonPath(): string {
  const python = join(__dirname, '../../../.venv/bin/python');
  if (!existsSync(python)) {
    throw new Error(
      `There is no ${python}. Run "npm test" once: it makes the virtual environment with pandas that this spec needs.`
    );
  }
  return python;
}

/** @throws Error that says how to install them. */
export function librariesPath(): string {
  const folder = join(__dirname, '../../../.venv/libraries');
  if (!existsSync(join(folder, '.cellwright'))) {
    throw new Error(
      `There is no ${folder}. Run "npm test" once: it installs the libraries that this spec needs.`
    );
  }
  return folder;
}

const SERVER = `
import json, os, sys, io, contextlib
channel = os.fdopen(os.dup(1), 'w', encoding='utf-8')
os.dup2(2, 1)
os.environ.pop('MPLBACKEND', None)
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.displayhook import DisplayHook
from IPython.utils.capture import capture_output

raised, results = [], []
class Hook(DisplayHook):
    def __call__(self, result=None):
        if result is not None and not self.quiet():
            data, _ = self.compute_format_data(result)
            self.update_user_ns(result)
            results.append({'type': 'data', 'result': True, 'data': data})

class Shell(InteractiveShell):
    displayhook_class = Hook
    # Pandas takes a shell without one for a terminal and cuts tables to its width.
    kernel = None
    def _showtraceback(self, etype, evalue, stb):
        raised.append({'type': 'error', 'name': etype.__name__, 'message': str(evalue), 'traceback': list(stb)})
    def init_history(self):
        super().init_history()
        self.history_manager.enabled = False
    def enable_gui(self, gui=None):
        pass

shell = Shell.instance()
shell.run_line_magic('matplotlib', 'inline')

def encode(value):
    import base64
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value

def run(source):
    raised.clear()
    results.clear()
    with capture_output(display=True) as captured:
        result = shell.run_cell(source, store_history=True)
    outputs = []
    if captured.stdout:
        outputs.append({'type': 'stream', 'name': 'stdout', 'text': captured.stdout})
    if captured.stderr:
        outputs.append({'type': 'stream', 'name': 'stderr', 'text': captured.stderr})
    for rich in captured.outputs:
        outputs.append({'type': 'data', 'result': False, 'data': {k: encode(v) for k, v in rich.data.items()}})
    outputs.extend(results + raised)
    return {'ok': bool(result.success), 'count': shell.execution_count - 1, 'outputs': outputs}

def inspect(code):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(code, shell.user_ns)
    except Exception as error:
        return {'printed': printed.getvalue(), 'error': repr(error)}
    return {'printed': printed.getvalue(), 'error': None}

def reset(cwd):
    os.chdir(cwd)
    shell.reset(new_session=True)
    return {}

for line in sys.stdin:
    request = json.loads(line)
    (kind, value), = request.items()
    reply = {'run': run, 'inspect': inspect, 'reset': reset}[kind](value)
    channel.write(json.dumps(reply) + '\\n')
    channel.flush()
`;
