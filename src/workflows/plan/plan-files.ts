import { isWorkspaceError, planFileKey } from '../../contract';
import type { IWorkflowHost } from '../../engine/run-context/workflow';
import type { IPlanPorts, IPlanFiles } from './plan-ports';
import type { PlanStateValue } from './plan-state';
import { planMarkdown } from './texts';

/**
 * Stores the plan as JSON and Markdown. If that fails, the work continues.
 *
 * @param files their content; the plan itself if not given.
 * @returns problems to report, each sentence once per plan.
 */
export async function keepPlanFiles(
  { planFiles, trans }: Pick<IPlanPorts, 'planFiles' | 'trans'>,
  name: string,
  state: PlanStateValue,
  files?: { json: unknown; markdown: string }
): Promise<string[]> {
  const { session, task, plan, outcomes } = state;
  let line: string | null = null;
  try {
    const folder = await planFiles.keep(
      session,
      name,
      files ?? {
        json: { task, plan, outcomes },
        markdown: planMarkdown(state, trans)
      }
    );
    if (folder !== null) {
      line = trans.__(
        'The files of this plan could not be written to %1. The plan is kept with this conversation, and you can save its results as JSON and Markdown when it has ended.',
        folder
      );
    }
  } catch (error) {
    console.warn('Cellwright: a plan could not be stored', name, error);
    line = trans.__(
      'The plan could not be saved. You still have it in this page.'
    );
  }
  return line === null || state.lines.includes(line) ? [] : [line];
}

/**
 * Stores the results of a plan after each step, one version after the other.
 * The work does not wait: storing starts before the step counts as done, a
 * newer version replaces one that still waits, and a failure is reported after
 * the first step that knows of it, or at the end.
 */
export class ResultsSaver {
  private _next: PlanStateValue | null = null;
  private _working: Promise<void> | null = null;
  private _unsaid: string[] = [];

  constructor(
    private readonly _ports: Pick<IPlanPorts, 'planFiles' | 'trans'>
  ) {}

  /** @returns problems of earlier versions to report, as far as known. */
  keep(state: PlanStateValue): string[] {
    this._next = state;
    this._working ??= this._work();
    return this._unsaid.splice(0);
  }

  /**
   * Stores the results once more, since an earlier page may have closed before
   * they were stored.
   *
   * @returns all problems to report, each sentence once.
   */
  async end(state: PlanStateValue): Promise<string[]> {
    if (Object.keys(state.outcomes).length === 0) {
      return [];
    }
    const before = this.keep(state);
    await this._working;
    return [...new Set([...before, ...this._unsaid.splice(0)])];
  }

  private async _work(): Promise<void> {
    while (this._next) {
      const state = this._next;
      this._next = null;
      this._unsaid.push(
        ...(await keepPlanFiles(this._ports, 'results', state))
      );
    }
    this._working = null;
  }
}

/** The largest stored file that is read before it is overwritten, in bytes. */
const MOST_BYTES = 10_000_000;

/**
 * Stores files with the conversation, and also beside the notebook if the
 * person has set that.
 */
export function hostPlanFiles(host: IWorkflowHost): IPlanFiles {
  return {
    keep: async (session, name, { json, markdown }) => {
      const { journal, at, settings, files, notebook } = host.run.options;
      const text = `${JSON.stringify(json, null, 2)}\n`;
      await journal.remember(at, {
        [planFileKey(session, `${name}.json`)]: text,
        [planFileKey(session, `${name}.md`)]: markdown
      });
      if (settings().plan.results === 'files') {
        const folder = notebook.path.split('/').slice(0, -1);
        const under = [...folder, 'cellwright-results', session].join('/');
        try {
          await write(`${under}/${name}.json`, text);
          await write(`${under}/${name}.md`, `${markdown}\n`);
        } catch (error) {
          console.warn(
            'Cellwright: files of a plan could not be written',
            error
          );
          return under;
        }
      }
      return null;

      async function write(path: string, content: string): Promise<void> {
        let known: string | null = null;
        try {
          known = (await files.openText(path, MOST_BYTES))?.version ?? null;
        } catch (error) {
          if (!isWorkspaceError(error) || error.code !== 'not-found') {
            throw error;
          }
          // The file is new.
        }
        await files.writeText(path, content, known);
      }
    }
  };
}
